// One client of the daemon, as a process: _daemon_client.ts SOCKET SPOOL SESSION ROWS. Keeps every row in the spool, and sends it on a
// connection of its own, as a hook does.
import { keepRow } from "../lib/capture/row_spool.ts";
import { encodeFrame } from "../lib/daemon/frame.ts";

const [socket = "", spool = "", session = "", rows = "0"] = Deno.args;

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
      tool_args_hash: "00".repeat(32),
      outcome: "success",
      duration_ms: number,
      trace_id: "ab".repeat(16),
      captured_at_ns: at,
      redaction_match_count: 0,
    },
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
