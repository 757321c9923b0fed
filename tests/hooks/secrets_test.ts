import { assert, assertEquals } from "@std/assert";
import { filesBelow, filesWith, pathsBelow } from "../_support/files_below.ts";
import { type Sandbox, sandbox } from "../_support/sandbox.ts";
import { edited, written } from "./_events.ts";
import { graphFiles } from "./_graph.ts";

const MARKER = "PLANTED-EXAMPLE-5f2c";

/** Fields of payloads in which a secret may stand. */
const SECRETS = {
  "tool_input": { command: `export PGPASSWORD=${MARKER}; psql` },
  "tool_response": { stdout: `AKIA${MARKER}`, content: MARKER },
  prompt: MARKER,
  "last_assistant_message": MARKER,
  "custom_instructions": MARKER,
  model: MARKER,
  error: MARKER,
};

async function runAll(box: Sandbox): Promise<void> {
  const path = `${box.vault}/a.md`;
  const event = { ...SECRETS, source: "startup", reason: "other" };
  const start = await box.run("session-start", event);
  assert(!start.stdout.includes(MARKER));
  await box.settled();
  const uses = [
    written(path, { "tool_input": { "file_path": path, content: MARKER } }),
    edited(path, {
      "tool_input": {
        "file_path": path,
        "old_string": MARKER,
        "new_string": MARKER,
      },
      "tool_response": { originalFile: MARKER, oldString: MARKER },
      "tool_use_id": "toolu_2",
    }),
    { ...SECRETS, "tool_name": "Bash" },
    { ...SECRETS, "tool_name": "Write", "tool_input": MARKER },
    { ...SECRETS, "tool_name": MARKER, "tool_use_id": `${MARKER}/`.repeat(99) },
    {
      "tool_name": "Write",
      "tool_input": { "file_path": `/${MARKER}/x.md`, content: MARKER },
    },
  ];
  for (const use of uses) await box.run("post-tool-use", use);
  for (
    const hook of ["session-start", "post-tool-use", "session-end"] as const
  ) {
    await box.run(hook, `{"prompt": "${MARKER}", oops`);
    await box.run(hook, `"${MARKER}"`);
    await box.run(hook, { "hook_event_name": "UserPromptSubmit", ...SECRETS });
    await box.run(hook, { "hook_event_name": MARKER });
  }
  await box.run("session-end", event);
  await box.settled();
}

for (const graphify of [false, true]) {
  const engine = graphify ? "graphify" : "embedded engine";
  Deno.test(`Nothing of a payload's contents is kept anywhere (${engine})`, async () => {
    await using box = await sandbox({
      graphify,
      notes: { ...graphFiles("Alpha"), "a.md": "[[b]]", "b.md": "b" },
    });
    await box.graphify?.answer("update --file", { stderr: "no", exit: 1 });
    await runAll(box);
    assertEquals(await filesWith(box.home, [MARKER]), []);
    const paths = await filesBelow(box.home);
    assert(paths.some((path) => path.endsWith("memory-hooks.log")));
    assert(paths.some((path) => path.startsWith(`${box.vault}/journal/`)));
  });

  Deno.test(`All that is kept is private: files 0600, folders 0700 (${engine})`, async () => {
    await using box = await sandbox({
      graphify,
      notes: { ...graphFiles("Alpha"), "a.md": "[[b]]", "b.md": "b" },
    });
    await box.graphify?.answer("update --file", {
      stderr: "error: unknown update option: --file\n",
      exit: 2,
    });
    await box.graphify?.answer("extract", { stdout: "said\n", exit: 1 });
    await runAll(box);
    const { state, data, graphCache } = box.places;
    const checked: string[] = [];
    for (const folder of [state, `${data}/index`, graphCache]) {
      for (const path of [folder, ...await pathsBelow(folder)]) {
        const { isDirectory, mode } = await Deno.lstat(path);
        const expected = isDirectory ? 0o700 : 0o600;
        assertEquals((mode ?? 0) & 0o777, expected, path);
        checked.push(path);
      }
    }
    assert(checked.length > 10, checked.join("\n"));
  });
}

Deno.test("Secrets in paths are redacted in the log, the ledger and the journal", async () => {
  await using box = await sandbox({ notes: { "a.md": "a" } });
  const secret = "ghp_abcdefghijklmnopqrstuvwxyz0123456789";
  const cwd = `/tmp/${secret}`;
  await box.run("session-start", { source: "startup", cwd });
  await box.run("session-end", { reason: secret, cwd });
  await box.run("session-end", { reason: secret, cwd, "session_id": "b" });
  await box.settled();
  assertEquals(await filesWith(box.home, [secret]), []);
});

Deno.test("Nothing is written into the project", async () => {
  await using box = await sandbox({ notes: { "a.md": "a" } });
  await Deno.writeTextFile(`${box.project}/README.md`, "x");
  await runAll(box);
  await box.run("post-tool-use", edited(`${box.project}/README.md`));
  assertEquals(await pathsBelow(box.project), [`${box.project}/README.md`]);
});
