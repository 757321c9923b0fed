import { assert, assertEquals } from "@std/assert";
import { deleteItem } from "../../lib/lifecycle/delete_item.ts";
import { mergeIndex } from "../../lib/lifecycle/merge_index.ts";
import { readItem } from "../../lib/lifecycle/read_item.ts";
import { readSession } from "../../lib/lifecycle/read_session.ts";
import { storeSummary } from "../../lib/lifecycle/store_summary.ts";
import { answerRequest } from "../../lib/memory/answer_request.ts";
import { readRows } from "../../lib/store/read_rows.ts";
import {
  BEGIN,
  draft,
  type LifecycleLab,
  lifecycleLab,
  matches,
  prompted,
  stopped,
  used,
} from "./_lifecycle.ts";

const NOW = new Date(BEGIN);

function erase(lab: LifecycleLab, address: string): unknown {
  return lab.change((db) => deleteItem(db, address, NOW));
}

/** What a prompt, a use of a tool and a summary are given to remember; a word that the index has as it is. */
const WORD = "zebrafinch77";

function filled(lab: LifecycleLab): void {
  for (let number = 0; number < 200; number++) {
    const ms = number * 20_000;
    lab.add(
      prompted(`what of ${number}`, ms),
      used(draft(`Read file${number}`, { files: [`/f/${number}`] }), ms + 1),
    );
  }
}

Deno.test("a prompt that is deleted is gone: table, index, chain, summary, file and log", async () => {
  await using lab = await lifecycleLab();
  filled(lab);
  const row = prompted(`tell me of the ${WORD}`, 9_000_000);
  // Sent twice: one prompt, and two rows that hold it.
  lab.add(row, prompted(`tell me of the ${WORD}`, 9_002_000));
  const { prompts, session } = lab.read((db) => readSession(db, "s1")) ??
    (() => {
      throw new Error("no session");
    })();
  const prompt = prompts.at(-1);
  lab.change((db) =>
    storeSummary(db, session.id, {
      request: `The ${WORD}`,
      looked: "",
      changed: "",
      decided: "",
      open: "",
      source: "extract",
    })
  );
  assert(lab.grep(WORD) > 0);
  assertEquals(lab.read((db) => matches(db, WORD).length), 2);
  assertEquals(erase(lab, String(prompt?.address)), {
    what: "deleted",
    kind: "prompt",
    address: prompt?.address,
    session: "s1",
    project: prompt?.project,
  });
  assertEquals(lab.read((db) => readItem(db, String(prompt?.address))), null);
  assertEquals(lab.read((db) => matches(db, WORD)), []);
  assertEquals(lab.read((db) => readSession(db, "s1"))?.summary, null);
  assertEquals(lab.read((db) => readSession(db, "s1"))?.session.prompts, 200);
  lab.scrub();
  assertEquals(lab.grep(WORD), 0);
  const verdict = lab.verify();
  assertEquals([verdict.ok, verdict.purged, verdict.rows], [true, 2, 403]);
  assertEquals(erase(lab, String(prompt?.address)), null);
});

Deno.test("an observation that is deleted takes along what its tool said", async () => {
  await using lab = await lifecycleLab();
  filled(lab);
  const failed = (ms: number, text: string) => {
    const row = used(
      draft(`Ran ${text}`, { outcome: "error", detail: text, kind: "command" }),
      ms,
    );
    return { ...row, payload: { ...row.payload, error_redacted: text } };
  };
  lab.add(failed(1, WORD), failed(2, WORD), failed(3, "other"));
  const [id] = lab.read((db) => matches(db, WORD));
  erase(lab, `observation:${Math.floor(Number(id) / 4)}`);
  lab.scrub();
  assertEquals(lab.grep(WORD), 0);
  using reader = readRows(lab.folder);
  const errors = reader?.lastRows(4).map(({ payload }) =>
    payload["purged"] ?? payload["error_redacted"]
  );
  assertEquals(errors, [true, true, "other", undefined]);
  assertEquals(lab.verify().purged, 2);
});

