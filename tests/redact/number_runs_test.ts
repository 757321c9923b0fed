import { assert, assertEquals } from "@std/assert";
import { nextNumberRun } from "../../lib/redact/_number_runs.ts";

/** What a run is, as an expression. */
const RUN = /\d[\d .()-]{7}/g;

function runs(text: string): number[] {
  const found: number[] = [];
  for (
    let at = nextNumberRun(text, 0);
    at >= 0;
    at = nextNumberRun(text, at + 8)
  ) {
    found.push(at);
  }
  return found;
}

function expected(text: string): number[] {
  return [...text.matchAll(RUN)].map(({ index }) => index);
}

Deno.test("nextNumberRun() finds a run wherever it begins", () => {
  for (let before = 0; before < 20; before++) {
    for (const lead of ["a", " ", "-", "\n", "é", "("]) {
      for (const run of ["12345678", "1       ", "1.2-3(4)", "1234567"]) {
        for (const after of ["", "x", " x", "9", ".....x", "\n1"]) {
          const text = lead.repeat(before) + run + after;
          assertEquals(runs(text), expected(text), JSON.stringify(text));
        }
      }
    }
  }
});

Deno.test("nextNumberRun() finds what the expression finds, in any text", () => {
  let seed = 7;
  const random = (below: number): number => {
    seed = (seed * 1103515245 + 12345) & 0x7fffffff;
    return (seed >> 8) % below;
  };
  let found = 0;
  for (let round = 0; round < 5000; round++) {
    const alphabet = ["0123456789 .()-", "12 .-ab", "1 a", "0123456789x"][
      round % 4
    ] as string;
    let text = "";
    for (let length = random(200); length > 0; length--) {
      text += alphabet[random(alphabet.length)];
    }
    const here = runs(text);
    found += here.length;
    assertEquals(here, expected(text), JSON.stringify(text));
  }
  assert(found > 10_000);
});
