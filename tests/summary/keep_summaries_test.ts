import { assert, assertEquals } from "@std/assert";
import { deleteItem } from "../../lib/lifecycle/delete_item.ts";
import { importRecords } from "../../lib/lifecycle/import_lifecycle.ts";
import { readSession } from "../../lib/lifecycle/read_session.ts";
import { storeSummary } from "../../lib/lifecycle/store_summary.ts";
import type { Change } from "../../lib/lifecycle/types.ts";
import { exists } from "../../lib/private_file.ts";
import { StoreBusy } from "../../lib/store/store_busy.ts";
import { SummaryKeeper } from "../../lib/summary/keep_summaries.ts";
import {
  projectFile,
  readProjectFile,
} from "../../lib/summary/project_file.ts";
import { until } from "../_support/until.ts";
import {
  answered,
  asked,
  type Place,
  type StoreBox,
  storeBox,
  wrote,
} from "./_store.ts";

/** A keeper, what it published, and its log. */
function keeperOf(
  box: StoreBox,
  more: {
    waitMs?: number;
    withStore?: StoreBox["withStore"];
    summed?: (session: string) => void;
  } = {},
): Disposable & { keeper: SummaryKeeper; published: Change[]; log: string[] } {
  const published: Change[] = [];
  const log: string[] = [];
  const note = (message: string): void => void log.push(message);
  const keeper = new SummaryKeeper({
    places: box.places,
    withStore: box.withStore,
    log: { info: note, warn: note, error: note },
    published: (changes) => void published.push(...changes),
    waitMs: 10,
    ...more,
  });
  return { keeper, published, log, [Symbol.dispose]: () => keeper.close() };
}

function requestOf(box: StoreBox, session = "s1"): string | undefined {
  return box.read((db) => readSession(db, session)?.summary?.request);
}

const SHOP: Place = { project: "/a/shop/.git", cwd: "/a/shop" };

Deno.test("A session that changed is summed up a moment later, and its project's file written", async () => {
  await using box = await storeBox();
  using kept = keeperOf(box);
  box.store.append([
    asked("Make it faster", SHOP),
    wrote("/a/shop/src/a.ts", SHOP),
    answered("I replaced the list by a map, because it was slow.", SHOP),
  ]);
  kept.keeper.changed(box.changes());
  assertEquals(requestOf(box), undefined);
  await until("the summary", () => requestOf(box) !== undefined);
  const story = box.read((db) => readSession(db, "s1"));
  assertEquals(story?.summary?.at, story?.session.lastAt);
  const file = readProjectFile(box.places, "/a/shop/.git");
  assertEquals(file, {
    version: 1,
    project: "/a/shop/.git",
    name: "shop",
    sessions: 1,
    observations: 1,
    last: {
      session: "s1",
      summary: "summary:1",
      at: story?.session.lastAt ?? 0,
      request: "Make it faster",
      changed: "Wrote: src/a.ts",
      decided: "I replaced the list by a map, because it was slow.",
      open: "",
    },
    earlier: [],
  });
  const { mode } = await Deno.stat(projectFile(box.places, "/a/shop/.git"));
  assertEquals((mode ?? 0) & 0o777, 0o600);
  assertEquals(
    kept.published.map(({ what, kind, session }) => [what, kind, session]),
    [["stored", "summary", "s1"]],
  );
});

Deno.test("A session that was left after a question does not hide the one in which something was done", async () => {
  await using box = await storeBox();
  using kept = keeperOf(box);
  box.store.append([
    asked("Make it faster", SHOP),
    answered("I replaced the list by a map.", SHOP),
    asked("How fast is it?", { ...SHOP, session: "s2" }),
  ]);
  kept.keeper.changed(box.changes());
  await until(
    "both",
    () => requestOf(box) !== undefined && requestOf(box, "s2") !== undefined,
  );
  await until(
    "the project's file",
    () => readProjectFile(box.places, "/a/shop/.git")?.earlier.length === 1,
  );
  const file = readProjectFile(box.places, "/a/shop/.git");
  assertEquals([file?.last?.session, file?.earlier[0]?.session], ["s1", "s2"]);
});

Deno.test("What came with an imported session says more than what can be made of the rest", async () => {
  await using box = await storeBox();
  using kept = keeperOf(box);
  const session = {
    kind: "session",
    session: "old",
    project: "/a/shop/.git",
    name: "shop",
    cwd: "/a/shop",
    host: "claude",
    began_at: 1000,
    last_at: 2000,
    ended_at: null,
    redactions: 0,
    answer: "",
  };
  const { changes } = box.store.change((db) =>
    importRecords(db, [session, {
      kind: "summary",
      session: "old",
      at: 2000,
      request: "Deploy it",
      looked: "",
      changed: "",
      decided: "Rolling updates.",
      open: "",
      source: "extract",
    }])
  );
  kept.keeper.changed(changes);
  await until(
    "the project's file",
    () => readProjectFile(box.places, "/a/shop/.git") !== null,
  );
  const story = box.read((db) => readSession(db, "old"));
  assertEquals(story?.summary?.decided, "Rolling updates.");
});

