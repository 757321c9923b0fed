// What a hook (`hook FOLDER INVOCATION`) and the daemon (`daemon FOLDER`) do about telemetry, in a process of its own.
import { endProcess } from "../../lib/telemetry/end_process.ts";
import { exportInvocations } from "../../lib/telemetry/export_invocations.ts";
import { isTelemetryOn } from "../../lib/telemetry/is_telemetry_on.ts";
import { type Invocation, recordInvocation } from "../../lib/telemetry.ts";

const [role, folder = "", text = ""] = Deno.args;
if (role === "hook") {
  // A long prompt: enough for a garbage collection.
  const prompt = JSON.stringify("five ".repeat(1_000_000));
  JSON.stringify(JSON.parse(prompt).replaceAll("\n", " "));
  JSON.stringify(Array.from({ length: 100_000 }, (_, at) => ({ at })));
  const value = JSON.parse(text) as Invocation & {
    redactions: Record<string, number>;
  };
  const redactions = new Map(Object.entries(value.redactions));
  recordInvocation(folder, { ...value, redactions });
  await endProcess(0);
}
const say = (line: string): void =>
  void Deno.stderr.writeSync(new TextEncoder().encode(`${line}\n`));
const exporter = isTelemetryOn((name) => Deno.env.get(name))
  ? exportInvocations(folder, {
    info: say,
    warn: say,
    error: (message, cause) => say(`${message}: ${cause}`),
  })
  : null;
// It lives as long as its standard input is open.
while (await Deno.stdin.read(new Uint8Array(64)) !== null);
if (exporter === null) Deno.exit(0);
const end = await exporter.stop();
await end();
