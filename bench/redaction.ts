// `deno run -A bench/redaction.ts [COUNT]`: how many generated secrets the redactor finds, how much it takes out of texts that hold none,
// and how fast it is. Exit 1 when a bound is exceeded.
import { redact } from "../lib/redact/redact.ts";
import { printTable, write } from "./_measure.ts";
import { makeSecrets, seeded } from "./_secrets.ts";
import { pour, SYNTAXES } from "./_syntaxes.ts";

/** Of the secrets in the syntaxes, this part must be found at least. */
export const RECALL = 0.995;

/** Of the lines of the corpus, this part may change at most. */
export const FALSE_POSITIVES = 0.01;

/** Twice as much text takes at most so many times as long: what is linear, with some room. */
const LINEAR = 2.5;

/** Openers of private blocks that nothing closes, and the milliseconds that they may take. */
const OPENERS = 40_000;
const MOST_OPENERS_MS = 100;

/** How many there were, and those that went wrong. */
export interface Figure {
  readonly of: number;
  readonly wrong: readonly string[];
}

/**
 * Pours generated secrets into every syntax and looks for what is left of them.
 *
 * @param count How many secrets of each kind.
 * @param seed The same seed gives the same secrets.
 */
export function measureRecall(count: number, seed: number): Figure {
  const wrong: string[] = [];
  let of = 0;
  for (const secret of makeSecrets(seeded(seed), count)) {
    for (const { syntax, text } of pour(secret)) {
      of++;
      const redacted = redact(text).text;
      if (leaks(redacted, secret.value)) {
        wrong.push(`${secret.rule} in ${syntax}: ${text} → ${redacted}`);
      }
    }
  }
  return { of, wrong };
}

/** Redacts the corpus, whole files since a rule may look over a line's end, and counts the lines that changed. */
export function measureFalsePositives(): Figure {
  const folder = new URL("corpus/", import.meta.url);
  const wrong: string[] = [];
  let of = 0;
  for (const { name } of [...Deno.readDirSync(folder)].sort(byName)) {
    const text = Deno.readTextFileSync(new URL(name, folder));
    const lines = text.split("\n");
    of += lines.length;
    const redacted = redact(text).text.split("\n");
    lines.forEach((line, index) => {
      if (line !== redacted[index]) {
        wrong.push(`${name}:${index + 1}: ${line} → ${redacted[index]}`);
      }
    });
  }
  return { of, wrong };
}

/** Whether a piece of the secret that is long enough to help is left: all of it, or 6 units of it in a row. */
function leaks(redacted: string, value: string): boolean {
  const core = value.replace(/^(?:Bearer|Basic) /, "")
    .replace(/^github_pat_/, "").replace(
      /-----(?:BEGIN|END) [A-Z ]*-----/g,
      "",
    );
  const forms = [core, encodeURIComponent(core), core.replaceAll("\n", "\\n")];
  return forms.some((form) => {
    if (redacted.includes(form)) return true;
    for (let start = 0; start + 6 <= form.length; start += 3) {
      if (redacted.includes(form.slice(start, start + 6))) return true;
    }
    return false;
  });
}

function byName(a: Deno.DirEntry, b: Deno.DirEntry): number {
  return a.name < b.name ? -1 : 1;
}

function corpus(length: number): string {
  const folder = new URL("corpus/", import.meta.url);
  const texts = [...Deno.readDirSync(folder)].sort(byName)
    .map(({ name }) => Deno.readTextFileSync(new URL(name, folder)));
  const text = texts.join("\n");
  return text.repeat(Math.ceil(length / text.length)).slice(0, length);
}

function milliseconds(text: string, rounds: number): number {
  const times = Array.from({ length: rounds }, () => {
    const start = performance.now();
    redact(text);
    return performance.now() - start;
  });
  return times.sort((a, b) => a - b)[rounds >> 1] ?? NaN;
}

function show(what: string, { of, wrong }: Figure, bound: number): boolean {
  const part = wrong.length / of;
  const good = part <= bound;
  write(
    `${what}: ${wrong.length} of ${of} (${(part * 100).toFixed(3)} %, bound ${
      (bound * 100).toFixed(1)
    } %) ${good ? "ok" : "OVER"}\n`,
  );
  for (const text of wrong.slice(0, 60)) {
    write(`  ${text.replaceAll("\n", "⏎").slice(0, 300)}\n`);
  }
  return good;
}

if (import.meta.main) {
  const count = Number(Deno.args[0] ?? 25);
  write(`${SYNTAXES} syntaxes, ${count} secrets of each kind\n`);
  const good = [
    show("secrets not found", measureRecall(count, 7), 1 - RECALL),
    show(
      "lines without a secret that changed",
      measureFalsePositives(),
      FALSE_POSITIVES,
    ),
  ];
  const small = corpus(4096);
  write(`4 KB: ${milliseconds(small, 101).toFixed(2)} ms, warm\n`);
  const [half, whole] = [2.5, 5].map((megabytes) =>
    milliseconds(corpus(megabytes * 1024 * 1024), 5)
  );
  const openers = "<private>".repeat(OPENERS);
  good.push(printTable("Redaction", [
    {
      what: "5 MB against 2.5 MB",
      figure: `${whole?.toFixed(0)} / ${half?.toFixed(0)} ms`,
      value: (whole ?? NaN) / (half ?? NaN),
      bound: LINEAR,
    },
    {
      what: `${OPENERS} unclosed <private>`,
      figure: "ms",
      value: milliseconds(openers, 5),
      bound: MOST_OPENERS_MS,
    },
  ]));
  Deno.exit(good.includes(false) ? 1 : 0);
}
