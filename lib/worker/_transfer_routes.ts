import { exportPage, type ExportQuery } from "../lifecycle/export_lifecycle.ts";
import { redactValue } from "../redact/redact_value.ts";
import { ask } from "./_ask.ts";
import { assertType, chunksOf } from "./_body.ts";
import { invalid, Problem } from "./_problem.ts";
import { projectOfQuery } from "./_project.ts";
import { textOf } from "./_query.ts";
import { json, reply } from "./_reply.ts";
import type { Call, Route } from "./_route.ts";
import { knowRules } from "../redact/known_rules.ts";
import { RULES } from "../redact/rules.ts";

knowRules(RULES);

/** Bytes, and milliseconds, that an import may have. */
const IMPORT = { maxBytes: 64 * 1024 * 1024, ms: 120_000 } as const;

/** Milliseconds for which somebody may leave an export without reading on. */
const EXPORT_IDLE_MS = 60_000;

/** Records, and UTF-16 units of them, that are stored at once: rows of the hooks go between. */
const BATCH_RECORDS = 100;
const BATCH_LENGTH = 256 * 1024;

/** UTF-16 units of one record. */
const MAX_LINE = 1024 * 1024;

const JSON_LINES =
  /^application\/(?:x-ndjson|jsonl|x-jsonlines|json|octet-stream) *(?:;|$)/i;

/** All that is recorded as JSON Lines, to be kept elsewhere, or brought in here. */
export const TRANSFER_ROUTES: readonly Route[] = [
  { method: "GET", path: "/api/export", answer: giveOut },
  {
    method: "POST",
    path: "/api/import",
    ms: IMPORT.ms + 60_000,
    answer: takeIn,
  },
];

/** A line each; a page is read when the one before it has been taken, so that a long export is never in memory. */
function giveOut({ query, tools }: Call): Response {
  const { store, signal, backend } = tools;
  const session = textOf(query, "session");
  const project = store.read((db) => projectOfQuery(db, query));
  const wanted: ExportQuery = {
    ...(project === undefined ? {} : { project }),
    ...(session === undefined ? {} : { session }),
  };
  const encoder = new TextEncoder();
  let next: string | null = "";
  let timer: ReturnType<typeof setTimeout> | undefined;
  let leave = (): void => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      leave = () => {
        try {
          controller.error(new Error("Cannot go on with an export"));
        } catch {
          // It is at its end already.
        }
      };
      signal.addEventListener("abort", leave);
    },
    pull(controller) {
      clearTimeout(timer);
      backend.stir();
      const from = next ?? "";
      const page = store.read((db) => exportPage(db, wanted, from));
      next = page.next;
      const lines = page.records.map((record) => `${JSON.stringify(record)}\n`);
      if (lines.length > 0) controller.enqueue(encoder.encode(lines.join("")));
      if (next === null) {
        signal.removeEventListener("abort", leave);
        controller.close();
      } else timer = setTimeout(leave, EXPORT_IDLE_MS);
    },
    cancel() {
      clearTimeout(timer);
      signal.removeEventListener("abort", leave);
    },
  }, { highWaterMark: 1 });
  return reply(200, "application/x-ndjson", body, {
    "content-disposition": 'attachment; filename="memory-hooks.jsonl"',
  });
}

/** Whether an import goes on: one is enough. */
let isTakingIn = false;

/** What is known already is passed over. Everything is redacted, whoever wrote it. */
async function takeIn({ request, tools }: Call): Promise<Response> {
  assertType(request, JSON_LINES);
  if (isTakingIn) throw new Problem(503, "busy", "another import goes on");
  isTakingIn = true;
  try {
    const { backend, signal } = tools;
    const { emailAllow } = (await backend.config()).capture;
    const sums: Record<string, number> = {};
    let batch: unknown[] = [];
    let length = 0;
    const flush = async (): Promise<void> => {
      if (batch.length === 0) return;
      if (signal.aborted) throw new Problem(503, "busy", "memoryd ends");
      const counts = await ask(backend, "import", { records: batch });
      for (const [name, count] of Object.entries(counts as object)) {
        if (typeof count === "number") sums[name] = (sums[name] ?? 0) + count;
      }
      batch = [];
      length = 0;
      backend.stir();
    };
    for await (const line of linesOf(request)) {
      batch.push(redactValue(recordOf(line), { emailAllow }).value);
      length += line.length;
      if (batch.length >= BATCH_RECORDS || length >= BATCH_LENGTH) {
        await flush();
      }
    }
    await flush();
    return json(sums);
  } finally {
    isTakingIn = false;
  }
}

function recordOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw invalid("a line is no JSON; those before it were taken in");
  }
}

/** The lines of what is sent that are not blank. */
async function* linesOf(
  request: Request,
): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let rest = "";
  const decode = (bytes?: Uint8Array): string => {
    try {
      return bytes === undefined
        ? decoder.decode()
        : decoder.decode(bytes, { stream: true });
    } catch {
      throw invalid("the body is no UTF-8");
    }
  };
  for await (const chunk of chunksOf(request, IMPORT)) {
    const lines = (rest + decode(chunk)).split("\n");
    rest = lines.pop() ?? "";
    if (rest.length > MAX_LINE) throw invalid("a line is too long");
    for (const line of lines) if (line.trim() !== "") yield line;
  }
  rest += decode();
  if (rest.trim() !== "") yield rest;
}
