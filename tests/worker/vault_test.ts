import { assertEquals } from "@std/assert";
import { readSnapshot } from "../../lib/memory/snapshot.ts";
import { until } from "../_support/until.ts";
import { workerBox } from "./_worker_box.ts";

const NOTES = {
  "Home.md": "# Home\n\nSee [[Café]] and [[Deep/Nested|nested]].\n",
  "Café.md": "---\ntitle: The café\n---\n\nBack to [[Home]].\n",
  "Deep/Nested.md": "# Nested\n\nOn [[Home]] and nothing else.\n",
  "Alone.md": "# Alone\n",
  ".obsidian/hidden.md": "hidden",
  "graphify-out/report.md": "report",
  "plain.txt": "no note",
};

Deno.test("a note is read by its path, and no other file is", async () => {
  await using box = await workerBox({
    notes: NOTES,
    async prepare(home) {
      const vault = `${home}/Documents/SecondBrain`;
      await Deno.writeTextFile(`${home}/outside.md`, "outside");
      await Deno.symlink(`${home}/outside.md`, `${vault}/Link.md`);
      await Deno.symlink(home, `${vault}/Folder`);
    },
  });
  await box.serving();
  const read = async (path: string): Promise<Response> =>
    await box.ask(`/api/note?path=${encodeURIComponent(path)}`);
  const note = await (await read("Café.md")).json();
  assertEquals(note, {
    path: "Café.md",
    title: "The café",
    text: NOTES["Café.md"],
    cut: false,
  });
  assertEquals((await (await read("Deep/../Home.md")).json()).path, "Home.md");
  for (
    const path of [
      "../../outside.md",
      "/etc/passwd",
      `${box.daemon.box.home}/outside.md`,
      "Link.md",
      "Folder/outside.md",
      ".obsidian/hidden.md",
      "graphify-out/report.md",
      "plain.txt",
      "Missing.md",
      "Deep",
      "Home.md\0.md",
      "..%2f..%2foutside.md",
    ]
  ) {
    const response = await read(path);
    assertEquals(response.status, 404, path);
    assertEquals((await response.json()).error.code, "not_found");
  }
  const none = await box.ask("/api/note");
  assertEquals(none.status, 400);
  await none.body?.cancel();
});

Deno.test("the graph has the notes by how well they are linked, and their links", async () => {
  await using box = await workerBox({ notes: NOTES });
  await box.serving();
  assertEquals(await box.json("/api/graph"), {
    nodes: [],
    links: [],
    total: 0,
  });
  // A session's start has the index made.
  await box.daemon.box.run("session-start", { source: "startup" });
  await box.daemon.box.settled();
  const { nodes, links, total } = await box.json("/api/graph") as {
    nodes: { path: string; title: string; degree: number; community: number }[];
    links: [number, number][];
    total: number;
  };
  assertEquals(total, 4);
  assertEquals(nodes.map(({ path }) => path), [
    "Home.md",
    "Café.md",
    "Deep/Nested.md",
    "Alone.md",
  ]);
  assertEquals(nodes.map(({ degree }) => degree), [2, 1, 1, 0]);
  assertEquals(nodes[1]?.title, "The café");
  assertEquals(links.sort(), [[0, 1], [0, 2]]);
  assertEquals(nodes[0]?.community, nodes[1]?.community);
  const { items } = await box.json("/api/search?query=nest") as {
    items: Record<string, unknown>[];
  };
  assertEquals(
    items.map(({ address }) => address),
    [
      "note:Deep/Nested.md",
      "note:Home.md",
    ].slice(0, items.length),
  );
  assertEquals(items[0]?.["address"], "note:Deep/Nested.md");
});

Deno.test("the warden is switched, and asked for every so many minutes", async () => {
  await using box = await workerBox();
  await box.serving();
  const { places } = box.daemon;
  assertEquals(await box.json("/api/warden"), { enabled: true, minutes: 20 });
  assertEquals(
    await box.json("/api/warden", { body: { enabled: false, minutes: 45 } }),
    { enabled: false, minutes: 45 },
  );
  assertEquals(await box.json("/api/warden"), { enabled: false, minutes: 45 });
  await until("the hooks are told", () => {
    const snapshot = readSnapshot(places);
    return snapshot?.wardenEnabled === false && snapshot.wardenMinutes === 45;
  });
  for (
    const body of [
      {},
      { minutes: 481 },
      { minutes: 1.5 },
      { enabled: "perhaps" },
      { other: 1 },
    ]
  ) {
    const response = await box.ask("/api/warden", { body });
    assertEquals(response.status, 400, JSON.stringify(body));
    assertEquals((await response.json()).error.code, "ValidationError");
  }
});
