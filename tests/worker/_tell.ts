import type { WorkerBox } from "./_worker_box.ts";

/** What is told of one session. */
export interface Tale {
  readonly session: string;
  readonly cwd: string;
  readonly prompts: readonly string[];
  /** Paths of files that were written. */
  readonly files?: readonly string[];
  /** Commands that were run, with what they said. */
  readonly commands?: Readonly<Record<string, string>>;
  readonly answer?: string;
}

/** Tells the worker of a session from its beginning to its end. */
export async function tell(box: WorkerBox, tale: Tale): Promise<void> {
  const { session: contentSessionId, cwd, prompts, answer } = tale;
  const post = (
    what: string,
    body: Record<string, unknown>,
  ): Promise<Record<string, unknown>> =>
    box.json(`/api/sessions/${what}`, { body: { contentSessionId, ...body } });
  for (const prompt of prompts) await post("init", { cwd, prompt });
  for (const file_path of tale.files ?? []) {
    await post("observations", {
      cwd,
      tool_name: "Write",
      tool_input: { file_path, content: `what is in ${file_path}` },
      tool_response: { type: "create", filePath: file_path },
    });
  }
  for (const [command, stdout] of Object.entries(tale.commands ?? {})) {
    await post("observations", {
      cwd,
      tool_name: "Bash",
      tool_input: { command },
      tool_response: { stdout, stderr: "", interrupted: false },
    });
  }
  if (answer === undefined) return;
  await post("summarize", { last_assistant_message: answer });
  await post("complete", {});
}
