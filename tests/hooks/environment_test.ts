import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { sandbox, SESSION } from "../_support/sandbox.ts";
import { assertSilent, briefOf, section } from "./_answer.ts";
import { wholeBrief } from "./_brief.ts";
import { written } from "./_events.ts";
import {
  complaints,
  exists,
  journalEntries,
  journalText,
  ledgerRecords,
  stampAged,
} from "./_state.ts";

const CONVENTION = "---\nsummary: Be kind\ntags: convention\n---\n";

/** The day that it is in a time zone. */
function dayIn(timeZone: string): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone }).format(new Date());
}

// At any moment one of these two has another day than UTC has.
for (const zone of ["Etc/GMT+12", "Etc/GMT-14"]) {
  Deno.test(`The journal's day is the local one in ${zone}, or UTC's where the config says so`, async () => {
    for (const setting of ["local", "utc"]) {
      await using box = await sandbox({
        notes: {},
        env: () => ({ TZ: zone }),
        config: `journal:\n  day: ${setting}\n`,
      });
      const days = [dayIn(setting === "local" ? zone : "UTC")];
      const start = await box.run("session-start", { source: "startup" });
      assertSilent(await box.run("session-end", { reason: "other" }));
      // It may become another day while this runs.
      days.push(dayIn(setting === "local" ? zone : "UTC"));
      const files = [...Deno.readDirSync(`${box.vault}/journal`)];
      const [name = ""] = files.map((file) => file.name);
      assert(days.map((day) => `${day}.md`).includes(name), name);
      const [pointer = ""] = section(briefOf(start), "Journal") ?? [];
      assert(days.some((day) => pointer.endsWith(`/journal/${day}.md`)));
      const [entry = ""] = await journalEntries(box);
      const utc = new Date().toISOString();
      assertEquals(entry.slice(0, 14), `## ${utc.slice(0, 11)}`);
    }
  });
}

Deno.test("XDG_* variables move what is kept, and CLAUDE_CONFIG_DIR the transcripts", async () => {
  await using box = await sandbox({
    notes: { "b.md": CONVENTION },
    env: (home) => ({
      XDG_CONFIG_HOME: `${home}/x/config`,
      XDG_STATE_HOME: `${home}/x/state`,
      XDG_DATA_HOME: `${home}/x/data`,
      CLAUDE_CONFIG_DIR: `${home}/x/claude`,
    }),
    prepare: async (home) => {
      await Deno.mkdir(`${home}/x/config/memory-hooks`, { recursive: true });
      await Deno.writeTextFile(
        `${home}/x/config/memory-hooks/config.yaml`,
        "journal:\n  dir: diary\n",
      );
    },
  });
  await stampAged(box, 1);
  assertEquals(section(await wholeBrief(box), "Conventions"), ["b: Be kind"]);
  await box.settled();
  const { home } = box;
  const transcript = `${home}/x/claude/projects/-p/t.jsonl`;
  const use = {
    type: "tool_use",
    id: "t1",
    name: "Write",
    input: { "file_path": `${box.vault}/b.md` },
  };
  const result = { type: "tool_result", "tool_use_id": "t1", content: "ok" };
  await Deno.mkdir(`${home}/x/claude/projects/-p`, { recursive: true });
  await Deno.writeTextFile(
    transcript,
    [use, result].map((block) =>
      `${JSON.stringify({ type: "x", message: { content: [block] } })}\n`
    ).join(""),
  );
  const end = { "session_id": "other", "transcript_path": transcript };
  assertSilent(await box.run("session-end", { ...end, reason: "other" }));
  const [day] = [...Deno.readDirSync(`${box.vault}/diary`)];
  assertStringIncludes(
    await Deno.readTextFile(`${box.vault}/diary/${day?.name}`),
    "- notes: [[b]]\n",
  );
  assert(await exists(`${home}/x/state/memory-hooks/sessions`));
  assert(await exists(`${home}/x/data/memory-hooks/index`));
  assert(!await exists(`${home}/.local`));
  assertEquals(await complaints(box), []);
});

Deno.test("With an empty stdin the session and its folder come from the environment", async () => {
  await using box = await sandbox({ notes: { "b.md": CONVENTION } });
  const graph = `${box.project}/graphify-out/graph.json`;
  await Deno.mkdir(`${box.project}/graphify-out`);
  await Deno.writeTextFile(graph, "{}");
  const env = {
    ...box.env,
    CLAUDE_CODE_SESSION_ID: SESSION,
    CLAUDE_PROJECT_DIR: box.project,
  };
  const brief = await wholeBrief(box, "", { env });
  assertEquals(section(brief, "Conventions"), ["b: Be kind"]);
  assertStringIncludes(brief, graph);
  assertSilent(await box.run("session-end", "", { env }));
  assertStringIncludes(await journalText(box), `session: \`${SESSION}\``);
  assertEquals(await complaints(box), []);
});

Deno.test("A config that is edited counts from the next hook on", async () => {
  await using box = await sandbox({ notes: { "a.md": "[[b]]", "b.md": "b" } });
  const config = `${box.home}/.config/memory-hooks/config.yaml`;
  const gods = async (): Promise<number> => {
    return section(await wholeBrief(box), "Most connected notes")?.length ?? 0;
  };
  assertEquals(await gods(), 2);
  await Deno.mkdir(`${box.home}/.config/memory-hooks`, { recursive: true });
  for (const count of [1, 0, 2]) {
    await Deno.writeTextFile(config, `brief:\n  god_nodes: ${count}\n`);
    assertEquals(await gods(), count);
  }
  await Deno.writeTextFile(config, "brief:\n  god_nodes: 1 # one\n");
  assertEquals(await gods(), 1);
  await Deno.remove(config);
  assertEquals(await gods(), 2);
});

Deno.test("A vault with `~` alone, a trailing slash or a link in its path is the same vault", async () => {
  for (const path of ["~/Documents/../Documents/SecondBrain/", "~/link"]) {
    await using box = await sandbox({
      notes: { "b.md": CONVENTION },
      config: `vault:\n  path: ${path}\n`,
      prepare: (home) =>
        Deno.symlink(`${home}/Documents/SecondBrain`, `${home}/link`),
    });
    const { command, args } = box.command("post-tool-use");
    const event = written(`${box.vault}/b.md`);
    assertSilent(
      await box.run("post-tool-use", event, { command, args }),
    );
    const notes = (await ledgerRecords(box, SESSION)).map(({ path }) => path);
    assertEquals(notes, ["b.md"]);
  }
});
