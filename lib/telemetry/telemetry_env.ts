import type { Environment } from "../place.ts";
import { isFlushBounded } from "./is_flush_bounded.ts";
import { isTelemetryOn } from "./is_telemetry_on.ts";

/** The standard variables that the daemon is given; a program may read them with `--allow-env=OTEL_*` (2.7.11, 2.9.6, measured). */
export const TELEMETRY_ENV: readonly string[] = [
  "OTEL_SERVICE_NAME",
  "OTEL_RESOURCE_ATTRIBUTES",
  "OTEL_TRACES_SAMPLER",
  "OTEL_TRACES_SAMPLER_ARG",
  "OTEL_EXPORTER_OTLP_PROTOCOL",
  "OTEL_EXPORTER_OTLP_ENDPOINT",
  "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
  "OTEL_EXPORTER_OTLP_METRICS_ENDPOINT",
  "OTEL_EXPORTER_OTLP_HEADERS",
  "OTEL_EXPORTER_OTLP_TRACES_HEADERS",
  "OTEL_EXPORTER_OTLP_METRICS_HEADERS",
  "OTEL_EXPORTER_OTLP_TIMEOUT",
  "OTEL_EXPORTER_OTLP_CERTIFICATE",
  "OTEL_EXPORTER_OTLP_CLIENT_KEY",
  "OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE",
  "OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE",
  "OTEL_BSP_SCHEDULE_DELAY",
  "OTEL_BSP_EXPORT_TIMEOUT",
  "OTEL_METRIC_EXPORT_INTERVAL",
];

/** What counts where the user says nothing: the daemon must not hang when it ends. Milliseconds. */
const DEFAULTS: Readonly<Record<string, string>> = {
  OTEL_SERVICE_NAME: "memory-hooks",
  OTEL_EXPORTER_OTLP_TIMEOUT: "2000",
  OTEL_BSP_SCHEDULE_DELAY: "500",
  OTEL_BSP_EXPORT_TIMEOUT: "2000",
};

/**
 * What keeps a Deno silent that exports whether it is asked to or not: an executable takes `OTEL_DENO` from the environment that it was
 * compiled in (2.7.11, measured), and then V8's memory is a metric of Deno's own. Nothing listens on port 0.
 */
const SILENT: Readonly<Record<string, string>> = {
  OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:0",
  OTEL_METRIC_EXPORT_INTERVAL: "86400000",
};

/**
 * The daemon's environment, as far as telemetry goes. It has to be the whole: Deno reads these variables before any script, and one that
 * it does not know ends it with exit 1 (2.7.11: `OTEL_EXPORTER_OTLP_PROTOCOL=grpc`, which Claude Code's own telemetry is often set
 * to). A daemon without telemetry is better than none.
 *
 * @param env This process's environment. Needs `--allow-env` for `OTEL_*`.
 * @param denoVersion The Deno that the daemon runs in.
 */
export function telemetryEnv(
  env: Environment,
  denoVersion: string = Deno.version.deno,
): Record<string, string> {
  if (!isTelemetryOn(env) || !isKnown(env, denoVersion)) return { ...SILENT };
  const values: Record<string, string> = {
    OTEL_DENO: "true",
    ...DEFAULTS,
    // Where the end of the daemon is not bounded, it has to hear soon that the collector answers.
    OTEL_METRIC_EXPORT_INTERVAL: isFlushBounded(denoVersion) ? "5000" : "1000",
  };
  for (const name of TELEMETRY_ENV) {
    const value = env(name);
    if (value !== undefined && value !== "") values[name] = value;
  }
  return values;
}

function isKnown(env: Environment, denoVersion: string): boolean {
  const protocol = env("OTEL_EXPORTER_OTLP_PROTOCOL") || "http/protobuf";
  return protocol === "http/protobuf" || protocol === "http/json" ||
    // Came with the same version (2.8.0, measured).
    protocol === "grpc" && isFlushBounded(denoVersion);
}
