/** The file that waits for the daemon, in the folder of telemetry. */
export const WAITING = "hooks.jsonl";

/** Bytes that may wait: some 3,000 invocations. The daemon takes them twice a second; where it is off, more is dropped. */
export const WAITING_LIMIT = 1024 * 1024;
