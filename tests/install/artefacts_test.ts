import { assert, assertEquals, assertMatch } from "@std/assert";
import {
  artefactStates,
  hashBundled,
  readBundled,
} from "../../lib/install/artefacts.ts";
import { artefactsToCopy } from "../../lib/install/install_artefacts.ts";
import { readManifest, writeManifest } from "../../lib/install/manifest.ts";
import { bundleOf } from "./_artefacts.ts";
import { PROJECT, readTree } from "./_support.ts";

const SKILLS = {
  "store/SKILL.md": "use it",
  "curate/SKILL.md": "mend it",
  "curate/more/rules.md": "rules",
};

Deno.test("skills are copied with what is nested in them, and a second time nothing is", async () => {
  await using skills = await bundleOf("skills", SKILLS);
  assertEquals(skills.states(), { curate: "missing", store: "missing" });
  assertEquals(skills.install().done.length, 3);
  assertEquals(await skills.read("curate/more/rules.md"), "rules");
  assertEquals(skills.states(), { curate: "installed", store: "installed" });
  const before = await readTree(skills.folder);
  assertEquals(skills.install(), { done: [], kept: [] });
  assertEquals(await readTree(skills.folder), before);
});

Deno.test("files of skills and the receipt are private", async () => {
  await using skills = await bundleOf("skills", SKILLS);
  skills.install();
  const tree = await readTree(skills.folder);
  assertMatch(tree["store/SKILL.md"] ?? "", /^file 600/);
  assertMatch(tree[".memory-skills.json"] ?? "", /^file 600/);
});

Deno.test("what is in a skill's way is copied aside first, and twice in one second to two names", async () => {
  await using skills = await bundleOf("skills", SKILLS);
  await skills.edit({ "store/SKILL.md": "mine" });
  skills.install();
  await skills.edit({ "store/SKILL.md": "mine again" });
  skills.install();
  assertEquals(await skills.read("store/SKILL.md"), "use it");
  assertEquals(skills.names("store"), [
    "SKILL.md",
    "SKILL.md.bak-20261130T120000Z",
    "SKILL.md.bak-20261130T120000Z-2",
  ]);
  assertEquals(
    await skills.read("store/SKILL.md.bak-20261130T120000Z"),
    "mine",
  );
  // A backup in the folder is no edit.
  assertEquals(skills.states()["store"], "installed");
});

Deno.test("skills of others are never touched", async () => {
  await using skills = await bundleOf("skills", SKILLS);
  await skills.edit({ "theirs/SKILL.md": "theirs", "store/notes.md": "x" });
  skills.install();
  assertEquals(await skills.read("theirs/SKILL.md"), "theirs");
  skills.remove();
  assertEquals(await skills.read("theirs/SKILL.md"), "theirs");
  assertEquals(await skills.read("store/notes.md"), "x");
  assertEquals(skills.names(), ["store", "theirs"]);
});

Deno.test("names that start with . or _, and folders without SKILL.md, are no skills", async () => {
  await using skills = await bundleOf("skills", {
    ...SKILLS,
    "__pycache__/SKILL.md": "",
    ".hidden/SKILL.md": "",
    "store/_draft.md": "",
    "empty/other.md": "",
  });
  skills.install();
  assertEquals(skills.names(), [".memory-skills.json", "curate", "store"]);
  assertEquals(skills.names("store"), ["SKILL.md"]);
});

Deno.test("where nothing is bundled nothing is done", async () => {
  await using skills = await bundleOf("skills", { "_x/SKILL.md": "" });
  assertEquals(skills.install(), {
    done: ["There are no skills to install"],
    kept: [],
  });
  assertEquals(skills.states(), {});
});

Deno.test("the files that would be copied are those that differ", async () => {
  await using skills = await bundleOf("skills", SKILLS);
  skills.install();
  await skills.edit({ "curate/SKILL.md": "mine" });
  assertEquals(artefactsToCopy(skills.machine, "skills", skills.folder), [
    `${skills.folder}/curate/SKILL.md`,
  ]);
});

