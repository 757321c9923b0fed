import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { type Sandbox, sandbox } from "../_support/sandbox.ts";
import { until } from "../_support/until.ts";
import { edited } from "./_events.ts";
import { exists, journalEntries } from "./_state.ts";

/** A process that stands for Claude Code, killed at the end of the scope. */
class Claude implements AsyncDisposable {
  readonly #child = new Deno.Command("sleep", { args: ["600"] }).spawn();

  get pid(): number {
    return this.#child.pid;
  }

  async kill(): Promise<void> {
    try {
      this.#child.kill("SIGKILL");
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
    await this.#child.status;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
  }
}

async function start(
  box: Sandbox,
  id: string,
  claude: Claude,
  source = "startup",
): Promise<void> {
  const env = { ...box.env, CLAUDE_PID: `${claude.pid}` };
  const event = { "session_id": id, source };
  const run = await box.run("session-start", event, { env });
  assertEquals([run.code, run.stderr], [0, ""]);
}

/**
 * Starts other sessions until one has journaled a killed one. It asks `ps`, which on a slow machine may not answer in time: then the
 * killed one counts as alive, and a later start finds it.
 */
async function startUntilJournaled(
  box: Sandbox,
  id: string,
  claude: Claude,
): Promise<void> {
  let starts = 0;
  await until(`the entry of ${id}`, async () => {
    await start(box, `finder${starts++}`, claude);
    return (await entriesOf(box, id)).length > 0;
  });
}

async function edit(box: Sandbox, id: string, note: string): Promise<void> {
  const more = { "session_id": id, "tool_use_id": `${id}-${note}` };
  await box.run("post-tool-use", edited(`${box.vault}/${note}.md`, more));
}

async function end(box: Sandbox, id: string): Promise<void> {
  await box.run("session-end", { "session_id": id, reason: "other" });
}

async function entriesOf(box: Sandbox, id: string): Promise<string[]> {
  return (await journalEntries(box)).filter((entry) =>
    entry.includes(`session: \`${id}\``)
  );
}

const NOTES = { "a.md": "a", "b.md": "b", "c.md": "c" };

Deno.test("A killed session is journaled once, by a later SessionStart, and never while it still runs", async () => {
  await using box = await sandbox({ notes: NOTES });
  await using killed = new Claude();
  await using other = new Claude();
  await start(box, "killed", killed);
  await edit(box, "killed", "a");
  await start(box, "other", other);
  assertEquals(await journalEntries(box), []);
  await killed.kill();
  await startUntilJournaled(box, "killed", other);
  const [entry = "", ...more] = await entriesOf(box, "killed");
  assertEquals(more, []);
  assertStringIncludes(entry, "- notes: [[a]]");
  assertStringIncludes(entry, "never ended");
  assertStringIncludes(entry, "(killed)");
  await start(box, "other3", other);
  await end(box, "other3");
  assertEquals((await entriesOf(box, "killed")).length, 1);
  assertEquals((await entriesOf(box, "other")).length, 0);
  assert(!await exists(`${box.places.state}/sessions/open/killed`));
});

Deno.test("Of many SessionStarts at once, one journals the killed session", async () => {
  await using box = await sandbox({ notes: NOTES });
  await using killed = new Claude();
  await using other = new Claude();
  await start(box, "killed", killed);
  await killed.kill();
  await Promise.all(
    Array.from({ length: 8 }, (_, n) => start(box, `other${n}`, other)),
  );
  await startUntilJournaled(box, "killed", other);
  assertEquals((await journalEntries(box)).length, 1);
});

Deno.test("A killed session whose pid now is another process's is journaled", async () => {
  await using box = await sandbox({ notes: NOTES });
  await using other = new Claude();
  await start(box, "killed", other);
  const path = `${box.places.state}/sessions/killed.jsonl`;
  const record = JSON.parse(await Deno.readTextFile(path));
  record.at = new Date(Date.now() - 3_600_000).toISOString();
  await Deno.writeTextFile(path, `${JSON.stringify(record)}\n`);
  await startUntilJournaled(box, "killed", other);
  assertEquals((await entriesOf(box, "killed")).length, 1);
});

Deno.test("A session that is resumed after a kill is one entry, with the notes of both parts", async () => {
  await using box = await sandbox({ notes: NOTES });
  await using first = new Claude();
  await using second = new Claude();
  await start(box, "s", first);
  await edit(box, "s", "a");
  await first.kill();
  await start(box, "s", second, "resume");
  assertEquals(await journalEntries(box), []);
  await edit(box, "s", "b");
  await start(box, "other", second);
  assertEquals(await journalEntries(box), []);
  await end(box, "s");
  const [entry = "", ...more] = await entriesOf(box, "s");
  assertEquals(more, []);
  assertStringIncludes(entry, "- notes: [[a]], [[b]]");
});

Deno.test("A session that was journaled as killed and is resumed gets another entry for what came since", async () => {
  await using box = await sandbox({ notes: NOTES });
  await using first = new Claude();
  await using second = new Claude();
  await start(box, "s", first);
  await edit(box, "s", "a");
  await first.kill();
  await startUntilJournaled(box, "s", second);
  await start(box, "s", second, "resume");
  await edit(box, "s", "b");
  await end(box, "s");
  const entries = await entriesOf(box, "s");
  assertEquals(
    entries.map((entry) => /- notes: (.*)/.exec(entry)?.[1]),
    ["[[a]]", "[[b]]"],
  );
});

Deno.test("A killed session waits in the spool while the vault is away", async () => {
  await using box = await sandbox({ notes: NOTES });
  await using killed = new Claude();
  await using other = new Claude();
  await start(box, "killed", killed);
  await killed.kill();
  await box.settled();
  await Deno.rename(box.vault, `${box.vault}.away`);
  await start(box, "other", other);
  await start(box, "other2", other);
  assert(!await exists(box.vault));
  await Deno.rename(`${box.vault}.away`, box.vault);
  await startUntilJournaled(box, "killed", other);
  assertEquals((await entriesOf(box, "killed")).length, 1);
});
