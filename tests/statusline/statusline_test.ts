import { assert, assertEquals } from "@std/assert";
import type { ProgramOptions } from "../_support/program.ts";
import { assertSilent } from "../hooks/_answer.ts";
import {
  type MemoryBox,
  memoryBox,
  seed,
} from "../memory_hooks/_memory_box.ts";

async function line(
  box: MemoryBox,
  flags: readonly string[] = [],
  options: Partial<ProgramOptions> = {},
): Promise<string> {
  const { command, args } = box.command("statusline");
  const { code, stdout, stderr } = await box.run("statusline", "{}", {
    command,
    args: [...args, ...flags],
    ...options,
  });
  assertEquals([code, stderr], [0, ""]);
  return stdout;
}

Deno.test("The status line tells count, busiest domain and the checkpoint's age", async () => {
  await using box = await memoryBox();
  box.write(...seed());
  assertEquals(await line(box), "memory 4 mem | acme/x100 | cp 0m ago\n");
});

Deno.test("The busiest domain wins over the parent that holds nothing", async () => {
  await using box = await memoryBox();
  const note = (domain: string) => ({
    method: "note",
    params: { content: `A note of ${domain}`, domain },
  });
  box.write(
    note("acme"),
    note("acme/x100/p200"),
    note("acme/x100/p200"),
    note("acme/x100/p200"),
    note("acme/x100/p300"),
  );
  assertEquals(
    await line(box),
    "memory 5 mem | acme/x100/p200 | no checkpoint\n",
  );
});

Deno.test("The status line can be scoped", async () => {
  await using box = await memoryBox();
  box.write(...seed());
  assertEquals(
    await line(box, ["--domain", "omni/x900"]),
    "memory 1 mem | omni/x900 | no checkpoint\n",
  );
  assertEquals(await line(box, ["--domain", "nobody/here"]), "");
});

Deno.test("An empty store, none, or one that cannot be read is no line", async () => {
  await using box = await memoryBox();
  assertSilent(await box.run("statusline", "{}"));
  box.write();
  assertSilent(await box.run("statusline", "{}"));
  await Deno.remove(box.places.snapshot);
  await Deno.writeTextFile(`${box.places.store}/store.sqlite`, "broken");
  assertSilent(await box.run("statusline", "{}"));
});

Deno.test("What comes on stdin does not matter, nor whether it ends", async () => {
  await using box = await memoryBox();
  box.write(...seed());
  const expected = "memory 4 mem | acme/x100 | cp 0m ago\n";
  for (const stdin of ["junk", "", "[]", "x".repeat(300_000)]) {
    assertEquals(await line(box, [], { stdin }), expected);
  }
  for (const stdinEnd of ["open", "closed"] as const) {
    const { command, args } = box.command("statusline");
    const options = stdinEnd === "closed"
      ? {
        command: "/bin/sh",
        args: ["-c", 'exec "$@" <&-', "x", command, ...args],
      }
      : { stdinEnd };
    const started = performance.now();
    assertEquals(await line(box, [], options), expected);
    // Its own deadline is 2 s; on a slow machine the start alone may take long.
    assert(performance.now() - started < 60_000);
  }
});
