// The package names its types by paths without an ending.
// @ts-types="@modelcontextprotocol/sdk/shared/stdio"
import {
  deserializeMessage,
  serializeMessage,
} from "@modelcontextprotocol/sdk/shared/stdio.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport";
import type {
  JSONRPCMessage,
  RequestId,
} from "@modelcontextprotocol/sdk/types";
import { readLines, type Source } from "./line_reader.ts";

/** What takes bytes, such as `Deno.stdout`. */
export interface Sink {
  /** Writes some of the bytes, and says how many. */
  write(bytes: Uint8Array): Promise<number>;
}

/** The longest message: a memory of 1 MiB whose every letter is escaped takes 6 MiB. */
const MAX_LINE_BYTES = 32 * 1024 * 1024;

/** JSON-RPC 2.0: what was sent is no request. */
const INVALID_REQUEST = -32600;

/**
 * Messages on stdin and stdout, one a line. The SDK's own transport does not notice the end of stdin, gives up at a line of 10 MiB, and
 * loads Node's compatibility layer.
 */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  /** Settled once nothing more can come: the other side has closed stdin, or reads no answers any more. */
  readonly ended: Promise<void>;
  readonly #source: Source;
  readonly #sink: Sink;
  readonly #end: () => void;
  /** The requests that have no answer yet. */
  readonly #open = new Set<RequestId>();
  /** Settled once all that was sent is written. */
  #written: Promise<void> = Promise.resolve();
  #answered: (() => void) | null = null;

  constructor(source: Source, sink: Sink) {
    this.#source = source;
    this.#sink = sink;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ended = promise;
    this.#end = resolve;
  }

  start(): Promise<void> {
    void this.#receive();
    return Promise.resolve();
  }

  send(message: JSONRPCMessage): Promise<void> {
    const bytes = new TextEncoder().encode(serializeMessage(message));
    const done = this.#written.then(() => this.#write(bytes));
    this.#written = done.catch((error) => {
      this.#failed(error);
      this.#end();
    });
    if (!("method" in message)) this.#close(message.id);
    return done;
  }

  close(): Promise<void> {
    this.#end();
    this.onclose?.();
    return Promise.resolve();
  }

  /** Waits until every request has its answer, and all answers are written. */
  async answered(): Promise<void> {
    while (this.#open.size > 0) {
      await new Promise<void>((resolve) => {
        this.#answered = resolve;
      });
    }
    await this.#written;
  }

  async #receive(): Promise<void> {
    try {
      for await (const line of readLines(this.#source, MAX_LINE_BYTES)) {
        if (line === null) {
          this.#failed(
            new RangeError(
              `Cannot take a message of more than ${MAX_LINE_BYTES} bytes`,
            ),
          );
        } else if (line.trim() !== "") this.#take(line);
      }
    } catch (error) {
      this.#failed(error);
    }
    this.#end();
  }

  #take(line: string): void {
    let value: unknown;
    let message: JSONRPCMessage;
    try {
      value = JSON.parse(line);
      message = deserializeMessage(line);
    } catch {
      // What it says is nobody's business in a log.
      this.#failed(new SyntaxError("Cannot understand a message"));
      this.#refuse(value);
      return;
    }
    try {
      if ("method" in message && "id" in message) this.#open.add(message.id);
      this.onmessage?.(message);
      if ("method" in message && message.method === "notifications/cancelled") {
        this.#close(message.params?.["requestId"]);
      }
    } catch (error) {
      this.#failed(error);
    }
  }

  /** Whoever waits for an answer gets one. */
  #refuse(value: unknown): void {
    if (typeof value !== "object" || value === null) return;
    const { id, method } = value as Record<string, unknown>;
    if (typeof id !== "string" && typeof id !== "number") return;
    if (method === undefined) return;
    this.send({
      jsonrpc: "2.0",
      id,
      error: { code: INVALID_REQUEST, message: "Invalid request" },
    }).catch(() => {});
  }

  async #write(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length;) {
      at += await this.#sink.write(bytes.subarray(at));
    }
  }

  #close(id: unknown): void {
    this.#open.delete(id as RequestId);
    if (this.#open.size === 0) this.#answered?.();
  }

  #failed(error: unknown): void {
    this.onerror?.(error instanceof Error ? error : new Error(String(error)));
  }
}
