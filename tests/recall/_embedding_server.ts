/** A stand-in for Ollama that makes vectors, listening until the end of the scope. */
export interface EmbeddingServer extends AsyncDisposable {
  /** For `model.url`. */
  readonly url: string;
  /** Every call so far. */
  readonly calls: {
    readonly path: string;
    readonly model: string;
    readonly texts: readonly string[];
  }[];
  /** How it answers: as Ollama does, as one before 0.3, with an error, with nonsense, or not at all. */
  mode: "new" | "old" | "error" | "nonsense" | "hang";
}

/** What means the same, to the stand-in. */
const MEANINGS: readonly RegExp[] = [
  /queue|broker/i,
  /job|work order/i,
  /lose|lost|forget|vanish/i,
  /login|sign|password/i,
  /printer|label/i,
  /tuesday|weekday/i,
  /haiku|leaves/i,
  /kitchen|recipe/i,
];

/** Starts it: texts that say the same in other words get the same vector. */
export function embeddingServer(): EmbeddingServer {
  const calls: EmbeddingServer["calls"] = [];
  const closing = new AbortController();
  const hanging: PromiseWithResolvers<Response>[] = [];
  const server = Deno.serve({
    hostname: "127.0.0.1",
    port: 0,
    signal: closing.signal,
    onListen: () => {},
  }, async (request) => {
    const path = new URL(request.url).pathname;
    const body = await request.json();
    const texts: string[] = body.input ?? [body.prompt];
    calls.push({ path, model: body.model, texts });
    switch (self.mode) {
      case "error":
        return new Response('{"error":"out of memory"}', { status: 500 });
      case "nonsense":
        return Response.json({ embeddings: texts.map(() => ["x"]) });
      case "hang": {
        const never = Promise.withResolvers<Response>();
        hanging.push(never);
        return await never.promise;
      }
      case "old":
        return path === "/api/embeddings"
          ? Response.json({ embedding: vectorOf(body.prompt) })
          : new Response("404 page not found", { status: 404 });
      case "new":
        return path === "/api/embed"
          ? Response.json({ embeddings: texts.map(vectorOf) })
          : new Response("404 page not found", { status: 404 });
    }
  });
  const self: EmbeddingServer = {
    url: `http://127.0.0.1:${server.addr.port}`,
    calls,
    mode: "new",
    async [Symbol.asyncDispose]() {
      for (const { resolve } of hanging) resolve(new Response(null));
      closing.abort();
      await server.finished;
    },
  };
  return self;
}

/** Its own direction for each meaning, and a little of all of them. */
function vectorOf(text: string): number[] {
  return MEANINGS.map((meaning) => meaning.test(text) ? 1 : 0.02);
}
