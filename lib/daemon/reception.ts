import { encodeRequest, FrameDecoder } from "./frame.ts";
import { type Answer, parseRequest, type Request } from "./parse_request.ts";
import { type CapturedRow, parseRow } from "./parse_row.ts";

/** What becomes of what connections bring. */
export interface Receiver {
  /**
   * Takes a row.
   *
   * @param turn The place of its connection in the order of acceptance.
   */
  take(row: CapturedRow, turn: number): void;
  /** Does what is asked for. It always answers. */
  ask(request: Request): Promise<Answer>;
  /** Is told of a frame, or a connection, that was refused, without its content. */
  refuse(why: string): void;
  /** Is told that rows which had to wait for an earlier connection need not wait any more. */
  ring(): void;
  /** Resolves when there is room for more. */
  room(): Promise<void>;
}

/** Milliseconds for which those who come later wait for a connection that is not at its end. */
const TURN_MS = 500;

/** Milliseconds after which a connection without a frame is closed. */
const IDLE_MS = 60_000;

/** Connections that are read at once; the system holds others, with what they have sent, until their turn comes. */
const MAX_CONNECTIONS = 128;

const BUFFER_BYTES = 32 * 1024;

/** Requests of one connection that may wait for their answers; then nothing more is read from it. */
const MAX_ASKED = 16;

/** Milliseconds without a new connection after which all who came before the end have come. */
const LAST_MS = 30;

/** Milliseconds that the end waits for connections at most. */
const END_MS = 1500;

interface Guest {
  readonly connection: Deno.Conn;
  readonly turn: number;
  /** When its last bytes came. */
  last: number;
  /** Whether we close it ourselves. */
  dismissed: boolean;
  /** Resolves when every request so far has been answered, in order. */
  answered: Promise<void>;
  asked: number;
}

/**
 * Reads frames from connections, all at once, answers requests, each connection's in their order, and remembers in which order they came: what a connection brings within half a second goes
 * before what a later one brings. Whatever is wrong with one connection is no concern of the others.
 */
export class Reception {
  readonly #receiver: Receiver;
  readonly #guests = new Set<Guest>();
  readonly #buffers: Uint8Array<ArrayBuffer>[] = [];
  /** The turns of the connections that later ones wait for. */
  readonly #waitedFor = new Set<number>();
  #turns = 0;
  /** Requests that wait for their answers. */
  #asked = 0;
  #departed = (): void => {};
  #accepted = performance.now();

  constructor(receiver: Receiver) {
    this.#receiver = receiver;
  }

