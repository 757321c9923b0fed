import type { ObservationView } from "../lifecycle/types.ts";

/** A command of a session, with what came of it the last time. */
export interface RunCommand {
  readonly text: string;
  readonly failed: boolean;
  /** In words, such as `12 passed`. */
  readonly outcome: string;
  /** Whether what came of it is worth telling: tests, builds, installs, commits. */
  readonly matters: boolean;
}

const TESTS =
  /\b(?:tests?|pytest|jest|vitest|mocha|rspec|phpunit|tox|nextest|ctest)\b/;
const MATTERS: readonly RegExp[] = [
  TESTS,
  /\b(?:lint|check|tsc|clippy|typecheck|mypy|ruff|eslint|build|compile|bundle|make|bench)\b/,
  /\b(?:npm|pnpm|yarn|bun|deno|pip3?|uv|cargo|go|brew|apt(?:-get)?|dnf|gem|composer)\s+(?:i|install|add|ci|get|remove|uninstall|update|upgrade)\b/,
  /\bgit\s+(?:commit|push|merge|rebase|tag|revert|cherry-pick|init|clone)\b/,
  /\bgh\s+(?:pr|release|issue)\s+\w+/,
  /\b(?:docker|kubectl|terraform|helm|systemctl|deploy|migrate|publish)\b/,
];

/** What only looks: it "fails" also where it finds nothing. */
const LOOKS =
  /^(?:ls|cat|grep|rg|find|head|tail|sed -n|cd|which|command -v|test|\[|echo|pwd|wc|diff|git (?:status|diff|log|show|grep|branch))\b/;

/** What stands before the command itself. */
const BEFORE =
  /^(?:\s*(?:cd\s+\S+\s*(?:&&|;)|sudo|timeout\s+\S+|env|time|nice|[A-Z_][A-Z0-9_]*=\S*)\s*)+/;

/**
 * The commands of a session, each once, in the order in which they were last run; what came of one is what came of it then.
 *
 * @param observations The session's.
 */
export function runCommands(
  observations: readonly ObservationView[],
): RunCommand[] {
  const found = new Map<string, RunCommand>();
  for (const one of observations) {
    if (one.what !== "command") continue;
    const { text, ending } = partsOf(one.title);
    if (text === "") continue;
    const failed = one.outcome === "error" ||
      /^(?:Failed|Interrupted)/.test(ending);
    const key = keyOf(text);
    found.delete(key);
    found.set(key, {
      text,
      failed,
      outcome: ending === "Started"
        ? "started"
        : outcomeOf(text, one.detail, failed),
      matters: MATTERS.some((it) => it.test(text)),
    });
  }
  return [...found.values()];
}

/**
 * Whether a command only looks at something.
 *
 * @param text The command.
 */
export function onlyLooks(text: string): boolean {
  return LOOKS.test(text);
}

/** A title is `Ran: deno test`, `Failed with exit 1: deno test`, … (`lib/observe/`). */
function partsOf(title: string): { ending: string; text: string } {
  const [, ending = "", command = title] =
    /^(Ran|Started|Interrupted|Failed(?: with exit \d+)?): (.*)$/s.exec(
      title,
    ) ??
      [];
  return {
    ending,
    text: command.replace(BEFORE, "").replaceAll("`", "").trim(),
  };
}

/** What it is piped into, and where to, is no part of it. */
function keyOf(text: string): string {
  return text.replace(/\s*(?:\||2?>|&>).*$/s, "").replace(/\s+/g, " ");
}

function outcomeOf(text: string, detail: string, failed: boolean): string {
  if (!TESTS.test(text)) return failed ? "failed" : "done";
  const counts = ["passed", "failed"].flatMap((word) => {
    const found = [...detail.matchAll(new RegExp(`(\\d+) ${word}`, "g"))];
    const count = found.at(-1)?.[1];
    return count === undefined || count === "0" ? [] : [`${count} ${word}`];
  });
  return counts.length > 0 ? counts.join(", ") : failed ? "failed" : "passed";
}