Deno.test("Sessions that were killed are summed up at the next start", async () => {
  await using box = await storeBox();
  box.store.append(
    Array.from(
      { length: 40 },
      (_, n) => asked(`Do ${n}`, { ...SHOP, session: `s${n}` }),
    ),
  );
  using kept = keeperOf(box);
  kept.keeper.start();
  await until(
    "all summaries",
    () =>
      Array.from({ length: 40 }, (_, n) => requestOf(box, `s${n}`))
        .every((text, n) => text === `Do ${n}`),
  );
  await until(
    "the project's file",
    () => readProjectFile(box.places, "/a/shop/.git")?.last?.session === "s39",
  );
  const file = readProjectFile(box.places, "/a/shop/.git");
  assertEquals(file?.sessions, 40);
  assertEquals(file?.earlier.map(({ session }) => session), ["s38", "s37"]);
});

Deno.test("A session that went on after its summary is due at the next start, another one is not", async () => {
  await using box = await storeBox();
  box.store.append([asked("One"), asked("Other", { session: "s2" })]);
  {
    using kept = keeperOf(box);
    kept.keeper.start();
    await until("both", () => requestOf(box, "s2") !== undefined);
  }
  box.store.append([asked("Two")]);
  using kept = keeperOf(box);
  kept.keeper.start();
  await until("the second prompt", () => requestOf(box) === "One\nthen: Two");
  assertEquals(kept.published.map(({ session }) => session), ["s1"]);
});

Deno.test("Of private turns there is no summary, and they are not looked at again", async () => {
  await using box = await storeBox();
  box.store.append([answered("", SHOP)]);
  using kept = keeperOf(box);
  assertEquals(kept.keeper.summaryOf("s1"), null);
  const summed: string[] = [];
  using again = keeperOf(box, {
    summed: (session) => void summed.push(session),
  });
  const path = projectFile(box.places, "/a/shop/.git");
  await Deno.remove(path);
  again.keeper.start();
  await until("the project's file", () => exists(path));
  assertEquals([again.published, summed], [[], []]);
  assertEquals(readProjectFile(box.places, "/a/shop/.git")?.last, null);
});

Deno.test("Whoever asks gets the summary as it is now", async () => {
  await using box = await storeBox();
  using kept = keeperOf(box, { waitMs: 60_000 });
  box.store.append([asked("One")]);
  kept.keeper.changed(box.changes());
  assertEquals(kept.keeper.summaryOf("s1")?.request, "One");
  box.store.append([asked("Two")]);
  assertEquals(kept.keeper.summaryOf("s1")?.request, "One\nthen: Two");
  assertEquals(kept.keeper.summaryOf("nobody"), null);
});

Deno.test("What is due is done at the end", async () => {
  await using box = await storeBox();
  const { keeper } = keeperOf(box, { waitMs: 60_000 });
  box.store.append([asked("One")]);
  keeper.changed(box.changes());
  keeper.close();
  assertEquals(requestOf(box), "One");
  keeper.changed([]);
  keeper.start();
});

Deno.test("Two repositories of one name have a file each; folders of one repository share", async () => {
  await using box = await storeBox();
  using kept = keeperOf(box);
  const other = { project: "/b/shop/.git", cwd: "/b/shop", session: "s2" };
  const tree = { ...SHOP, cwd: "/a/shop-fix", session: "s3" };
  box.store.append([
    asked("First", SHOP),
    asked("Elsewhere", other),
    asked("In a worktree", tree),
  ]);
  kept.keeper.changed(box.changes());
  await until("all three", () => requestOf(box, "s3") !== undefined);
  const [shop, elsewhere] = [SHOP, other].map(({ project }) =>
    readProjectFile(box.places, project ?? "")
  );
  assertEquals([shop?.name, elsewhere?.name], ["shop", "shop"]);
  assertEquals([shop?.sessions, elsewhere?.sessions], [2, 1]);
  assertEquals(shop?.last?.request, "In a worktree");
  assertEquals(shop?.earlier.map(({ request }) => request), ["First"]);
  assertEquals(elsewhere?.last?.request, "Elsewhere");
});

Deno.test("A project of which nothing is left has no file any more", async () => {
  await using box = await storeBox();
  using kept = keeperOf(box);
  box.store.append([asked("One", SHOP)]);
  kept.keeper.summaryOf("s1");
  const path = projectFile(box.places, "/a/shop/.git");
  assert(exists(path));
  box.read((db) =>
    db.exec("DELETE FROM summaries; DELETE FROM prompts; DELETE FROM sessions")
  );
  kept.keeper.changed([{
    what: "deleted",
    kind: "session",
    address: "session:s1",
    session: "s1",
    project: "/a/shop/.git",
  }]);
  await until("the file's removal", () => !exists(path));
});

