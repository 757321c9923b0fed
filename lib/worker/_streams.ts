import { readItem } from "../lifecycle/read_item.ts";
import { readSession } from "../lifecycle/read_session.ts";
import type { Change } from "../lifecycle/types.ts";
import { Problem } from "./_problem.ts";
import { reply } from "./_reply.ts";
import type { StoreReader } from "./_store_reader.ts";

/** How many may listen at once. */
const MAX_STREAMS = 32;

/** Events that may wait for somebody who reads slowly; then the stream ends, and can be opened anew. */
const MAX_WAITING = 256;

/** Milliseconds between two signs of life: without them nobody learns that the other side has gone. */
const HEARTBEAT_MS = 15_000;

/** Changes of one commit that are told one by one; of more it is told that there are many. */
const MAX_TOLD = 50;

type Controller = ReadableStreamDefaultController<Uint8Array>;

/** Tells whoever listens what happens, as server-sent events. */
export class Streams {
  readonly #store: StoreReader;
  readonly #open = new Set<Controller>();
  #heart: ReturnType<typeof setInterval> | undefined;

  /**
   * @param store What changed items are read from.
   */
  constructor(store: StoreReader) {
    this.#store = store;
  }

  /** How many listen. */
  get count(): number {
    return this.#open.size;
  }

  /**
   * Opens one.
   *
   * @param hello What is said first.
   * @throws {Problem} when too many are open.
   */
  open(hello: Readonly<Record<string, unknown>>): Response {
    if (this.#open.size >= MAX_STREAMS) {
      throw new Problem(503, "busy", `${MAX_STREAMS} streams are open`);
    }
    let own: Controller | null = null;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        own = controller;
        this.#open.add(controller);
        controller.enqueue(bytesOf(`retry: 2000\n${eventOf("hello", hello)}`));
      },
      cancel: () => {
        if (own !== null) this.#forget(own);
      },
    }, { highWaterMark: MAX_WAITING });
    this.#heart ??= setInterval(() => this.#send(":\n\n"), HEARTBEAT_MS);
    return reply(200, "text/event-stream", body);
  }

  /** Tells what was changed, each item with what it says by now. */
  publish(changes: readonly Change[]): void {
    if (this.#open.size === 0 || changes.length === 0) return;
    if (changes.length > MAX_TOLD) {
      return this.#send(eventOf("status", { changed: changes.length }));
    }
    for (const change of changes) {
      const { what, kind, address, session, project } = change;
      const isGone = what === "deleted";
      this.#send(eventOf(isGone ? "deleted" : kind, {
        what,
        kind,
        address,
        session,
        project,
        item: isGone ? null : this.#item(change),
      }));
    }
  }

  /** Ends all of them. */
  close(): void {
    for (const controller of this.#open) this.#end(controller);
  }

  /** What it says by now; `null` where it has gone meanwhile, or cannot be read. */
  #item({ kind, address, session }: Change): unknown {
    try {
      return this.#store.read((db) =>
        kind === "session"
          ? readSession(db, session)?.session ?? null
          : readItem(db, address)
      );
    } catch {
      return null;
    }
  }

  #send(text: string): void {
    const bytes = bytesOf(text);
    for (const controller of this.#open) {
      if ((controller.desiredSize ?? 0) <= 0) this.#end(controller);
      else controller.enqueue(bytes);
    }
  }

  #end(controller: Controller): void {
    this.#forget(controller);
    try {
      controller.close();
    } catch {
      // Whoever listened has gone.
    }
  }

  #forget(controller: Controller): void {
    this.#open.delete(controller);
    if (this.#open.size > 0) return;
    clearInterval(this.#heart);
    this.#heart = undefined;
  }
}

const ENCODER = new TextEncoder();

function bytesOf(text: string): Uint8Array {
  return ENCODER.encode(text);
}

/** JSON has no line end of its own, so that one line holds it. */
function eventOf(name: string, data: unknown): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
