import type { SummaryText } from "../lifecycle/types.ts";
import { oneLine } from "../memory/one_line.ts";
import { redact, type RedactOptions } from "../redact/redact.ts";
import { modelPrompt } from "./_model_prompt.ts";
import type { Told } from "./sum_up.ts";
import { bounded, isEmpty, summarise } from "./summarise.ts";

/** How the model is asked. */
export interface ModelOptions {
  /** Where Ollama listens, such as `http://127.0.0.1:11434`. Needs `--allow-net` on it. */
  readonly url: string;
  readonly model: string;
  /** Tokens that it may write. */
  readonly maxTokens: number;
  /** What redaction leaves as it is. */
  readonly redaction: RedactOptions;
  /** Ends the call. */
  readonly signal: AbortSignal;
}

/** What a call came to. */
export interface ModelAnswer {
  /** `null` where the model said nothing that is a summary. */
  readonly summary: SummaryText | null;
  /** Tokens read and written, as the model counts them. */
  readonly tokens: number;
}

/** Bytes of an answer; far more than the tokens of a summary. */
const MAX_BYTES = 256 * 1024;

/**
 * Has a local model sum a session up: one call. What it says is redacted and bounded as any other text.
 *
 * Source: Ollama's API, `POST /api/generate`, with `format: "json"` and without streaming.
 *
 * @param told The session.
 * @param options How the model is asked.
 * @returns Parts that the model leaves out are those of the extract.
 * @throws {Error} when there is no answer: nobody listens, another status than 200, too long, aborted.
 */
export async function summariseWithModel(
  told: Told,
  options: ModelOptions,
): Promise<ModelAnswer> {
  const { url, model, maxTokens, signal } = options;
  const extract = summarise(told.story, told.answers);
  const response = await fetch(new URL("/api/generate", url), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      model,
      prompt: modelPrompt(told, extract),
      stream: false,
      format: "json",
      options: { num_predict: maxTokens, temperature: 0 },
    }),
    // Only the configured address was agreed to.
    redirect: "error",
    signal,
  });
  const text = await boundedText(response);
  if (!response.ok) {
    throw new Error(`the model server answered ${response.status}`);
  }
  const answer = fieldsOf(parsed(text));
  const tokens = count(answer["prompt_eval_count"]) +
    count(answer["eval_count"]);
  const said = typeof answer["response"] === "string" ? answer["response"] : "";
  return { summary: summaryOf(said, extract, options), tokens };
}

/** Models put words around the object, fences, or lists where a text was asked for. */
function summaryOf(
  said: string,
  extract: SummaryText,
  { model, redaction }: ModelOptions,
): SummaryText | null {
  const object = fieldsOf(parsed(said) ?? parsed(innerObject(said)));
  const part = (name: string): string =>
    linesOf(object[name]).map((line) => redact(line, redaction).text.trim())
      .filter((line) => line !== "").join("\n");
  const parts = {
    request: part("request"),
    looked: part("looked"),
    changed: part("changed"),
    decided: part("decided"),
    open: part("open"),
  };
  if (isEmpty(parts)) return null;
  return {
    ...bounded({
      request: parts.request || extract.request,
      looked: parts.looked || extract.looked,
      changed: parts.changed || extract.changed,
      decided: parts.decided || extract.decided,
      // That nothing is open is something that a model can say.
      open: parts.open,
    }),
    source: oneLine(model, 100),
  };
}

/** Text, a list of texts, or a list of objects that hold some; anything else says nothing. */
function linesOf(value: unknown, depth = 0): string[] {
  if (typeof value === "string") {
    return value.split(/[\r\n]+/).map((line) =>
      line.replace(/^\s*(?:[-*•#>]+|\d+[.)])\s+/, "").replace(/`+|\*\*/g, "")
        .replace(/[\s\p{Cc}]+/gu, " ").trim()
    ).filter((line) => line !== "" && !/^(?:none|n\/a|null|-)\.?$/i.test(line));
  }
  if (typeof value !== "object" || value === null || depth > 1) return [];
  return Object.values(value).slice(0, 20)
    .flatMap((one) => linesOf(one, depth + 1));
}

function innerObject(text: string): string {
  return text.slice(Math.max(text.indexOf("{"), 0), text.lastIndexOf("}") + 1);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null
    ? value as Record<string, unknown>
    : {};
}

function count(value: unknown): number {
  return typeof value === "number" && value > 0 && Number.isFinite(value)
    ? Math.floor(value)
    : 0;
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
