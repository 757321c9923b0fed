/** The longest body of a row's frame, in bytes. */
export const MAX_FRAME_BYTES = 1024 * 1024;

/** The longest body of a request's frame: a memory of 1 MiB, most of whose characters JSON has to escape. */
export const MAX_REQUEST_BYTES = 8 * MAX_FRAME_BYTES;

/** Bytes before the body: its length, u32, big-endian. */
const HEAD_BYTES = 4;

/** In the length of a request that is longer than a row may be, so that a row's length is known to be too much before it is read. */
const LONG = 0x8000_0000;

/**
 * A value as one frame: u32 big-endian byte length, then as many bytes of UTF-8 JSON (source: the seed, with the bound it leaves
 * open).
 *
 * @param value What JSON can hold.
 * @throws {RangeError} when the JSON has more than {@linkcode MAX_FRAME_BYTES} bytes.
 */
export function encodeFrame(value: unknown): Uint8Array {
  return encode(value, MAX_FRAME_BYTES);
}

/**
 * A request as one frame: as {@linkcode encodeFrame} does it, but that a longer one has the highest bit of its length set.
 *
 * @param value What JSON can hold.
 * @throws {RangeError} when the JSON has more than {@linkcode MAX_REQUEST_BYTES} bytes.
 */
export function encodeRequest(value: unknown): Uint8Array {
  return encode(value, MAX_REQUEST_BYTES);
}

function encode(value: unknown, maxBytes: number): Uint8Array {
  const body = new TextEncoder().encode(JSON.stringify(value));
  if (body.length > maxBytes) {
    throw new RangeError(
      `Cannot frame a value: current value of its length is ${body.length} bytes`,
    );
  }
  const frame = new Uint8Array(HEAD_BYTES + body.length);
  new DataView(frame.buffer).setUint32(
    0,
    body.length > MAX_FRAME_BYTES ? LONG + body.length : body.length,
  );
  frame.set(body, HEAD_BYTES);
  return frame;
}

/** Made when the first frame is read: a hook only writes them. */
let utf8: TextDecoder | undefined;

/** Takes frames out of bytes that come in pieces. It holds one frame at most, however many pieces that has. */
export class FrameDecoder {
  readonly #takesLong: boolean;
  #held = new Uint8Array(0);
  #length = 0;
  #isLong = false;

  /**
   * @param options `takesLong`: whether requests of more than {@linkcode MAX_FRAME_BYTES} bytes are taken.
   */
  constructor(options: { readonly takesLong?: boolean } = {}) {
    this.#takesLong = options.takesLong ?? false;
  }

  /** Whether the frame that was given last is longer than a row may be. */
  get isLong(): boolean {
    return this.#isLong;
  }

  /** Bytes of a frame that has begun and not ended. */
  get pending(): number {
    return this.#length;
  }

  /**
   * Takes the next piece and gives, one after the other, the values of the frames that it completes. After an error the
   * decoder is of no further use: where the next frame begins is not known.
   *
   * @param piece The bytes; they may be overwritten afterwards.
   * @throws {RangeError} when a length is 0 or over the most that is taken.
   * @throws {SyntaxError} when a body is not JSON.
   * @throws {TypeError} when a body is not UTF-8.
   */
  *push(piece: Uint8Array): Generator<unknown, void> {
    this.#append(piece);
    let at = 0;
    while (this.#length - at >= HEAD_BYTES) {
      const head = new DataView(this.#held.buffer).getUint32(at);
      const isLong = this.#takesLong && head >= LONG;
      const length = isLong ? head - LONG : head;
      const limit = isLong ? MAX_REQUEST_BYTES : MAX_FRAME_BYTES;
      if (length === 0 || length > limit) {
        throw new RangeError(
          `Cannot read a frame: current value of its length is ${length}`,
        );
      }
      const end = at + HEAD_BYTES + length;
      if (end > this.#length) break;
      const body = this.#held.subarray(at + HEAD_BYTES, end);
      at = end;
      this.#isLong = isLong;
      utf8 ??= new TextDecoder("utf-8", { fatal: true });
      yield JSON.parse(utf8.decode(body));
    }
    this.#held.copyWithin(0, at, this.#length);
    this.#length -= at;
  }

  /** The room doubles, so that a frame that comes byte by byte is not copied at every byte. */
  #append(piece: Uint8Array): void {
    const length = this.#length + piece.length;
    if (length > this.#held.length) {
      const room = new Uint8Array(Math.max(length, 2 * this.#held.length));
      room.set(this.#held.subarray(0, this.#length));
      this.#held = room;
    }
    this.#held.set(piece, this.#length);
    this.#length = length;
  }
}
