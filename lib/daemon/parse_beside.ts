import { safeId } from "../event.ts";
import { isText } from "../store/assert_row.ts";
import { DEPTH_LIMIT } from "../redact/redact_value.ts";
import {
  type Beside,
  MAX_USE,
  type ObservationDraft,
  type SentUse,
} from "../store/row.ts";

/** UTF-16 units, a few more than what hooks keep to: an ellipsis is no reason to drop anything. */
const MAX_PATH = 4096;
const MAX_NAME = 512;
const MAX_TOOL = 256;
const MAX_TITLE = 256;
const MAX_DETAIL = 2100;

const MAX_FILES = 20;

/** Levels of a use: what a hook redacts, in what it sends it in. */
const MAX_DEPTH = DEPTH_LIMIT + 4;

const HOST = /^[a-z][a-z0-9_-]{0,31}$/;

const KINDS: readonly unknown[] = [
  "read",
  "write",
  "command",
  "search",
  "web",
  "other",
];

const OUTCOMES: readonly unknown[] = ["success", "error"];

/**
 * Takes a value for what comes beside a row. Nothing in it is trusted.
 *
 * @param value The frame's `beside`.
 * @returns What it says; a text where it cannot be taken: why, without its content.
 */
export function parseBeside(value: unknown): Beside | string {
  if (!isObject(value)) return "it is no object";
  const { project, name, host, observation, use } = value;
  if (!isTextOrEmpty(project, MAX_PATH)) return "its project is unfit";
  if (!isTextOrEmpty(name, MAX_NAME)) return "its name is unfit";
  if (typeof host !== "string" || !HOST.test(host)) return "its host is unfit";
  let beside: Beside = { project, name, host };
  if ((observation ?? null) !== null) {
    const found = parseObservation(observation);
    if (typeof found === "string") return found;
    beside = { ...beside, observation: found };
  }
  if ((use ?? null) === null) return beside;
  const found = parseUse(use);
  return typeof found === "string" ? found : { ...beside, use: found };
}

function parseObservation(value: unknown): ObservationDraft | string {
  if (!isObject(value)) return "its observation is no object";
  const { kind, tool, outcome, title, detail, files, agent, useId } = value;
  if (!KINDS.includes(kind)) return "its observation's kind is unknown";
  if (!isText(tool, MAX_TOOL)) return "its observation's tool is unfit";
  if (!OUTCOMES.includes(outcome)) {
    return "its observation's outcome is unknown";
  }
  if (!isText(title, MAX_TITLE)) return "its observation's title is unfit";
  if (!isTextOrEmpty(detail, MAX_DETAIL)) {
    return "its observation's detail is unfit";
  }
  if (
    !Array.isArray(files) || files.length > MAX_FILES ||
    !files.every(isAbsolutePath)
  ) return "its observation's files are unfit";
  if ((agent ?? null) !== null && !safeId(agent)) {
    return "its observation's agent is unfit";
  }
  if ((useId ?? null) !== null && !safeId(useId)) {
    return "its observation's use is unfit";
  }
  return {
    kind: kind as ObservationDraft["kind"],
    tool,
    outcome: outcome as ObservationDraft["outcome"],
    title,
    detail,
    files: files as string[],
    ...(safeId(agent) ? { agent } : {}),
    ...(safeId(useId) ? { useId } : {}),
  };
}

/** Any JSON may be in it; only how much of that is known. */
function parseUse(value: unknown): SentUse | string {
  if (!isObject(value) || !Object.hasOwn(value, "input")) {
    return "its use is unfit";
  }
  if (!isShallow(value, MAX_DEPTH)) return "its use is nested too deep";
  if (JSON.stringify(value).length > MAX_USE) return "its use is too long";
  const { input, seen } = value;
  if ((seen ?? null) === null) return { input };
  if (!isObject(seen) || typeof seen["cwd"] !== "string") {
    return "its use's folder is unfit";
  }
  return { input, seen: { answer: seen["answer"] ?? null, cwd: seen["cwd"] } };
}

function isShallow(value: unknown, levels: number): boolean {
  return typeof value !== "object" || value === null ||
    levels > 0 &&
      Object.values(value).every((item) => isShallow(item, levels - 1));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isTextOrEmpty(value: unknown, limit: number): value is string {
  return value === "" || isText(value, limit);
}

function isAbsolutePath(value: unknown): boolean {
  return isText(value, MAX_PATH) && /^(?:\/|[A-Za-z]:[\\/]|\\\\)/.test(value);
}
