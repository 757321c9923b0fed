import { assertEquals } from "@std/assert";
import { completeDraft } from "../../lib/capture/complete_draft.ts";
import type { Draft, Observing } from "../../lib/capture/draft.ts";
import { draftTool } from "../../lib/capture/draft_tool.ts";
import { Payload } from "../../lib/capture/payload.ts";
import { Redactor } from "../../lib/capture/redactor.ts";
import { completeUse } from "../../lib/observe/complete_use.ts";
import { redact } from "../../lib/redact/redact.ts";
import { SESSION } from "../_support/sandbox.ts";
import { failed, used } from "./_events.ts";

const OBSERVING: Observing = {
  redactor: new Redactor({}, false),
  skipTools: ["Skipped"],
  own: [],
  failed: (error) => {
    throw error;
  },
};

function drafted(event: Record<string, unknown>): Draft {
  const { hook_event_name, ...fields } = event;
  const make = draftTool(new Payload(JSON.stringify(fields)), {
    sessionId: SESSION,
    eventName: String(hook_event_name),
    cwd: "/shop",
  });
  const turn = { isOn: () => false, begin() {}, end() {} };
  const draft = make(new Redactor({}, false), turn, OBSERVING);
  if (draft === null) throw new Error("There is no draft");
  return draft;
}

Deno.test("completeDraft() makes of a use what the daemon makes of it as it comes from a frame", () => {
  const secret = `ghp_${"aB3dE5gH7j".repeat(4)}`.slice(0, 40);
  const events: Record<string, unknown>[] = [
    used({ tool_input: { command: `make KEY=${secret}`, z: -0, a: [1e21] } }),
    used({ tool_name: "Skipped", tool_input: { b: "\ud800", a: "\u0000" } }),
    used({ tool_name: "Read", tool_input: { file_path: "/shop/a.ts" } }),
    used({
      tool_name: "Grep",
      tool_input: { pattern: secret },
      tool_response: { filenames: ["a", `/${secret}`], numFiles: 2 },
    }),
    used({ tool_name: "mcp__x__y", tool_input: 7, tool_response: [secret] }),
    failed(),
  ];
  for (const event of events) {
    const draft = drafted(event);
    const { use } = draft;
    if (use === undefined) throw new Error("There is no use");
    const whole = completeDraft(draft, OBSERVING);
    const { argsHash, observation } = completeUse(
      draft.payload,
      JSON.parse(JSON.stringify(use)),
      { text: (text) => redact(text).text, failed: OBSERVING.failed },
    );
    assertEquals(whole.payload["tool_args_hash"], argsHash);
    assertEquals(whole.observation, observation);
    assertEquals(observation === null, event["tool_name"] === "Skipped");
    assertEquals(JSON.stringify([draft, whole]).includes(secret), false);
    assertEquals(completeDraft(whole, OBSERVING), whole);
  }
});
