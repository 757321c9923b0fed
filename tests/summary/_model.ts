/** A request for a summary, as the model server saw it. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body: Record<string, unknown>;
}

/** A stand-in for Ollama on 127.0.0.1. */
export interface ModelServer extends AsyncDisposable {
  readonly url: string;
  readonly asked: Asked[];
}

/** Starts one that answers as it is told to. */
export function modelServer(
  answer: (asked: Asked) => Response | Promise<Response>,
): ModelServer {
  const asked: Asked[] = [];
  const closing = new AbortController();
  const server = Deno.serve({
    hostname: "127.0.0.1",
    port: 0,
    signal: closing.signal,
    onListen: () => {},
  }, async (request) => {
    const one = {
      method: request.method,
      path: new URL(request.url).pathname,
      body: await request.json() as Record<string, unknown>,
    };
    asked.push(one);
    return await answer(one);
  });
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    asked,
    async [Symbol.asyncDispose]() {
      closing.abort();
      await server.finished;
    },
  };
}

/** What Ollama's `/api/generate` answers without streaming. */
export function generated(response: string): Response {
  return Response.json({
    model: "small-model",
    created_at: "2026-11-30T10:00:00Z",
    response,
    done: true,
    done_reason: "stop",
    prompt_eval_count: 120,
    eval_count: 30,
  });
}
