import { assertEquals, assertStringIncludes } from "@std/assert";
import { startProgram } from "../_support/program.ts";
import { sandbox } from "../_support/sandbox.ts";
import { until } from "../_support/until.ts";

const PROJECT = decodeURIComponent(
  new URL("../../", import.meta.url).pathname,
);

Deno.test("hooks/*.ts run by themselves, with the permissions of their first lines, and start their worker", async () => {
  await using box = await sandbox({
    home: "h ö me",
    notes: { "Hub.md": "[[a]]\n", "a.md": "[[Hub]]\n" },
  });
  const bin = `${box.home}/deno-bin`;
  await Deno.mkdir(bin);
  await Deno.symlink(Deno.execPath(), `${bin}/deno`);
  const cache = Deno.env.get("DENO_DIR") ??
    `${Deno.env.get("HOME")}/.cache/deno`;
  // The packages that a checkout has fetched serve here, too: a new home has none.
  await Deno.mkdir(`${box.home}/.cache`, { recursive: true });
  await Deno.symlink(cache, `${box.home}/.cache/deno`);
  const env = { ...box.env, PATH: `${bin}:/usr/bin:/bin` };
  const run = (script: string, event: Record<string, unknown>) =>
    startProgram({
      command: `${PROJECT}hooks/${script}.ts`,
      env,
      cwd: PROJECT,
      stdin: JSON.stringify(box.event(event)),
    }).result;

  const start = await run("session_start", {
    hook_event_name: "SessionStart",
    source: "startup",
  });
  assertEquals([start.code, start.stderr], [0, ""]);
  assertStringIncludes(start.stdout, "Hub: degree 1");
  const graph = `${box.vault}/graphify-out/graph.json`;
  await until(
    "the worker's graph",
    () => Deno.stat(graph).then(() => true, () => false),
  );
  await box.settled();

  await Deno.writeTextFile(`${box.vault}/a.md`, "[[Hub]] more\n");
  const written = await run("post_tool_use", {
    hook_event_name: "PostToolUse",
    tool_name: "Write",
    tool_use_id: "t1",
    tool_input: { file_path: `${box.vault}/a.md` },
    tool_response: { type: "create", structuredPatch: [] },
  });
  const end = await run("session_end", {
    hook_event_name: "SessionEnd",
    reason: "other",
  });
  assertEquals([written.code, written.stdout, written.stderr], [0, "", ""]);
  assertEquals([end.code, end.stdout, end.stderr], [0, "", ""]);
  const [day] = [...Deno.readDirSync(`${box.vault}/journal`)];
  assertStringIncludes(
    await Deno.readTextFile(`${box.vault}/journal/${day?.name}`),
    "[[a]]",
  );
  assertEquals((await box.log()).filter((line) => !/ INFO /.test(line)), []);
});
