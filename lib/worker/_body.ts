import { Payload } from "../capture/payload.ts";
import { invalid, Problem } from "./_problem.ts";

/** Bytes that what is sent may have; an import has more. */
export const MAX_BODY_BYTES = 1024 * 1024;

/** Milliseconds that it may take to come. */
const BODY_MS = 10_000;

/** What may be sent, and for how long. */
export interface BodyBounds {
  readonly maxBytes: number;
  readonly ms: number;
}

/**
 * Reads what was sent as a JSON object; the reader asks for its fields, then says that this was all (`assertKnown()`).
 *
 * @param request The request.
 * @throws {Problem} when it is too long, too slow, of another type, or no JSON object.
 */
export async function readFields(request: Request): Promise<Fields> {
  assertType(request, /^application\/json *(?:;|$)/i);
  const bounds = { maxBytes: MAX_BODY_BYTES, ms: BODY_MS };
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const chunks: Uint8Array[] = [];
  for await (const chunk of chunksOf(request, bounds)) chunks.push(chunk);
  try {
    const text = chunks.map((it) => decoder.decode(it, { stream: true }));
    return new Fields(text.join("") + decoder.decode());
  } catch {
    // The message of a JSON error quotes the text.
    throw invalid("the body is no JSON object in UTF-8");
  }
}

/** What was sent; a field that is missing, or does not fit, is the sender's mistake. */
export class Fields extends Payload {
  override need<T>(
    names: readonly [string, ...string[]],
    fits: (value: unknown) => value is T,
  ): T {
    try {
      return super.need(names, fits);
    } catch (error) {
      throw error instanceof TypeError ? invalid(error.message) : error;
    }
  }
}

/**
 * Makes sure that nothing was sent but what was asked for, and each of it as it has to be.
 *
 * @throws {Problem} otherwise.
 */
export function assertKnown(payload: Payload): void {
  const [unknown] = payload.unknown;
  if (unknown !== undefined) {
    throw invalid(`there is no field ${JSON.stringify(unknown.slice(0, 64))}`);
  }
  const [unfit] = payload.unfit;
  if (unfit !== undefined) throw invalid(`${unfit} does not fit`);
}

/** Makes sure of the type of what is sent: a form of another site's page cannot send JSON. */
export function assertType(request: Request, type: RegExp): void {
  if (!type.test(request.headers.get("content-type") ?? "")) {
    throw new Problem(
      415,
      "unsupported_type",
      "the Content-Type is not what is taken here",
    );
  }
}

/**
 * What was sent, piece by piece: never more of it than may be, and never for longer.
 *
 * @throws {Problem} when it is too long or too slow, or breaks off.
 */
export async function* chunksOf(
  request: Request,
  { maxBytes, ms }: BodyBounds,
): AsyncGenerator<Uint8Array, void, undefined> {
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) {
    throw tooLarge(maxBytes);
  }
  const reader = request.body?.getReader();
  if (reader === undefined) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Problem(408, "timeout", "the body came too slowly")),
      ms,
    );
  });
  // Nobody may be waiting when it is rejected.
  late.catch(() => {});
  let isWhole = false;
  try {
    for (let length = 0;;) {
      const { done, value } = await Promise.race([reader.read(), late]);
      if (done) break;
      length += value.length;
      if (length > maxBytes) throw tooLarge(maxBytes);
      yield value;
    }
    isWhole = true;
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw invalid("the body broke off");
  } finally {
    clearTimeout(timer);
    if (!isWhole) void reader.cancel().catch(() => {});
  }
}

function tooLarge(maxBytes: number): Problem {
  return new Problem(
    413,
    "too_large",
    `the body may have ${maxBytes / 1024 / 1024} MiB`,
  );
}
