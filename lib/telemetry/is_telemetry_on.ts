import type { Environment } from "../place.ts";

/**
 * Whether Deno's own OpenTelemetry is on: `OTEL_DENO=true`. Any other word, `1` too, leaves it off (2.7.11 and 2.9.6, measured).
 *
 * @param env Reads the environment; needs `--allow-env` for `OTEL_DENO` and `OTEL_SDK_DISABLED`.
 */
export function isTelemetryOn(env: Environment): boolean {
  return isTrue(env("OTEL_DENO")) &&
    !isTrue(env("OTEL_SDK_DISABLED"));
}

function isTrue(value: string | undefined): boolean {
  return value?.toLowerCase() === "true";
}
