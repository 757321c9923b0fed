// Writes to a store until it has written enough, cannot, or is killed; says each row on stdout once it is acknowledged.
//   _writer.ts FOLDER HEAD_FILE append PREFIX COUNT BATCH   rows PREFIX0 … in batches of up to BATCH
//   _writer.ts FOLDER HEAD_FILE prune PREFIX COUNT BATCH    the same, and after each batch the store is made small again
//   _writer.ts FOLDER HEAD_FILE hold MS                     holds the lock for so long
import { DatabaseSync } from "node:sqlite";
import { openStore, type Store } from "../../lib/store/open_store.ts";
import { StoreBusy } from "../../lib/store/store_busy.ts";

const [folder = "", headFile = "", action = "", ...rest] = Deno.args;

function say(text: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${text}\n`));
}

/** Does something that another process's lock may keep from being done now. */
function patiently<T>(what: () => T): T {
  while (true) {
    try {
      return what();
    } catch (error) {
      if (!(error instanceof StoreBusy)) throw error;
    }
  }
}

function row(id: string) {
  const payload = { session_id: "s1", text: "x".repeat(300) };
  const at = Date.now() * 1e6;
  return { id, kind: "memory.claude_tool_use", at, payload };
}

function write(store: Store): void {
  const [prefix = "", count = "", batch = ""] = rest;
  for (let next = 0; next < Number(count);) {
    const size = 1 + Math.floor(Math.random() * Number(batch));
    const ids = Array.from({ length: size }, () => `${prefix}${next++}`);
    patiently(() => store.append(ids.map(row)));
    say(ids.join("\n"));
    if (action === "prune") {
      patiently(() => store.prune({ days: 0, maxBytes: 100_000 }));
    }
  }
}

function hold(ms: number): void {
  const db = new DatabaseSync(`${folder}/store.sqlite`, { timeout: 5000 });
  db.exec("BEGIN IMMEDIATE");
  say("held");
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
  db.exec("COMMIT");
  db.close();
}

if (action === "hold") {
  hold(Number(rest[0]));
} else {
  using store = patiently(() =>
    openStore({ folder, headFile, now: () => new Date() })
  );
  try {
    write(store);
  } catch (error) {
    say(`error ${error}`);
  }
}
