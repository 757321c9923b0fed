/**
 * Whether a Deno that ends waits for the exporter no longer than `OTEL_EXPORTER_OTLP_TIMEOUT` says, once for spans and once for metrics.
 * That is so since 2.8 (2.8.0 and 2.9.6, measured). Before, a collector that never answers keeps it for ever (2.7.11, measured).
 *
 * @param denoVersion Such as `2.9.6`.
 */
export function isFlushBounded(denoVersion: string): boolean {
  const [major = 0, minor = 0] = denoVersion.split(".").map(Number);
  return major > 2 || major === 2 && minor >= 8;
}
