/** A request for an extraction, as the model server saw it. */
export interface OllamaRequest {
  /** `/api/chat` or `/v1/chat/completions`. */
  readonly path: string;
  readonly model: string;
  /** `options.num_ctx`, where it was sent. */
  readonly numCtx: unknown;
  /** `keep_alive`, where it was sent. */
  readonly keepAlive: unknown;
  /** Paths of the notes in it, relative to the vault. */
  readonly notes: string[];
}

/** A stand-in for a model server, listening until the end of the scope. */
export interface Ollama extends AsyncDisposable {
  /** For `OLLAMA_BASE_URL`: it ends in `/v1`. */
  readonly url: string;
  /** Every extraction asked for, oldest first. */
  readonly requests: OllamaRequest[];
}

/** How the stand-in behaves. */
export interface OllamaOptions {
  /** Whether it has Ollama's own `/api/chat`, which graphify 0.9.96 tries first; without it only `/v1`. Default true. */
  native?: boolean;
  /** Text of every answer, in place of a valid extraction: `""` makes graphify give up the notes sent. */
  content?: string;
  /** Never answers. */
  hang?: boolean;
}

interface Body {
  model?: string;
  messages?: { role: string; content: unknown }[];
  options?: Record<string, unknown>;
  [more: string]: unknown;
}

/**
 * Starts a stand-in for Ollama on 127.0.0.1 that answers graphify's extraction prompt with a valid graph fragment: one
 * node a note, and a `references` edge for each `[[wikilink]]` to another note of the same request. The answer depends on the
 * notes alone.
 *
 * Format: graphify 0.9.96 sends each note as `<untrusted_source path="…" sha256="…">` and wants the JSON of its system prompt.
 */
export function ollama(options: OllamaOptions = {}): Ollama {
  const requests: OllamaRequest[] = [];
  const closing = new AbortController();
  const server = Deno.serve({
    hostname: "127.0.0.1",
    port: 0,
    signal: closing.signal,
    onListen: () => {},
  }, async (request) => {
    const path = new URL(request.url).pathname;
    const native = path === "/api/chat";
    const known = native ? options.native ?? true : isCompletions(path);
    const raw = await request.text();
    if (request.method !== "POST" || !known) {
      return new Response("404 page not found", { status: 404 });
    }
    const body = JSON.parse(raw) as Body;
    const notes = notesIn(body);
    requests.push({
      path,
      model: body.model ?? "",
      numCtx: body.options?.["num_ctx"],
      keepAlive: body["keep_alive"],
      notes: [...notes.keys()],
    });
    if (options.hang) return await new Promise<Response>(() => {});
    const content = options.content ?? JSON.stringify(extractionOf(notes));
    return native
      ? nativeAnswer(body, content)
      : completionAnswer(body, content);
  });
  return {
    url: `http://127.0.0.1:${server.addr.port}/v1`,
    requests,
    async [Symbol.asyncDispose](): Promise<void> {
      closing.abort();
      await server.finished;
    },
  };
}

function isCompletions(path: string): boolean {
  return path === "/v1/chat/completions";
}

/** The notes' texts by path. */
function notesIn(body: Body): Map<string, string> {
  const prompt = (body.messages ?? []).filter((one) => one.role === "user")
    .map((one) => String(one.content)).join("\n");
  const blocks = prompt.matchAll(
    /<untrusted_source path="([^"]*)"[^>]*>\n([\s\S]*?)\n<\/untrusted_source>/g,
  );
  return new Map(
    [...blocks].map(([, path = "", text = ""]) => [path, text]),
  );
}

function extractionOf(notes: Map<string, string>): Record<string, unknown> {
  const byName = new Map([...notes.keys()].map((path) => [nameOf(path), path]));
  const nodes = [...notes.keys()].map((path) => ({
    id: idOf(path),
    label: nameOf(path),
    file_type: "concept",
    source_file: path,
  }));
  const edges = [...notes].flatMap(([path, text]) =>
    [...text.matchAll(/\[\[([^\]|#]+)/g)].flatMap(([, name = ""]) => {
      const target = byName.get(name.trim());
      return target === undefined || target === path ? [] : [{
        source: idOf(path),
        target: idOf(target),
        relation: "references",
        confidence: "EXTRACTED",
        confidence_score: 1,
        weight: 1,
        source_file: path,
      }];
    })
  );
  return { nodes, edges, hyperedges: [], input_tokens: 0, output_tokens: 0 };
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/\.[^.]+$/, "");
}

function idOf(path: string): string {
  return path.replace(/\.[^./]+$/, "").toLowerCase()
    .replace(/[^a-z0-9]+/g, "_");
}

function nativeAnswer(body: Body, content: string): Response {
  return Response.json({
    model: body.model,
    created_at: new Date().toISOString(),
    message: { role: "assistant", content },
    done: true,
    done_reason: "stop",
    prompt_eval_count: 100,
    eval_count: 100,
  });
}

function completionAnswer(body: Body, content: string): Response {
  return Response.json({
    id: "chatcmpl-1",
    object: "chat.completion",
    created: 0,
    model: body.model,
    choices: [{
      index: 0,
      message: { role: "assistant", content },
      finish_reason: "stop",
    }],
    usage: { prompt_tokens: 100, completion_tokens: 100, total_tokens: 200 },
  });
}
