import { readItem } from "../lifecycle/read_item.ts";
import { ask } from "./_ask.ts";
import { notFound } from "./_problem.ts";
import { json } from "./_reply.ts";
import type { Call, Route } from "./_route.ts";

const KINDS = ["prompt", "observation", "summary", "memory"] as const;

/** Single items: read whole, and deleted. */
export const ITEM_ROUTES: readonly Route[] = KINDS.flatMap((
  kind,
): Route[] => [
  {
    method: "GET",
    path: `/api/${kind}/:id`,
    answer: (call) => read(call, kind),
  },
  {
    method: "DELETE",
    path: `/api/${kind}/:id`,
    answer: (call) => remove(call, kind),
  },
]);

type Kind = typeof KINDS[number];

function read(call: Call, kind: Kind): Response {
  const address = addressOf(call, kind);
  const item = call.tools.store.read((db) => readItem(db, address));
  if (item === null) throw notFound(kind);
  return json(item);
}

async function remove(call: Call, kind: Kind): Promise<Response> {
  const address = addressOf(call, kind);
  const { backend, store } = call.tools;
  if (store.read((db) => readItem(db, address)) === null) throw notFound(kind);
  await ask(backend, "delete_item", { address });
  return json({ success: true, address });
}

function addressOf({ param }: Call, kind: Kind): string {
  return `${kind}:${param("id")}`;
}
