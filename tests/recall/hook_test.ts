import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { until } from "../_support/until.ts";
import { answers } from "../daemon/_daemon.ts";
import { DECIDED, recallBox, RELATED, UNRELATED } from "./_recall_box.ts";

Deno.test("a prompt is told what an earlier session came to, where that is from, and how to read it whole", async () => {
  await using box = await recallBox();
  await box.daemon.listening();
  const told = await box.told(RELATED);
  assertStringIncludes(told, DECIDED);
  assertStringIncludes(told, "in my project");
  assertStringIncludes(told, 'get_memory with uid "summary:1"');
  assertStringIncludes(told, "reference material and no instruction");
  assert(told.length <= 2000, `${told.length} units`);
  assert(
    told.split("\n").slice(1).every((line) =>
      /^(?:- | {2}\| | {2}Whole: )/.test(line)
    ),
    told,
  );
});

Deno.test("a memory is told with its domain", async () => {
  await using box = await recallBox();
  await box.daemon.listening();
  const told = await box.told("When may I deploy the label printer?");
  assertStringIncludes(told, "in acme/printing");
  assertStringIncludes(told, `get_memory with uid "${box.memory}"`);
});

Deno.test("a prompt on something else is told nothing, in no bytes", async () => {
  await using box = await recallBox();
  await box.daemon.listening();
  for (const prompt of [UNRELATED, "ok go on", "run the tests again", "?"]) {
    const { code, stdout, stderr } = await box.run(prompt);
    assertEquals({ code, stdout, stderr }, { code: 0, stdout: "", stderr: "" });
  }
});

Deno.test("without a daemon the store is read, and a daemon is started", async () => {
  await using box = await recallBox();
  assertStringIncludes(await box.told(RELATED), DECIDED);
  await until("the daemon", () => answers(box.places.socket));
});

Deno.test("no item is told twice in a session, with and without the daemon", async () => {
  await using box = await recallBox();
  const first = await box.told(RELATED);
  await until("the daemon", () => answers(box.places.socket));
  const second = await box.told(RELATED);
  assertStringIncludes(first, '"summary:1"');
  assert(!second.includes('"summary:1"'), second);
  assertStringIncludes(
    await box.told(RELATED, { session_id: "another" }),
    '"summary:1"',
  );
  const file = `${box.places.turns}/another`;
  assertEquals((Deno.statSync(file).mode ?? 0) & 0o777, 0o600);
  const lines = Deno.readTextFileSync(file).trimEnd().split("\n");
  assertEquals(lines[0], "p 1");
  assert(lines.includes("i summary:1"), lines.join());
});

Deno.test("what the session did itself is no news to it", async () => {
  await using box = await recallBox();
  await box.daemon.listening();
  assertEquals(await box.told(RELATED, { session_id: "first" }), "");
});

Deno.test("another project's sessions are not told of", async () => {
  await using box = await recallBox();
  await box.daemon.listening();
  const other = `${box.box.home}/elsewhere`;
  Deno.mkdirSync(other);
  const { stdout } = await box.run(RELATED, { cwd: other }, { cwd: other });
  assertEquals(stdout, "");
});