  /** Rows of this turn and of earlier ones are complete. */
  get completeTurn(): number {
    // A set keeps its order, and turns only grow.
    for (const turn of this.#waitedFor) return turn;
    return Infinity;
  }

  /** Accepts connections until the listener is closed. */
  async accept(listener: Deno.UnixListener): Promise<void> {
    for await (const connection of listener) {
      this.#accepted = performance.now();
      void this.#serve(connection);
      while (this.#guests.size >= MAX_CONNECTIONS) await this.#departure();
    }
  }

  /** Closes connections that have brought nothing for a minute. */
  dismissIdle(): void {
    const before = performance.now() - IDLE_MS;
    for (const guest of this.#guests) {
      if (guest.last < before) dismiss(guest);
    }
  }

  /** Reads what has been sent by now, then closes the listener and all connections. */
  async end(listener: Deno.UnixListener | null): Promise<void> {
    const end = performance.now() + END_MS;
    this.#accepted = performance.now();
    const isOver = (): boolean =>
      performance.now() > end ||
      (performance.now() - this.#accepted > LAST_MS &&
        this.#waitedFor.size === 0 && this.#asked === 0);
    while (listener !== null && !isOver()) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    listener?.close();
    for (const guest of this.#guests) dismiss(guest);
    this.#waitedFor.clear();
  }

  async #serve(connection: Deno.Conn): Promise<void> {
    const guest: Guest = {
      connection,
      turn: this.#turns++,
      last: performance.now(),
      dismissed: false,
      answered: Promise.resolve(),
      asked: 0,
    };
    this.#guests.add(guest);
    this.#waitedFor.add(guest.turn);
    const timer = setTimeout(() => this.#endTurn(guest), TURN_MS);
    try {
      await this.#read(guest);
      await guest.answered;
    } catch (error) {
      if (!guest.dismissed) this.#receiver.refuse(whyRefused(error));
    } finally {
      clearTimeout(timer);
      this.#guests.delete(guest);
      this.#departed();
      this.#endTurn(guest);
      if (!guest.dismissed) connection.close();
    }
  }

  async #read(guest: Guest): Promise<void> {
    const decoder = new FrameDecoder({ takesLong: true });
    // A buffer for every connection would leave them all to the garbage collector, which takes its time.
    const buffer = this.#buffers.pop() ?? new Uint8Array(BUFFER_BYTES);
    try {
      while (true) {
        const count = await guest.connection.read(buffer);
        if (count === null) break;
        guest.last = performance.now();
        for (const value of decoder.push(buffer.subarray(0, count))) {
          this.#take(value, guest, decoder.isLong);
          if (guest.asked >= MAX_ASKED) await guest.answered;
        }
        await this.#receiver.room();
      }
    } finally {
      this.#buffers.push(buffer);
    }
    if (decoder.pending > 0) throw new Deno.errors.UnexpectedEof();
  }

  /** A frame that holds no row does not keep the next one from being read. */
  #take(value: unknown, guest: Guest, isLong: boolean): void {
    const request = parseRequest(value);
    if (request !== null) return this.#ask(request, guest);
    if (isLong) return this.#receiver.refuse("a row is too long");
    let row: CapturedRow;
    try {
      row = parseRow(value);
    } catch (error) {
      return this.#receiver.refuse((error as Error).message);
    }
    const isInTurn = this.#waitedFor.has(guest.turn);
    this.#receiver.take(row, isInTurn ? guest.turn : this.#turns);
  }

  #ask(request: Request | Answer, guest: Guest): void {
    // It may stay for long, and nobody who brings a row has to wait for that.
    this.#endTurn(guest);
    this.#asked++;
    guest.asked++;
    const answer = "method" in request
      ? this.#receiver.ask(request)
      : Promise.resolve(request);
    const before = guest.answered;
    guest.answered = (async () => {
      try {
        await before;
        await write(guest.connection, encodeRequest(await answer));
      } catch {
        // Who asked has gone, and can ask again.
      }
      this.#asked--;
      guest.asked--;
    })();
  }

  #endTurn({ turn }: Guest): void {
    if (this.#waitedFor.delete(turn)) this.#receiver.ring();
  }

  /** Waits until a connection has ended; the one that has been silent the longest has to, once that is longer than a turn. */
  async #departure(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#departed = resolve;
    let idlest: Guest | undefined;
    for (const guest of this.#guests) {
      if (idlest === undefined || guest.last < idlest.last) idlest = guest;
    }
    const silentMs = performance.now() - (idlest?.last ?? 0);
    const timer = setTimeout(() => {
      if (idlest !== undefined) dismiss(idlest);
    }, Math.max(0, TURN_MS - silentMs));
    await promise;
    clearTimeout(timer);
  }
}

async function write(connection: Deno.Conn, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) {
    at += await connection.write(bytes.subarray(at));
  }
}

function dismiss(guest: Guest): void {
  if (guest.dismissed) return;
  guest.dismissed = true;
  guest.connection.close();
}

/** The message of a JSON error may quote the text. */
function whyRefused(error: unknown): string {
  if (error instanceof Deno.errors.UnexpectedEof) return "a frame was cut off";
  if (error instanceof SyntaxError) return "a frame is not JSON";
  if (error instanceof RangeError) return error.message;
  if (error instanceof TypeError) return "a frame is not UTF-8";
  return error instanceof Error ? error.name : "it broke";
}
