/** One block of an answer: a string is text, the other form calls a tool. */
export type ScriptBlock =
  | string
  | { tool: string; input: Record<string, unknown>; id?: string };

/**
 * One answer of the model. With a tool call in it the conversation goes on, without one the turn ends there. `hang` never
 * answers, which keeps Claude Code running until it is killed.
 */
export type ScriptTurn = ScriptBlock[] | "hang";

/**
 * What a request is: `main` = the conversation itself, `agent` = a subagent's, `summary` = the compaction of the
 * conversation, `side` = titles and the like, `other` = not a message at all (`HEAD /`, token counts, …).
 */
export type RequestKind = "main" | "agent" | "summary" | "side" | "other";

/** A request as it arrived. */
export interface ApiRequest {
  readonly kind: RequestKind;
  readonly method: string;
  readonly path: string;
  /** Parsed JSON, or undefined where there was none. */
  readonly body: unknown;
  /** All that the model would read: system prompt, messages, tool calls and results; the tools' schemas are left out. */
  readonly text: string;
}

/** A scripted Messages API, listening until the end of the scope. */
export interface MessagesApi extends AsyncDisposable {
  /** For `ANTHROPIC_BASE_URL`. */
  readonly url: string;
  /** Every request, oldest first. */
  readonly requests: ApiRequest[];
  /** Turns of the main script that were not asked for yet. */
  readonly left: number;
  /** Resolves when the first `hang` turn was reached. */
  readonly hanging: Promise<void>;
  /** Adds turns to the main script: for a second run on the same API. */
  play(...turns: ScriptTurn[]): void;
  /** The `text` of all requests of one kind (default `main`), joined. */
  modelText(kind?: RequestKind): string;
}

/** The answers. */
export interface MessagesApiOptions {
  /** Answers of the main conversation, in order; after the last one every answer is `Done.` */
  script?: ScriptTurn[];
  /** Answers of subagents, by the prompt that the `Agent` tool was called with. */
  agents?: Record<string, ScriptTurn[]>;
  /** Answer to a compaction request. */
  summary?: string;
}

interface Body {
  model?: string;
  stream?: boolean;
  system?: unknown;
  messages?: { role: string; content: unknown }[];
  tools?: { name?: string }[];
}

/**
 * Starts a small Messages API on 127.0.0.1 that answers the real Claude Code from a script, streaming or not.
 *
 * A request that is repeated (the client retries) gets the same turn again, so a script never shifts. What a request is
 * gets decided by content (Claude Code 2.1.332, measured): a subagent's carries the header `x-claude-code-agent-id`, a
 * compaction ends with "Your task is to create a detailed summary", a side request brings no `Write` tool. No other host is asked.
 */
export function messagesApi(options: MessagesApiOptions = {}): MessagesApi {
  const requests: ApiRequest[] = [];
  const main = new Script(options.script ?? []);
  const agents = new Map(
    Object.entries(options.agents ?? {}).map((
      [prompt, turns],
    ) => [prompt, new Script(turns)]),
  );

  const turnFor = (kind: RequestKind, body: Body, session: string) => {
    if (kind === "main") return main.turn(session, body);
    if (kind === "summary") {
      return [
        `<summary>\n${options.summary ?? "Scripted summary."}\n</summary>`,
      ];
    }
    if (kind === "side") return ['{"title":"Scripted session"}'];
    const text = textOf(body.messages);
    for (const [prompt, script] of agents) {
      if (text.includes(prompt)) return script.turn(session, body);
    }
    return ["Subagent done."];
  };

  const hanging = Promise.withResolvers<void>();
  const closing = new AbortController();
  const server = Deno.serve({
    hostname: "127.0.0.1",
    port: 0,
    signal: closing.signal,
    onListen: () => {},
  }, async (request) => {
    const raw = await request.text();
    const body = raw === "" ? undefined : JSON.parse(raw) as Body;
    const path = new URL(request.url).pathname;
    const agent = request.headers.get("x-claude-code-agent-id");
    const kind = kindOf(request.method, path, agent !== null, body);
    const text = body === undefined
      ? ""
      : `${textOf(body.system)}\n${textOf(body.messages)}`;
    requests.push({ kind, method: request.method, path, body, text });
    if (body === undefined || kind === "other") return other(path, raw.length);
    const session = request.headers.get("x-claude-code-session-id") ?? "";
    const turn = turnFor(kind, body, `${session} ${agent ?? ""}`);
    if (turn !== "hang") return answer(body, turn, requests.length);
    hanging.resolve();
    return await new Promise<Response>(() => {});
  });

  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    requests,
    get left(): number {
      return main.left;
    },
    hanging: hanging.promise,
    play: (...turns) => main.add(turns),
    modelText: (kind = "main") =>
      requests.filter((r) => r.kind === kind).map((r) => r.text).join("\n"),
    async [Symbol.asyncDispose](): Promise<void> {
      closing.abort();
      await server.finished;
    },
  };
}

