import { assertEquals } from "@std/assert";
import { isTelemetryOn } from "../../lib/telemetry/is_telemetry_on.ts";
import { telemetryEnv } from "../../lib/telemetry/telemetry_env.ts";

function env(values: Record<string, string>): (name: string) => string {
  return (name) => values[name] as string;
}

Deno.test("telemetry is on where Deno's is", () => {
  assertEquals(isTelemetryOn(env({ OTEL_DENO: "true" })), true);
  assertEquals(isTelemetryOn(env({ OTEL_DENO: "TRUE" })), true);
  for (const word of ["1", "false", "", "yes"]) {
    assertEquals(isTelemetryOn(env({ OTEL_DENO: word })), false);
  }
  assertEquals(isTelemetryOn(env({})), false);
  assertEquals(
    isTelemetryOn(env({ OTEL_DENO: "true", OTEL_SDK_DISABLED: "true" })),
    false,
  );
});

Deno.test("the daemon gets the user's settings, and bounds where there are none", () => {
  const values = telemetryEnv(
    env({
      OTEL_DENO: "True",
      OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318",
      OTEL_EXPORTER_OTLP_TIMEOUT: "700",
      OTEL_SERVICE_NAME: "",
      OTEL_DENO_CONSOLE: "capture",
    }),
    "2.9.6",
  );
  assertEquals(values, {
    OTEL_DENO: "true",
    OTEL_SERVICE_NAME: "memory-hooks",
    OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318",
    OTEL_EXPORTER_OTLP_TIMEOUT: "700",
    OTEL_BSP_SCHEDULE_DELAY: "500",
    OTEL_BSP_EXPORT_TIMEOUT: "2000",
    OTEL_METRIC_EXPORT_INTERVAL: "5000",
  });
});

const SILENT = {
  OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:0",
  OTEL_METRIC_EXPORT_INTERVAL: "86400000",
};

Deno.test("the daemon is kept silent where telemetry is off, or not to be had", () => {
  assertEquals(
    telemetryEnv(env({ OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" }), "2.7.11"),
    SILENT,
  );
  const grpc = env({ OTEL_DENO: "true", OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" });
  assertEquals(telemetryEnv(grpc, "2.7.11"), SILENT);
  assertEquals(
    telemetryEnv(grpc, "2.8.0")["OTEL_EXPORTER_OTLP_PROTOCOL"],
    "grpc",
  );
  assertEquals(
    telemetryEnv(
      env({ OTEL_DENO: "true", OTEL_EXPORTER_OTLP_PROTOCOL: "http" }),
      "2.9.6",
    ),
    SILENT,
  );
});
