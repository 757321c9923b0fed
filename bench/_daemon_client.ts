// One client of the daemon, as a process: _daemon_client.ts SOCKET SPOOL SESSION ROWS. Keeps every row in the spool, and sends it on a
// connection of its own, as a hook does. With a fifth argument, each has the use beside it that the daemon
// makes an observation of.
import { keepRow } from "../lib/capture/row_spool.ts";
import { encodeFrame } from "../lib/daemon/frame.ts";

const [socket = "", spool = "", session = "", rows = "0", uses] = Deno.args;

const WORDS =
  "cart order price stock user token cache retry index route query worker parser render config schema"
    .split(" ");

/** A use of a tool as a hook leaves it to the daemon, which makes the hash and the observation of it; no two are alike. */
function besideOf(number: number): Record<string, unknown> {
  const word = (shift: number): string =>
    WORDS[(number >> shift) % WORDS.length] ?? "";
  const found = Array.from(
    { length: 30 },
    (_, at) => `${word(at % 12)}${(number * 31 + at * 7) % 4999}`,
  ).join(" ");
  return {
    project: "/home/somebody/shop/.git",
    name: "shop",
    host: "claude",
    use: {
      input: {
        command: `grep -rn ${word(0)}_${number % 997} src/${word(4)}`,
        description: `Look for ${word(0)} in ${word(4)}`,
      },
      seen: {
        answer: { stdout: `${number} ${found}`, stderr: "" },
        cwd: "/home/somebody/shop",
      },
    },
  };
}

for (let number = 0; number < Number(rows); number++) {
  const micros = (performance.timeOrigin + performance.now()) * 1000;
  const at = Math.floor(micros) * 1000;
  const row = {
    kind: "memory.claude_tool_use",
    id: `tool:${session}:use-${number}`,
    at,
    payload: {
      session_id: session,
      tool_name: "Bash",
      tool_use_id: `use-${number}`,
      outcome: "success",
      duration_ms: number,
      trace_id: "ab".repeat(16),
      captured_at_ns: at,
      redaction_match_count: 0,
    },
    ...(uses === undefined ? {} : { beside: besideOf(number) }),
  };
  let frame: Uint8Array = new Uint8Array();
  const kept = keepRow(
    spool,
    (spooled) => frame = encodeFrame({ ...row, spooled }),
    "t",
    { nowMicros: micros, maxBytes: 16 * 1024 * 1024 },
  );
  if ("full" in kept) {
    // Faster than the daemon: what a hook would lose, this client waits for.
    await new Promise((resolve) => setTimeout(resolve, 50));
    number--;
    continue;
  }
  try {
    using connection = await Deno.connect({ transport: "unix", path: socket });
    for (let at = 0; at < frame.length;) {
      at += await connection.write(frame.subarray(at));
    }
  } catch {
    // The row waits in the spool.
  }
}
