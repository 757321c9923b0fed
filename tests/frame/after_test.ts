import { assert } from "@std/assert";
import { after } from "../../lib/frame/after.ts";

Deno.test("after() calls back once, not before its time", async () => {
  const started = performance.now();
  const called = Promise.withResolvers<number>();
  let calls = 0;
  after(40, () => {
    calls++;
    called.resolve(performance.now() - started);
  });
  const timer = setTimeout(() => {}, 120_000);
  const ms = await called.promise;
  clearTimeout(timer);
  assert(ms >= 39, `${ms} ms`);
  assert(calls === 1);
});

Deno.test("after() calls back in the order of the times", async () => {
  const order: number[] = [];
  const all = Promise.withResolvers<void>();
  for (const ms of [60, 1, 30]) {
    after(ms, () => {
      order.push(ms);
      if (order.length === 3) all.resolve();
    });
  }
  const timer = setTimeout(() => {}, 120_000);
  await all.promise;
  clearTimeout(timer);
  assert(order.join() === "1,30,60", order.join());
});
