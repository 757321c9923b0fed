import type { JSX } from "preact";
import { callJson } from "../api/call.ts";
import type { Health } from "../api/types.ts";
import { span } from "../state/times.ts";
import { useLoaded } from "../state/use_loaded.ts";

/** Which worker answers. */
export function WorkerFacts(): JSX.Element | null {
  const { value } = useLoaded<Health>(
    (signal) => callJson("/api/health", { signal }),
    [],
  );
  if (value === null) return null;
  return (
    <p class="facts worker-facts">
      <span>{`memoryd ${value.version}`}</span>
      <span>{`process ${value.pid}`}</span>
      <span>{`up ${span(value.uptime_ms)}`}</span>
    </p>
  );
}
