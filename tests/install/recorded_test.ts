import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { sandbox, SESSION } from "../_support/sandbox.ts";
import { until } from "../_support/until.ts";
import { runInstaller } from "./_support.ts";

/** What is never to be found anywhere, in two pieces so that this file does not hold it. */
const SECRET = `ghp_${"A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"}`;

Deno.test("what was recorded is given out, deleted, and taken in again", async () => {
  await using box = await sandbox({ notes: null });
  const run = (...args: string[]) =>
    runInstaller(box.home, args, { env: { ...box.env } });
  await installed(box);
  for (const prompt of ["Mend the upload worker", "Now test it"]) {
    await box.run("capture-prompt", { prompt });
  }
  await box.run("capture-tool", {
    hook_event_name: "PostToolUse",
    tool_name: "Bash",
    tool_input: { command: "deno test upload_test.ts" },
    tool_response: { stdout: "ok | 3 passed", stderr: "" },
    tool_use_id: "toolu_1",
  });
  const file = `${box.home}/out.jsonl`;
  await until("the tool is in the store", async () => {
    await Deno.remove(file).catch(() => {});
    const { code, stderr } = await run("--export", file);
    assertEquals([code, stderr.includes("Cannot")], [0, false], stderr);
    const text = await Deno.readTextFile(file);
    return text.includes("Now test it") && text.includes("upload_test.ts");
  });
  assertEquals(((await Deno.stat(file)).mode ?? 0) & 0o777, 0o600);
  const again = await run("--export", file);
  assertEquals(again.code, 1);
  assertStringIncludes(again.stderr, "it is there already");

  const refused = await run("--purge", "--session", SESSION);
  assertEquals(refused.code, 1);
  assertStringIncludes(refused.stderr, "--yes");
  const none = await run("--purge", "--session", "nobody", "--yes", "--json");
  assertEquals(JSON.parse(none.stdout).deleted.sessions, 0);
  // Two whose ids begin alike.
  const [one, other] = ["9a9a9a9a-1", "9a9a9a9a-2"];
  for (const session_id of [one, other]) {
    await box.run("capture-prompt", { session_id, prompt: "Another one" });
  }
  await until("both are in the store", async () => {
    const { stdout } = await run("--export");
    return stdout.includes(one) && stdout.includes(other);
  });
  const several = await run("--purge", "--session", one.slice(0, 8), "--yes");
  assertEquals([several.code, several.stdout], [1, ""]);
  assertStringIncludes(several.stderr, "several begin with 9a9a9a9a");
  for (const id of [one, other]) {
    const { code, stdout } = await run("--purge", "--session", id, "--yes");
    assertEquals([code, stdout.includes("1 session")], [0, true], stdout);
  }

  // As `--tail` shows it.
  const short = SESSION.slice(0, 8);
  const purged = await run("--purge", "--session", short, "--yes", "--json");
  assertEquals(purged.code, 0, purged.stderr);
  const { deleted } = JSON.parse(purged.stdout);
  assertEquals(
    [deleted.sessions, deleted.prompts, deleted.observations],
    [1, 2, 1],
  );
  assertEquals((await run("--verify")).code, 0);

  const lines = (await Deno.readTextFile(file)).trimEnd().split("\n");
  await Deno.writeTextFile(
    file,
    [...lines, "no record", ""].join("\n")
      .replace("Now test it", `Now test it with ${SECRET}`),
  );
  const taken = await run("--import", file, "--json");
  assertEquals(taken.code, 0, taken.stderr);
  const counts = JSON.parse(taken.stdout);
  assertEquals(
    [counts.sessions, counts.prompts, counts.observations, counts.unfit],
    [1, 2, 1, 1],
  );
  const twice = JSON.parse((await run("--import", file, "--json")).stdout);
  assertEquals([twice.prompts, twice.known > 0], [0, true]);
  const out = (await run("--export")).stdout;
  assertStringIncludes(out, "Now test it with <");
  assert(!out.includes(SECRET));
});

Deno.test("what was recorded is deleted by its project, and by its age", async () => {
  await using box = await sandbox({ notes: null });
  const run = (...args: string[]) =>
    runInstaller(box.home, args, { env: { ...box.env } });
  const purged = async (...args: string[]): Promise<[number, number]> => {
    const { code, stdout, stderr } = await run(
      "--purge",
      ...args,
      "--yes",
      "--json",
    );
    assertEquals(code, 0, stderr);
    const { deleted } = JSON.parse(stdout);
    return [deleted.sessions, deleted.prompts];
  };
  await installed(box);
  const other = `${box.home}/the other ü`;
  await Deno.mkdir(`${other}/.git`, { recursive: true });
  const both = { here: box.project, there: other };
  for (const [session_id, cwd] of Object.entries(both)) {
    const prompt = `Something ${session_id}`;
    await box.run("capture-prompt", { session_id, cwd, prompt }, { cwd });
  }
  const told = async (): Promise<string[]> => {
    const { stdout } = await run("--export");
    return ["Something here", "Something there"].filter((it) =>
      stdout.includes(it)
    );
  };
  await until("both are in the store", async () => (await told()).length === 2);

  assertEquals(await purged("--project", `${box.home}/nowhere`), [0, 0]);
  // A folder in it is the project as well.
  await Deno.mkdir(`${other}/src`);
  assertEquals(await purged("--project", `${other}/src`), [1, 1]);
  assertEquals(await told(), ["Something here"]);

  assertEquals(await purged("--before", "2020-01-01"), [0, 0]);
  assertEquals(await told(), ["Something here"]);
  const badly = await run("--purge", "--before", "yesterday", "--yes");
  assertEquals([badly.code, badly.stdout], [2, ""]);
  assertStringIncludes(badly.stderr, "Cannot use --before yesterday");
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  assertEquals(await purged("--before", tomorrow.slice(0, 16)), [1, 1]);
  assertEquals(await told(), []);
  assertEquals((await run("--verify")).code, 0);
});

Deno.test("the viewer is only opened where it is on, and says how", async () => {
  await using box = await sandbox({ notes: null });
  await installed(box);
  const off = await runInstaller(box.home, ["--viewer"], { env: box.env });
  assertEquals(off.code, 1);
  assertStringIncludes(off.stderr, "worker.http is off");
});

/** The programs are there; a receipt that says so is all that is missing. */
async function installed(
  box: { places: { data: string } },
): Promise<void> {
  await Deno.writeTextFile(
    `${box.places.data}/install.json`,
    JSON.stringify({
      receipt: 1,
      version: "0",
      form: "script",
      deno: Deno.version.deno,
      flags: {},
      settings: [],
      config: null,
    }),
  );
}
