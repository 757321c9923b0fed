import { isKeyLike } from "./key_like.ts";
import { addCounts, type Counts } from "./matches.ts";
import { redactText } from "./redact_text.ts";
import type { RedactOptions } from "./rule.ts";
import { SECRET } from "./named_secret.ts";
import { isSecretName, mayBeSecretName } from "./secret_name.ts";

/** A JSON value that holds no secret any more. */
export interface ValueRedaction {
  readonly value: unknown;
  /** How often each rule matched, by its name; rules that did not are absent. */
  readonly counts: Counts;
  /** How many private blocks were taken out. They are no matches. */
  readonly privateBlocks: number;
}

/** Values nested deeper than this are replaced by a mark. */
export const DEPTH_LIMIT = 200;

const TOO_DEEP = "<TOO_DEEP>";

interface Walk {
  readonly options: RedactOptions;
  readonly counts: Map<string, number>;
  /** The objects that the current value is in: one of them again would never end. */
  readonly above: Set<object>;
  privateBlocks: number;
}

/**
 * Takes secrets and private blocks out of every string and every key of a JSON value. A string or number whose key names a secret
 * is one, whatever it looks like. Keys that become equal get a number. The value itself does not change.
 *
 * @param value What `JSON.parse` gives.
 * @param options What may stay.
 */
export function redactValue(
  value: unknown,
  options: RedactOptions = {},
): ValueRedaction {
  const walk: Walk = {
    options,
    counts: new Map(),
    above: new Set(),
    privateBlocks: 0,
  };
  const redacted = visit(value, false, walk);
  return {
    value: redacted,
    counts: walk.counts,
    privateBlocks: walk.privateBlocks,
  };
}

function visit(value: unknown, secret: boolean, walk: Walk): unknown {
  if (typeof value === "string") return visitText(value, secret, walk);
  if (typeof value === "number" || typeof value === "bigint") {
    return secret ? secretToken(walk) : value;
  }
  if (typeof value !== "object" || value === null) return value;
  const { above } = walk;
  if (above.size >= DEPTH_LIMIT || above.has(value)) return TOO_DEEP;
  above.add(value);
  const copy = Array.isArray(value)
    ? value.map((item) => visit(item, secret, walk))
    : visitObject(value, walk);
  above.delete(value);
  return copy;
}

function visitObject(value: object, walk: Walk): Record<string, unknown> {
  const entries = new Map<string, unknown>();
  const uses = new Map<string, number>();
  for (const [key, item] of Object.entries(value)) {
    const safe = visitText(key, false, walk);
    let name = safe;
    while (entries.has(name)) {
      const use = (uses.get(safe) ?? 1) + 1;
      uses.set(safe, use);
      name = `${safe}_${use}`;
    }
    entries.set(name, visit(item, isSecret(key, item), walk));
  }
  // Unlike an assignment, this makes an own property of `__proto__`.
  return Object.fromEntries(entries);
}

function isSecret(key: string, item: unknown): boolean {
  return isSecretName(key) ||
    typeof item === "string" && mayBeSecretName(key) && isKeyLike(item);
}

function visitText(text: string, secret: boolean, walk: Walk): string {
  const { text: safe, counts, privateBlocks } = redactText(text, walk.options);
  walk.privateBlocks += privateBlocks;
  // A token alone tells more than that there was a secret.
  if (!secret || safe === "" || /^(?:Bearer |Basic )?<[A-Z_]+>$/.test(safe)) {
    addCounts(walk.counts, counts);
    return safe;
  }
  return secretToken(walk);
}

function secretToken(walk: Walk): string {
  const { name, token } = SECRET;
  walk.counts.set(name, (walk.counts.get(name) ?? 0) + 1);
  return token;
}
