import { until } from "../_support/until.ts";
import { LONG_MS } from "../daemon/_daemon.ts";
import type { WorkerBox } from "./_worker_box.ts";

/** An event as the stream tells it. */
export interface Told {
  readonly name: string;
  readonly data: Record<string, unknown>;
}

/** A stream that is read. */
export interface Following extends AsyncDisposable {
  /** What was told so far. */
  readonly told: readonly Told[];
  /** Waits until an event of a name was told that is as it has to be. */
  heard(
    name: string,
    fits?: (data: Record<string, unknown>) => boolean,
  ): Promise<Record<string, unknown>>;
  /** Resolves when the other side has ended it. */
  readonly ended: Promise<void>;
}

/** Follows what happens. */
export async function follow(box: WorkerBox): Promise<Following> {
  const response = await box.ask("/api/stream");
  const type = response.headers.get("content-type");
  if (response.body === null || type !== "text/event-stream") {
    throw new Error(`Cannot follow: ${response.status} ${type}`);
  }
  const reader = response.body.getReader();
  const told: Told[] = [];
  const ended = (async () => {
    const decoder = new TextDecoder();
    let text = "";
    while (true) {
      const { done, value } = await reader.read();
      if (done) return;
      const parts = (text + decoder.decode(value, { stream: true }))
        .split("\n\n");
      text = parts.pop() ?? "";
      for (const part of parts) {
        const name = /^event: (.*)$/m.exec(part)?.[1];
        const data = /^data: (.*)$/m.exec(part)?.[1];
        if (name === undefined || data === undefined) continue;
        told.push({ name, data: JSON.parse(data) });
      }
    }
  })();
  return {
    told,
    ended,
    async heard(name, fits = () => true) {
      const found = (): Told | undefined =>
        told.find((it) => it.name === name && fits(it.data));
      await until(`an event ${name}`, () => found() !== undefined, LONG_MS);
      return found()?.data ?? {};
    },
    async [Symbol.asyncDispose]() {
      await reader.cancel();
      await ended;
    },
  };
}
