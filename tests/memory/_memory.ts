import { DatabaseSync } from "node:sqlite";
import { answerRequest } from "../../lib/memory/answer_request.ts";
import { makeSnapshot } from "../../lib/memory/make_snapshot.ts";
import type { DomainCase, Written } from "../../lib/memory/memory.ts";
import {
  MemoryReader,
  type Reading,
  type ReadMethod,
} from "../../lib/memory/memory_reader.ts";
import type { Snapshot } from "../../lib/memory/snapshot.ts";
import type { FindNotes } from "../../lib/memory/vault_note.ts";
import { openStore, type Store } from "../../lib/store/open_store.ts";
import { verifyChain } from "../../lib/store/verify_chain.ts";
import { tempDir } from "../_support/temp.ts";

/** A store with memories, written and read without a daemon. */
export interface MemoryLab extends AsyncDisposable {
  readonly folder: string;
  readonly file: string;
  readonly headFile: string;
  readonly store: Store;
  /** The time, which stands still. */
  now: Date;
  domainCase: DomainCase;
  findNotes: FindNotes | null;
  /** Writes; a result's type is for the test to know. */
  write(
    method: string,
    params: Record<string, unknown>,
    id?: string,
  ): Record<string, unknown>;
  /** Writes a memory, and gives its uid. */
  uid(method: string, params: Record<string, unknown>): string;
  read<M extends ReadMethod>(
    method: M,
    params?: Record<string, unknown>,
  ): Reading<M>;
  /** The uids, and the paths of notes, that a search gives. */
  found(query: string, params?: Record<string, unknown>): string[];
  snapshot(): Snapshot;
  verify(): boolean;
}

export async function memoryLab(): Promise<MemoryLab> {
  const tmp = await tempDir(" memories");
  const folder = `${tmp.path}/data/store`;
  const headFile = `${tmp.path}/state/chain-head.json`;
  const it = {
    now: new Date("2026-11-30T20:00:00.000Z"),
    domainCase: "preserve" as DomainCase,
    findNotes: null as FindNotes | null,
  };
  const store = openStore({ folder, headFile, now: () => it.now });
  const reader = new MemoryReader({
    folder,
    domainCase: () => it.domainCase,
    now: () => it.now,
    findNotes: (words, limit) => it.findNotes?.(words, limit) ?? [],
  });
  let requests = 0;
  const lab: MemoryLab = Object.assign(it, {
    folder,
    file: `${folder}/store.sqlite`,
    headFile,
    store,
    write(
      method: string,
      params: Record<string, unknown>,
      id = `request-${++requests}`,
    ) {
      const context = { now: it.now, domainCase: it.domainCase };
      return store.change((db) =>
        answerRequest(db, { id, method, params }, context)
      ) as Record<string, unknown>;
    },
    uid(method: string, params: Record<string, unknown>) {
      return (lab.write(method, params) as unknown as Written).uid;
    },
    read<M extends ReadMethod>(method: M, params = {}) {
      return reader.read(method, params);
    },
    found(query: string, params = {}) {
      return reader.read("search", { query, ...params }).results
        .map((hit) => hit.source === "vault" ? hit.path : hit.uid);
    },
    snapshot() {
      return store.change((db) => makeSnapshot(db, it.domainCase));
    },
    verify() {
      return verifyChain(folder, headFile).ok;
    },
    async [Symbol.asyncDispose]() {
      reader.close();
      store.close();
      await tmp[Symbol.asyncDispose]();
    },
  });
  return lab;
}

/** What each writer needs. */
export const WHOLE: Readonly<Record<string, Record<string, unknown>>> = {
  note: { content: "The cache is keyed by tenant." },
  handoff: { content: "Left to do: the retry of the importer." },
  checkpoint: {
    intent: "move the ledger",
    established: "the old one leaks",
    pursuing: "a second reader",
    open_questions: "who prunes it?",
  },
  anti_pattern: {
    pattern: "parse dates by hand",
    why_wrong: "leap seconds",
    instead: "use the calendar",
  },
  reasoning: {
    hypothesis: "the index is cold",
    reasoning: "first query slow",
    result: "it was warm",
    revised_belief: "the disk is slow",
    next_time: "measure the disk first",
  },
  diagram: { title: "How a row travels", mermaid: "flowchart LR\n  a --> b" },
};

/** Spoils the content of a table's pages, but not what makes them pages of a table. */
export function spoil(file: string, table: string): void {
  const blocks: Uint8Array[] = [];
  {
    using db = new DatabaseSync(file);
    db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    for (const { block } of db.prepare(`SELECT block FROM ${table}`).all()) {
      if (block instanceof Uint8Array) blocks.push(block);
    }
  }
  const bytes = Deno.readFileSync(file);
  for (const block of blocks.filter(({ length }) => length > 20)) {
    const at = indexOf(bytes, block);
    if (at >= 0) bytes.fill(0xff, at, at + block.length);
  }
  Deno.writeFileSync(file, bytes);
}

function indexOf(bytes: Uint8Array, part: Uint8Array): number {
  for (let at = 0; at + part.length <= bytes.length; at++) {
    if (part.every((byte, offset) => bytes[at + offset] === byte)) return at;
  }
  return -1;
}
