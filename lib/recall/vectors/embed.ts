/** Which model makes vectors, and where it is. */
export interface Embedder {
  /** Where Ollama listens, such as `http://127.0.0.1:11434`. Needs `--allow-net` on it. */
  readonly url: string;
  readonly model: string;
  /** Ends the call. */
  readonly signal: AbortSignal;
}

/** Bytes of an answer: 64 vectors of 4,096 numbers, written out. */
const MAX_BYTES = 16 * 1024 * 1024;

/** Numbers of a vector. */
const MAX_LENGTH = 4096;

/** The server has no such address. */
class Missing extends Error {}

/**
 * Has a local model make vectors of texts. A server that knows only one text a call is asked for one after the other.
 *
 * Source: Ollama's API, `POST /api/embed` {model, input: […]} and, before 0.3, `POST /api/embeddings` {model, prompt}.
 *
 * @param texts The texts, redacted.
 * @param embedder The model.
 * @returns A vector for each, of length 1.
 * @throws {Error} when there is no answer: nobody listens, another status than 200, no vectors, too long, aborted.
 */
export async function embed(
  texts: readonly string[],
  embedder: Embedder,
): Promise<Float32Array<ArrayBuffer>[]> {
  const { model } = embedder;
  let found: unknown;
  try {
    const answer = await post(embedder, "/api/embed", { model, input: texts });
    found = answer["embeddings"];
  } catch (error) {
    if (!(error instanceof Missing)) throw error;
    const each: unknown[] = [];
    for (const prompt of texts) {
      const answer = await post(embedder, "/api/embeddings", { model, prompt });
      each.push(answer["embedding"]);
    }
    found = each;
  }
  if (!Array.isArray(found) || found.length !== texts.length) {
    throw new Error("the model server answered other vectors than asked for");
  }
  const vectors = found.map(unitVector);
  if (vectors.some(({ length }) => length !== vectors[0]?.length)) {
    throw new Error("the model server answered vectors of several lengths");
  }
  return vectors;
}

async function post(
  { url, signal }: Embedder,
  path: string,
  body: unknown,
): Promise<Record<string, unknown>> {
  const response = await fetch(new URL(path, url), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    // Only the configured address was agreed to.
    redirect: "error",
    signal,
  });
  const text = await boundedText(response);
  if (response.status === 404 && !/model/i.test(text)) throw new Missing();
  if (!response.ok) {
    throw new Error(`the model server answered ${response.status}`);
  }
  const answer: unknown = JSON.parse(text);
  return typeof answer === "object" && answer !== null
    ? answer as Record<string, unknown>
    : {};
}

async function boundedText(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const piece of response.body ?? []) {
    bytes += piece.length;
    if (bytes > MAX_BYTES) throw new Error("the model's answer is too long");
    text += decoder.decode(piece, { stream: true });
  }
  return text;
}

/** Of length 1, so that a product of two says how near they are. */
function unitVector(value: unknown): Float32Array<ArrayBuffer> {
  const isVector = Array.isArray(value) && value.length > 0 &&
    value.length <= MAX_LENGTH &&
    value.every((it) => typeof it === "number" && Number.isFinite(it));
  if (!isVector) throw new Error("the model server answered no vector");
  const vector = Float32Array.from(value as number[]);
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((it) => it / length);
}