Deno.test("a skill is outdated as long as nobody edited it, edited from then on", async () => {
  await using skills = await bundleOf("skills", SKILLS);
  skills.install();
  await skills.ship({ "store/SKILL.md": "use it better" });
  assertEquals(skills.states()["store"], "outdated+");
  await skills.edit({ "store/SKILL.md": "mine" });
  assertEquals(skills.states()["store"], "edited+");
  await skills.ship({ "store/SKILL.md": "use it" });
  assertEquals(skills.states()["store"], "edited");
  await skills.edit({ "store/SKILL.md": "use it" });
  assertEquals(skills.states()["store"], "installed");
});

Deno.test("a bundle that gained or lost a file makes an untouched skill outdated", async () => {
  await using skills = await bundleOf("skills", SKILLS);
  skills.install();
  await skills.ship({ "store/more.md": "more" });
  assertEquals(skills.states()["store"], "outdated+");
  skills.install();
  assertEquals(skills.states()["store"], "installed");
  await skills.ship({ "store/more.md": null });
  assertEquals(skills.states()["store"], "outdated+");
  skills.install();
  assertEquals(skills.names("store"), ["SKILL.md"]);
  assertEquals(skills.states()["store"], "installed");
});

Deno.test("without a receipt what differs is outdated, and the next installation records it", async () => {
  await using skills = await bundleOf("skills", SKILLS);
  skills.install();
  for (const receipt of ["no json", "[1]", '{"skills":{"../x":{"a":1}}}']) {
    await skills.edit({ ".memory-skills.json": receipt });
    await skills.edit({ "store/SKILL.md": "older" });
    assertEquals(skills.states()["store"], "outdated+");
    skills.install();
    assertEquals(skills.states()["store"], "installed");
  }
  // Nothing is copied, and the receipt is there again all the same.
  await skills.edit({ ".memory-skills.json": null });
  assertEquals(skills.install().done, []);
  const receipt = JSON.parse(await skills.read(".memory-skills.json"));
  assertEquals(receipt["memory-hooks"], "1.0.0");
  assertEquals(Object.keys(receipt.skills.curate), [
    "SKILL.md",
    "more/rules.md",
  ]);
});

Deno.test("a state says which version installed it", async () => {
  await using skills = await bundleOf("skills", SKILLS);
  skills.install("0.9.0");
  const of = () =>
    artefactStates("skills", skills.folder, skills.machine.project)
      .map(({ by }) => by);
  assertEquals(of(), ["0.9.0", "0.9.0"]);
  skills.install("1.0.0");
  assertEquals(of(), ["1.0.0", "1.0.0"]);
});

Deno.test("only what was installed counts where there is no bundle to be read", async () => {
  await using agents = await bundleOf("agents", { "warden.md": "watch" });
  const of = () =>
    artefactStates("agents", agents.folder, null)
      .map(({ name, state }) => `${name} ${state}`);
  assertEquals(of(), []);
  agents.install();
  assertEquals(of(), ["warden.md installed"]);
  await agents.edit({ "warden.md": "mine" });
  assertEquals(of(), ["warden.md edited"]);
  await agents.edit({ "warden.md": null });
  assertEquals(of(), ["warden.md missing"]);
});

Deno.test("agents are the .md files", async () => {
  await using agents = await bundleOf("agents", {
    "warden.md": "watch",
    "_draft.md": "",
    ".hidden.md": "",
    "notes.txt": "",
    "folder/agent.md": "",
  });
  agents.install();
  assertEquals(agents.names(), [".memory-agents.json", "warden.md"]);
  const { agents: recorded } = JSON.parse(
    await agents.read(".memory-agents.json"),
  );
  assertMatch(recorded["warden.md"], /^[0-9a-f]{64}$/);
});

Deno.test("an agent that was copied is as new as its copy", async () => {
  await using agents = await bundleOf("agents", { "warden.md": "watch" });
  const from = `${agents.machine.project}/agents/warden.md`;
  await Deno.utime(from, new Date(0), new Date(0));
  const before = Date.now();
  agents.install();
  const { mtime } = await Deno.stat(`${agents.folder}/warden.md`);
  // File systems round down.
  assert((mtime?.getTime() ?? 0) > before - 2000);
});