Deno.test("A summary that was deleted comes back only when the session goes on", async () => {
  await using box = await storeBox();
  using kept = keeperOf(box);
  box.store.append([asked("One", SHOP)]);
  const address = kept.keeper.summaryOf("s1")?.address ?? "";
  box.read((db) => db.exec("DELETE FROM summaries"));
  kept.keeper.changed([{
    what: "deleted",
    kind: "summary",
    address,
    session: "s1",
    project: "/a/shop/.git",
  }]);
  await until(
    "a file without it",
    () => readProjectFile(box.places, "/a/shop/.git")?.last === null,
  );
  using later = keeperOf(box);
  later.keeper.start();
  later.keeper.close();
  assertEquals(requestOf(box), undefined);
  box.store.append([asked("Two", SHOP)]);
  later.keeper.close();
  using last = keeperOf(box);
  assertEquals(last.keeper.summaryOf("s1")?.request, "One\nthen: Two");
});

Deno.test("A model's summary stays until the session goes on", async () => {
  await using box = await storeBox();
  using kept = keeperOf(box);
  box.store.append([asked("One", SHOP)]);
  box.read((db) => {
    storeSummary(db, readSession(db, "s1")?.session.id ?? 0, {
      request: "By a model",
      looked: "",
      changed: "",
      decided: "",
      open: "",
      source: "small-model",
    });
  });
  assertEquals(kept.keeper.summaryOf("s1")?.request, "By a model");
  box.store.append([asked("Two", SHOP)]);
  assertEquals(kept.keeper.summaryOf("s1")?.request, "One\nthen: Two");
});

Deno.test("What was deleted is in no summary any more", async () => {
  await using box = await storeBox();
  using kept = keeperOf(box);
  box.store.append([asked("Keep this", SHOP), asked("Forget that", SHOP)]);
  const summary = kept.keeper.summaryOf("s1");
  assertEquals(summary?.request, "Keep this\nthen: Forget that");
  const [, prompt] = box.read((db) => readSession(db, "s1"))?.prompts ?? [];
  const change = box.read((db) =>
    deleteItem(db, prompt?.address ?? "", new Date())
  );
  kept.keeper.changed(change === null ? [] : [change]);
  await until(
    "a summary of what is left",
    () => requestOf(box) === "Keep this",
  );
  await until("the file", () => {
    const file = readProjectFile(box.places, "/a/shop/.git");
    return file?.last?.request === "Keep this";
  });
});

Deno.test("A store that another process holds is tried again; one that fails is said to", async () => {
  await using box = await storeBox();
  let tries = 0;
  using kept = keeperOf(box, {
    withStore: (action) => {
      if (tries++ === 0) throw new StoreBusy("it is held");
      return box.withStore(action);
    },
  });
  box.store.append([asked("One", SHOP)]);
  kept.keeper.changed(box.changes());
  await until("the summary", () => requestOf(box) === "One");
  assertEquals(kept.log, []);
  using broken = keeperOf(box, {
    withStore: () => {
      throw new Error("the disk is full");
    },
  });
  broken.keeper.start();
  await until("a line", () => broken.log.length > 0);
  assertEquals(broken.log, ["Cannot sum sessions up: Error: the disk is full"]);
});

Deno.test("A project file that somebody broke is none, and is made anew", async () => {
  await using box = await storeBox();
  using kept = keeperOf(box);
  box.store.append([asked("One", SHOP)]);
  kept.keeper.summaryOf("s1");
  const path = projectFile(box.places, "/a/shop/.git");
  for (const text of ["", "{", "[]", '{"version":1}', "x".repeat(40_000)]) {
    await Deno.writeTextFile(path, text);
    assertEquals(readProjectFile(box.places, "/a/shop/.git"), null);
  }
  kept.keeper.start();
  await until(
    "the file",
    () => readProjectFile(box.places, "/a/shop/.git") !== null,
  );
});

Deno.test("A project file stays small in any script", async () => {
  await using box = await storeBox();
  using kept = keeperOf(box);
  const long = "長い文章が続きます。決定したので変更しました。".repeat(200);
  for (const session of ["s1", "s2", "s3", "s4"]) {
    const place = { ...SHOP, session, name: "名".repeat(3000) };
    box.store.append([asked(long, place), answered(long, place)]);
    kept.keeper.summaryOf(session);
  }
  const path = projectFile(box.places, "/a/shop/.git");
  assert((await Deno.stat(path)).size < 16 * 1024);
  const file = readProjectFile(box.places, "/a/shop/.git");
  assertEquals(file?.last?.session, "s4");
  assertEquals(file?.earlier.length, 2);
});
