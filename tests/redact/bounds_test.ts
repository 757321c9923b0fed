import { assert, assertEquals } from "@std/assert";
import {
  FALSE_POSITIVES,
  measureFalsePositives,
  measureRecall,
  RECALL,
} from "../../bench/redaction.ts";

Deno.test("the redactor finds the secrets that the benchmark makes", () => {
  const { of, wrong } = measureRecall(4, 20_240_514);
  assert(of > 4_000, `only ${of}`);
  assert(wrong.length / of <= 1 - RECALL, wrong.join("\n"));
});

Deno.test("the redactor leaves the benchmark's texts without secrets", () => {
  const { of, wrong } = measureFalsePositives();
  assert(of > 2_000, `only ${of}`);
  assert(wrong.length / of <= FALSE_POSITIVES, wrong.join("\n"));
});

Deno.test("the benchmark sees what it must: a secret that nothing announces is a miss, and the same seed makes the same ones", () => {
  assertEquals(measureRecall(1, 3), measureRecall(1, 3));
});
