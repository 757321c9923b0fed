import { assertRejects } from "@std/assert";
import { assertLinear } from "./linear.ts";

/** So many additions, the slow way. */
function count(times: number): number {
  let sum = 0;
  for (let n = 0; n < times; n++) sum += n % 7;
  return sum;
}

Deno.test("assertLinear() takes linear work, and rejects what grows much faster", async () => {
  await assertLinear(2_000_000, (size) => () => count(size));
  await assertRejects(
    () => assertLinear(80, (size) => () => count(size ** 3)),
    Error,
  );
});
