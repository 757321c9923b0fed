// Fills a store in a process of its own; says how many rows a second it appends in batches of 1, 16 and 128 and verifies, how long an
// opening takes with them in it (ms), and how much memory was needed at most (MiB). On the disk of the folder that is given.
import { openStore, type Store } from "../lib/store/open_store.ts";
import { CAPTURED, type Row } from "../lib/store/row.ts";
import { verifyChain } from "../lib/store/verify_chain.ts";
import { write } from "./_measure.ts";

const SECONDS = 2;

const [home = Deno.makeTempDirSync({ prefix: "mh-" })] = Deno.args;
const options = {
  folder: `${home}/store`,
  headFile: `${home}/chain-head.json`,
  now: () => new Date(),
};

/** A row as a capture hook sends it. */
function row(id: string): Row {
  const at = Date.now() * 1e6;
  return {
    id,
    kind: CAPTURED.toolUse,
    at,
    payload: {
      session_id: "0b0e7f6a-6a4d-4c53-9c1e-0d7f4f3f2a11",
      tool_name: "Bash",
      tool_args_hash: "af13".repeat(16),
      outcome: "success",
      duration_ms: 12,
      trace_id: "4bf92f3577b34da6a3ce929d0e0e4736",
      captured_at_ns: at,
      tool_use_id: id,
      redaction_match_count: 0,
    },
  };
}

/** Rows that are appended in a second. */
function appended(store: Store, batch: number): number {
  const started = performance.now();
  let rows = 0;
  while (performance.now() - started < SECONDS * 1000) {
    store.append(
      Array.from({ length: batch }, () => row(`toolu_${batch}_${rows++}`)),
    );
  }
  return perSecond(rows, started);
}

function perSecond(rows: number, started: number): number {
  return Math.round(rows / (performance.now() - started) * 1000);
}

const figures: Record<string, number> = {};
{
  using store = openStore(options);
  for (const batch of [1, 16, 128]) {
    figures[`append${batch}`] = appended(store, batch);
  }
}
const opening = performance.now();
openStore(options).close();
figures["openMs"] = Math.round(performance.now() - opening);
const verifying = performance.now();
const { ok, rows } = verifyChain(options.folder, options.headFile);
if (!ok) throw new Error("Cannot go on: the chain does not verify");
figures["rows"] = rows;
figures["verify"] = perSecond(rows, verifying);
const peak = /VmHWM:\s+(\d+) kB/.exec(
  Deno.readTextFileSync("/proc/self/status"),
);
figures["megabytes"] = Math.round(
  Number(peak?.[1] ?? Deno.memoryUsage().rss / 1024) / 1024,
);
if (Deno.args[0] === undefined) Deno.removeSync(home, { recursive: true });
write(`${JSON.stringify(figures)}\n`);