/** Turns that are given out once per distinct conversation state. */
class Script {
  readonly #turns: ScriptTurn[];
  readonly #given = new Map<string, ScriptTurn>();
  #next = 0;

  constructor(turns: ScriptTurn[]) {
    this.#turns = [...turns];
  }

  get left(): number {
    return this.#turns.length - this.#next;
  }

  add(turns: ScriptTurn[]): void {
    this.#turns.push(...turns);
  }

  turn(session: string, body: Body): ScriptTurn {
    const state = `${session}\n${textOf(body.messages)}`;
    const turn = this.#given.get(state) ?? this.#turns[this.#next++] ??
      ["Done."];
    this.#next = Math.min(this.#next, this.#turns.length);
    this.#given.set(state, turn);
    return turn;
  }
}

function kindOf(
  method: string,
  path: string,
  isAgent: boolean,
  body: Body | undefined,
): RequestKind {
  if (method !== "POST" || path !== "/v1/messages" || body === undefined) {
    return "other";
  }
  const last = textOf(body.messages?.filter((m) => m.role === "user").at(-1));
  if (last.includes("Your task is to create a detailed summary")) {
    return "summary";
  }
  if (isAgent) return "agent";
  return (body.tools ?? []).some((t) => t.name === "Write") ? "main" : "side";
}

/** All text in a system prompt, a message, a list of either, or any block. */
function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map(textOf).join("\n");
  if (typeof value !== "object" || value === null) return "";
  const part = value as Record<string, unknown>;
  if (part["type"] === "tool_use") {
    return `${part["name"]} ${JSON.stringify(part["input"])}`;
  }
  return textOf(part["text"] ?? part["content"]);
}

/** Token counts, the reachability check and whatever else a client asks for. */
function other(path: string, length: number): Response {
  if (path.endsWith("/count_tokens")) {
    return Response.json({ input_tokens: Math.ceil(length / 4) });
  }
  return Response.json({});
}

function answer(body: Body, turn: ScriptBlock[], number: number): Response {
  const content = turn.map((block, index) =>
    typeof block === "string" ? { type: "text", text: block } : {
      type: "tool_use",
      id: block.id ?? `toolu_${number}_${index}`,
      name: block.tool,
      input: block.input,
    }
  );
  const uses = content.some((block) => block.type === "tool_use");
  const reason = uses ? "tool_use" : "end_turn";
  const message = (content: unknown[], reason: string | null) => ({
    id: `msg_${number}`,
    type: "message",
    role: "assistant",
    model: body.model ?? "scripted",
    content,
    stop_reason: reason,
    stop_sequence: null,
    usage: { input_tokens: 10, output_tokens: 5 },
  });
  if (body.stream !== true) return Response.json(message(content, reason));
  const events: [string, Record<string, unknown>][] = [
    ["message_start", { message: message([], null) }],
  ];
  for (const [index, block] of content.entries()) {
    const [empty, delta] = "text" in block
      ? [{ ...block, text: "" }, { type: "text_delta", text: block.text }]
      : [{ ...block, input: {} }, {
        type: "input_json_delta",
        partial_json: JSON.stringify(block.input),
      }];
    events.push(["content_block_start", { index, content_block: empty }]);
    events.push(["content_block_delta", { index, delta }]);
    events.push(["content_block_stop", { index }]);
  }
  events.push(["message_delta", {
    delta: { stop_reason: reason, stop_sequence: null },
    usage: { output_tokens: 5 },
  }]);
  events.push(["message_stop", {}]);
  const stream = events.map(([type, data]) =>
    `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`
  );
  return new Response(stream.join(""), {
    headers: { "content-type": "text/event-stream" },
  });
}
