/// <reference lib="dom" />
import { call } from "./call.ts";
import { EventReader } from "./read_events.ts";

/** Milliseconds until the stream is opened anew after it broke: at first, and at most. */
const WAIT_MS = { first: 1000, most: 20_000 } as const;

/** Something that has just happened. */
export interface LiveEvent {
  readonly name: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * Follows what happens. (`EventSource` cannot send the token.)
 *
 * @param told Is told each event.
 * @param changed Is told whether the stream is open.
 * @param signal Ends it.
 */
export async function follow(
  told: (event: LiveEvent) => void,
  changed: (open: boolean) => void,
  signal: AbortSignal,
): Promise<void> {
  let wait: number = WAIT_MS.first;
  let isFirst = true;
  while (!signal.aborted) {
    try {
      const { body } = await call("/api/stream", { signal });
      if (body === null) return;
      changed(true);
      // Nobody knows what was missed.
      if (!isFirst) told({ name: "status", data: {} });
      isFirst = false;
      wait = WAIT_MS.first;
      await readAll(body, told);
    } catch {
      // It is tried again, as long as the page is open.
    }
    if (signal.aborted) return;
    changed(false);
    await new Promise((done) => setTimeout(done, wait));
    wait = Math.min(wait * 2, WAIT_MS.most);
  }
}

async function readAll(
  body: ReadableStream<Uint8Array>,
  told: (event: LiveEvent) => void,
): Promise<void> {
  const events = new EventReader();
  const pieces = body.getReader();
  const decoder = new TextDecoder();
  while (true) {
    const { done, value } = await pieces.read();
    if (done) return;
    const text = decoder.decode(value, { stream: true });
    for (const { name, data } of events.read(text)) {
      told({ name, data: parseObject(data) });
    }
  }
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null
      ? value as Record<string, unknown>
      : {};
  } catch {
    return {};
  }
}