Deno.test("words stay out of the file when what has them is deleted while others are merged away", async () => {
  await using lab = await lifecycleLab();
  filled(lab);
  lab.add(
    prompted(`first ${WORD}1`, 9_000_000),
    prompted(`second ${WORD}2`, 9_100_000),
  );
  erase(lab, "prompt:201");
  lab.change(mergeIndex);
  erase(lab, "prompt:202");
  lab.scrub();
  assertEquals(lab.grep(WORD), 0);
  assertEquals(lab.read((db) => matches(db, "what")).length, 200);
});

Deno.test("a summary is deleted alone", async () => {
  await using lab = await lifecycleLab();
  lab.add(prompted("a"), stopped("b", 5));
  lab.change((db) =>
    storeSummary(db, 1, {
      request: WORD,
      looked: "",
      changed: "",
      decided: "",
      open: "",
      source: "extract",
    })
  );
  erase(lab, "summary:1");
  lab.scrub();
  assertEquals(lab.grep(WORD), 0);
  assertEquals(lab.verify().purged, undefined);
  assertEquals(lab.read((db) => readSession(db, "s1"))?.prompts.length, 1);
});

Deno.test("a memory that is deleted is gone with its history, its answers and its words", async () => {
  await using lab = await lifecycleLab();
  const ask = (id: string, method: string, params: Record<string, unknown>) =>
    lab.change((db) =>
      answerRequest(db, { id, method, params }, {
        now: NOW,
        domainCase: "preserve",
      })
    ) as { uid: string };
  const others = Array.from(
    { length: 20 },
    (_, n) =>
      ask(`o${n}`, "note", { content: `something else ${n}`, domain: "a/b" }),
  );
  const { uid } = ask("1", "note", {
    title: WORD,
    content: `the ${WORD} sings`,
    tags: [WORD],
    domain: "a/b",
    also: ["c"],
  });
  const second = ask("2", "note", {
    content: `the ${WORD} sings`,
    title: WORD,
  });
  ask("3", "edit_memory", {
    uid,
    mode: "replace",
    new_content: `${WORD} again`,
  });
  ask("4", "link_memories", {
    from_uid: uid,
    to_uid: others[0]?.uid,
    type: "relates_to",
  });
  const counts = (): unknown =>
    lab.read((db) =>
      db.prepare(
        "SELECT path, count, also, subtree FROM domains WHERE path IN ('', 'a', 'a/b', 'c') ORDER BY path",
      ).all().map((it) => Object.values(it).join())
    );
  assertEquals(counts(), [",1,0,22", "a,0,0,21", "a/b,21,0,21", "c,0,1,0"]);
  erase(lab, `memory:${uid}`);
  erase(lab, `memory:${second.uid}`);
  assertEquals(counts(), [",0,0,20", "a,0,0,20", "a/b,20,0,20", "c,0,0,0"]);
  lab.scrub();
  assertEquals(lab.grep(WORD), 0);
  assertEquals(lab.grep(uid), 0);
  lab.change((db) => {
    db.exec(
      "INSERT INTO memories_fts(memories_fts) VALUES ('integrity-check')",
    );
  });
  assertEquals(erase(lab, `memory:${uid}`), null);
});

Deno.test("what is no item's address deletes nothing", async () => {
  await using lab = await lifecycleLab();
  lab.add(prompted("a"));
  for (
    const address of [
      "",
      "prompt:0",
      "prompt:2",
      "prompt:1 ",
      "prompt:01",
      "session:s1",
      "note:a.md",
      "memory:1",
      "memory:0123456789abcdef",
      "observation:1",
      "prompt:1e0",
      "prompt:99999999999999999999",
    ]
  ) assertEquals(erase(lab, address), null, address);
  assertEquals(lab.read((db) => readSession(db, "s1"))?.prompts.length, 1);
});