Deno.test("an agent that is shipped no more goes where nobody edited it", async () => {
  await using agents = await bundleOf("agents", {
    "warden.md": "watch",
    "old.md": "old",
    "older.md": "older",
  });
  agents.install();
  await agents.edit({ "older.md": "mine", "theirs.md": "theirs" });
  await agents.ship({ "old.md": null, "older.md": null });
  const { kept } = agents.install();
  assertEquals(agents.names(), [
    ".memory-agents.json",
    "older.md",
    "theirs.md",
    "warden.md",
  ]);
  assertEquals(kept.length, 1);
  assertMatch(kept[0] ?? "", /older\.md .* remove it by hand/);
  // It is still known the next time.
  assertEquals(agents.install().kept, kept);
  assertMatch(agents.remove().kept.join(), /older\.md \(edited\)/);
  assertEquals(agents.names(), ["older.md", "theirs.md"]);
});

Deno.test("uninstalling takes what nobody edited, and names the rest", async () => {
  await using skills = await bundleOf("skills", SKILLS);
  skills.install();
  await skills.edit({ "store/SKILL.md": "mine" });
  const { done, kept } = skills.remove();
  assertMatch(done.join(), /^Removed curate from /);
  assertEquals(kept, [`${skills.folder}/store (edited)`]);
  assertEquals(skills.names(), ["store"]);
  assertEquals(skills.remove(), { done: [], kept: [] });
});

Deno.test("uninstalling leaves the folder as it was, be it there or not", async () => {
  await using skills = await bundleOf("skills", SKILLS);
  skills.install();
  skills.install();
  skills.remove();
  assertEquals(await readTree(`${skills.machine.places.home}/.claude`), {});
  await Deno.mkdir(skills.folder);
  skills.install();
  skills.remove();
  assertEquals(skills.names(), []);
});

Deno.test("a link is written through, as for settings", async () => {
  await using agents = await bundleOf("agents", { "warden.md": "watch" });
  const mine = `${agents.machine.places.home}/dotfiles/warden.md`;
  await agents.edit({ "../../dotfiles/warden.md": "older" });
  await Deno.mkdir(agents.folder, { recursive: true });
  await Deno.symlink(mine, `${agents.folder}/warden.md`);
  agents.install();
  assertEquals(await Deno.readTextFile(mine), "watch");
  assert((await Deno.lstat(`${agents.folder}/warden.md`)).isSymlink);
});

Deno.test("the manifest among the programs says what the bundle does", async () => {
  await using skills = await bundleOf("skills", SKILLS);
  const bin = `${skills.machine.places.data}/bin`;
  const manifest = { version: "1.0.0", installer: "/p/install.ts", hooks: [] };
  writeManifest(bin, skills.machine.project, manifest);
  assertEquals(readManifest(bin), manifest);
  skills.install();
  assertEquals(
    artefactStates("skills", skills.folder, bin).map(({ state }) => state),
    ["installed", "installed"],
  );
  assertEquals(
    readBundled("skills", bin)?.byName,
    readBundled("skills", skills.machine.project)?.byName,
  );
  assertEquals(readManifest(skills.folder), null);
});

Deno.test("what is shipped can be used: names, descriptions, tools", async () => {
  const { byName: skills } = hashBundled("skills", `${PROJECT}/skills`);
  assertEquals(Object.keys(skills), [
    "memory-curate",
    "memory-curate-confidence",
    "memory-curate-domains",
    "memory-curate-duplicates",
    "memory-curate-stale",
    "memory-store",
  ]);
  for (const name of Object.keys(skills)) {
    const text = await Deno.readTextFile(`${PROJECT}/skills/${name}/SKILL.md`);
    assertMatch(text, new RegExp(`^---\nname: ${name}\ndescription: .{40,}\n`));
  }
  const warden = await Deno.readTextFile(`${PROJECT}/agents/memory-warden.md`);
  assertMatch(warden, /^---\nname: memory-warden\n/);
  assertMatch(warden, /^model: sonnet$/m);
  assertMatch(warden, /^ {4}NOTHING TO REPORT$/m);
  const [, tools = ""] = /^tools: (.*)$/m.exec(warden) ?? [];
  for (const server of ["mcp__memory__", "mcp__Memory__"]) {
    for (const tool of ["search", "recall", "get_memory", "list_domains"]) {
      assert(tools.split(", ").includes(server + tool), server + tool);
    }
  }
});
