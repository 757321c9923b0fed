import { assertEquals } from "@std/assert";
import {
  type ProjectFile,
  readProjectFile,
} from "../../lib/summary/project_file.ts";
import type { DaemonBox } from "../daemon/_daemon.ts";
import { prompted, stopped, used } from "../capture/_events.ts";
import { until } from "../_support/until.ts";

/** A turn of a session, as the host has it. */
export interface Turn {
  readonly prompt: string;
  /** A file that is written. */
  readonly writes?: string;
  /** A command that is run. */
  readonly runs?: string;
  readonly answer?: string;
}

let uses = 0;

/** Plays turns: each runs the hooks of capture, one after the other. */
export async function play(
  { box }: DaemonBox,
  turns: readonly Turn[],
  { session_id, cwd = box.project }: { session_id?: string; cwd?: string } = {},
): Promise<void> {
  const common = { cwd, ...session_id === undefined ? {} : { session_id } };
  const run = async (
    hook: "capture-prompt" | "capture-tool" | "capture-stop",
    fields: Record<string, unknown>,
  ): Promise<void> => {
    const { code, stdout, stderr } = await box.run(
      hook,
      { ...fields, ...common },
      { cwd },
    );
    assertEquals({ code, stdout, stderr }, { code: 0, stdout: "", stderr: "" });
  };
  for (const { prompt, writes, runs, answer } of turns) {
    await run("capture-prompt", prompted(prompt));
    if (writes !== undefined) {
      await run(
        "capture-tool",
        used({
          tool_use_id: `toolu_${uses++}`,
          tool_name: "Write",
          tool_input: { file_path: writes, content: "x\n" },
          tool_response: {
            type: "create",
            filePath: writes,
            content: "x\n",
            structuredPatch: [],
            originalFile: null,
          },
        }),
      );
    }
    if (runs !== undefined) {
      await run(
        "capture-tool",
        used({ tool_use_id: `toolu_${uses++}`, tool_input: { command: runs } }),
      );
    }
    if (answer !== undefined) await run("capture-stop", stopped(answer));
  }
}

/** Waits until a project's file is as it is to be. */
export async function untilTold(
  { places }: DaemonBox,
  project: string,
  holds: (file: ProjectFile) => boolean,
): Promise<ProjectFile> {
  let found: ProjectFile | null = null;
  await until(`what is told of ${project}`, () => {
    const file = readProjectFile(places, project);
    if (file !== null && holds(file)) found = file;
    return found !== null;
  });
  if (found === null) throw new Error("Cannot find it again");
  return found;
}
