import { filesWith } from "../_support/files_below.ts";
import type { SandboxOptions } from "../_support/sandbox.ts";
import { SESSION } from "../_support/sandbox.ts";
import { until } from "../_support/until.ts";
import { assertKept } from "../capture/_answer.ts";
import { prompted, stopped, used } from "../capture/_events.ts";
import { LONG_MS, storedIds } from "../daemon/_daemon.ts";
import { type WorkerBox, workerBox } from "../worker/_worker_box.ts";

/** A session as the worker tells it. */
export interface Told {
  readonly session: {
    readonly name: string;
    readonly project: string;
    readonly answer: string;
  };
  readonly prompts: readonly { readonly text: string }[];
  readonly observations: readonly {
    readonly address: string;
    readonly title: string;
    readonly detail: string;
    readonly files: readonly string[];
  }[];
}

/** A home with capture hooks and a daemon that serves what they sent. */
export interface RecordingBox extends AsyncDisposable {
  readonly worker: WorkerBox;
  readonly project: string;
  /** Runs the hook of a prompt. */
  prompt(prompt: unknown, more?: Record<string, unknown>): Promise<void>;
  /** Runs the hook of a tool. */
  tool(fields: Record<string, unknown>): Promise<void>;
  /** Runs the hook of a turn's end. */
  stop(message: unknown, more?: Record<string, unknown>): Promise<void>;
  /** Waits until all that the hooks have sent is stored. */
  stored(): Promise<void>;
  /** What was stored of a session, `null` where that is nothing. */
  told(session?: string): Promise<Told | null>;
  /** The files of the home with a text in them: store, write-ahead log, spool, logs, vault. Programs are none. */
  filesWith(text: string): Promise<string[]>;
}

/** Makes it; the daemon runs. */
export async function recordingBox(
  options: SandboxOptions = {},
): Promise<RecordingBox> {
  const worker = await workerBox(options);
  await worker.serving();
  const { box, places } = worker.daemon;
  let fences = 0;
  const stored = async (): Promise<void> => {
    // Rows are stored in their order.
    const id = `fence-${fences++}`;
    await box.run(
      "capture-tool",
      used({ session_id: "fence", tool_use_id: id }),
    );
    await until(
      "what was sent to be stored",
      () => storedIds(places).includes(`tool:fence:${id}`),
      LONG_MS,
    );
  };
  return {
    worker,
    project: box.project,
    stored,
    async prompt(prompt, more = {}) {
      assertKept(await box.run("capture-prompt", prompted(prompt, more)));
    },
    async tool(fields) {
      assertKept(await box.run("capture-tool", used(fields)));
    },
    async stop(message, more = {}) {
      assertKept(await box.run("capture-stop", stopped(message, more)));
    },
    async told(session = SESSION) {
      await stored();
      const response = await worker.ask(`/api/session/${session}`);
      if (response.status === 404) {
        await response.body?.cancel();
        return null;
      }
      return await response.json() as Told;
    },
    async filesWith(text) {
      const isData = (path: string) =>
        !path.includes("/bin/") && !path.includes("/.cache/deno/");
      return await filesWith(box.home, [text], isData);
    },
    [Symbol.asyncDispose]: () => worker[Symbol.asyncDispose](),
  };
}
