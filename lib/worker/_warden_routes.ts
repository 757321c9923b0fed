import { isAnything } from "../capture/payload.ts";
import { readMeta } from "../memory/meta.ts";
import { ask } from "./_ask.ts";
import { assertKnown, readFields } from "./_body.ts";
import { json } from "./_reply.ts";
import type { Call, Route } from "./_route.ts";

/** Whether the warden is asked for, and how often. */
export const WARDEN_ROUTES: readonly Route[] = [
  { method: "GET", path: "/api/warden", answer: read },
  { method: "POST", path: "/api/warden", answer: change },
];

function read({ tools }: Call): Response {
  const { wardenEnabled, wardenMinutes } = tools.store.read(readMeta);
  return json({ enabled: wardenEnabled, minutes: wardenMinutes });
}

async function change({ request, tools }: Call): Promise<Response> {
  const body = await readFields(request);
  const enabled = body.may(["enabled"], isAnything);
  const minutes = body.may(["minutes"], isAnything);
  assertKnown(body);
  const answer = await ask(tools.backend, "set_warden", {
    ...(enabled === null ? {} : { enabled }),
    ...(minutes === null ? {} : { minutes }),
  });
  return json(answer);
}
