import type { WorkerBox } from "../worker/_worker_box.ts";

/** A prompt, what was done for it, and the answer. */
interface Turn {
  readonly prompt: string;
  readonly tools: readonly (readonly [
    name: string,
    input: Record<string, unknown>,
    response: unknown,
  ])[];
  readonly answer: string;
}

/** The session that most tests look at. */
export const STORY = "aaaaaaaa-0000-4000-8000-000000000001";

const TURNS: readonly Turn[] = [
  {
    prompt:
      "The tide table shows low water an hour late in summer. Find out why and fix it.",
    tools: [
      ["Read", { file_path: "/home/me/harbour/src/tide_table.ts" }, {
        file: {
          filePath: "/home/me/harbour/src/tide_table.ts",
          content: "export function lowWater(day: Date): number { return 0 }",
        },
      }],
      ["Grep", { pattern: "getTimezoneOffset", path: "/home/me/harbour" }, {
        filenames: ["/home/me/harbour/src/tide_table.ts"],
      }],
      ["Edit", {
        file_path: "/home/me/harbour/src/tide_table.ts",
        old_string: "day.getHours()",
        new_string: "day.getUTCHours()",
      }, { filePath: "/home/me/harbour/src/tide_table.ts" }],
      ["Bash", { command: "deno test tests/tide_table_test.ts" }, {
        stdout: "ok | 14 passed | 0 failed (120ms)",
        stderr: "",
      }],
    ],
    answer:
      "Low water was read in local time, so that it moved with summer time. It is UTC now, and a test covers both changes of the clock. Open: the printed table still says “local time” in its heading.",
  },
  {
    prompt: "Now say in the heading of the printed table that times are UTC.",
    tools: [
      ["Write", {
        file_path: "/home/me/harbour/src/print_table.ts",
        content: "export const HEADING = 'All times UTC';",
      }, { filePath: "/home/me/harbour/src/print_table.ts" }],
      ["WebFetch", {
        url: "https://tides.example/heights",
        prompt: "How are heights named?",
      }, { result: "Heights are metres above chart datum." }],
    ],
    answer:
      "The heading says that all times are UTC, in print and on the screen.",
  },
];

/** Has a session in the store, as a host without hooks tells of it. */
export async function haveSession(
  box: WorkerBox,
  session: string = STORY,
  cwd = "/home/me/harbour",
): Promise<void> {
  const base = { contentSessionId: session, cwd };
  let uses = 0;
  for (const { prompt, tools, answer } of TURNS) {
    await box.json("/api/sessions/init", { body: { ...base, prompt } });
    for (const [tool_name, tool_input, tool_response] of tools) {
      await box.json("/api/sessions/observations", {
        body: {
          ...base,
          tool_name,
          tool_input,
          tool_response,
          tool_use_id: `${session}-use-${uses++}`,
        },
      });
    }
    await box.json("/api/sessions/summarize", {
      body: { ...base, last_assistant_message: answer },
    });
  }
}
