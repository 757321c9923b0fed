import { assertEquals } from "@std/assert";
import type { Places } from "../../lib/place.ts";
import type { ProgramOptions, ProgramResult } from "../_support/program.ts";
import type { Sandbox, SandboxOptions } from "../_support/sandbox.ts";
import { type DaemonBox, daemonBox } from "../daemon/_daemon.ts";
import { keepMemory, keepSessions, type Told } from "./_history.ts";

/** A home with some history, and the hook. */
export interface RecallBox extends AsyncDisposable {
  readonly daemon: DaemonBox;
  readonly box: Sandbox;
  readonly places: Places;
  /** The uid of its one memory. */
  readonly memory: string;
  /** Runs the hook with a prompt. */
  run(
    prompt: unknown,
    more?: Record<string, unknown>,
    options?: Partial<ProgramOptions>,
  ): Promise<ProgramResult>;
  /** What the hook tells of a prompt; `""` where it says nothing. */
  told(prompt: unknown, more?: Record<string, unknown>): Promise<string>;
}

/** A prompt that the history has an answer to, and one that it has not. */
export const RELATED = "Why did the invoice exporter round cents wrongly?";
export const UNRELATED = "Please write a haiku about autumn leaves.";

/** What the summary of the first session says. */
export const DECIDED = "Amounts were floats; keep whole cents in a bigint.";

/** Sessions of a project. */
export function sessionsOf(project: string): Told[] {
  return [
    {
      session: "first",
      project,
      prompts: ["The invoice exporter rounds cents wrongly, please mend it."],
      observations: [
        {
          title: "Edited src/invoice_export.ts",
          detail: "const cents = BigInt(amount); // no floats any more",
          files: [`${project}/src/invoice_export.ts`],
        },
        {
          kind: "command",
          tool: "Bash",
          outcome: "error",
          title: "deno test tests/retryDelay_test.ts",
          detail: "error: the backoff of retryDelay is negative",
        },
      ],
      summary: {
        request: "The invoice exporter rounds cents wrongly.",
        changed: "src/invoice_export.ts",
        decided: DECIDED,
      },
    },
    {
      session: "second",
      project,
      prompts: ["请修复登录页面的超时问题"],
      summary: { request: "登录页面超时", decided: "把会话延长到三十分钟" },
    },
  ];
}

/** Makes it. The daemon does not run yet. */
export async function recallBox(
  options: SandboxOptions = {},
  more: (project: string) => readonly Told[] = () => [],
): Promise<RecallBox> {
  const daemon = await daemonBox(options);
  const { box, places } = daemon;
  // A repository of its own, since executables run in a folder of this working copy, which is one as well.
  await Deno.mkdir(`${box.project}/.git`);
  keepSessions(
    places,
    [...sessionsOf(box.project), ...more(box.project)]
      .map((it) => ({ ...it, project: `${it.project}/.git` })),
  );
  const memory = keepMemory(places, {
    content:
      "Deploys of the label printer happen on Tuesdays, never on Fridays.",
    title: "Label printer deploys",
    domain: "acme/printing",
  });
  const run: RecallBox["run"] = (prompt, more = {}, options = {}) =>
    box.run("user-prompt-submit", { prompt, ...more }, options);
  return {
    daemon,
    box,
    places,
    memory,
    run,
    async told(prompt, more) {
      const { code, stdout, stderr } = await run(prompt, more);
      assertEquals({ code, stderr }, { code: 0, stderr: "" });
      return toldIn(stdout);
    },
    [Symbol.asyncDispose]: () => daemon[Symbol.asyncDispose](),
  };
}

/** What an answer tells the model, in both of its places. */
export function toldIn(stdout: string): string {
  if (stdout === "") return "";
  const answer = JSON.parse(stdout);
  const text = answer.additionalContext;
  assertEquals(answer, {
    hookSpecificOutput: {
      hookEventName: "UserPromptSubmit",
      additionalContext: text,
    },
    additionalContext: text,
  });
  return text;
}
