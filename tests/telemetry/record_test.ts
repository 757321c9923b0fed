import { assert, assertEquals } from "@std/assert";
import { readInvocation } from "../../lib/telemetry/_read_invocation.ts";
import { type Invocation, recordInvocation } from "../../lib/telemetry.ts";
import { WAITING, WAITING_LIMIT } from "../../lib/telemetry/waiting.ts";
import { tempDir } from "../_support/temp.ts";

const INVOCATION: Invocation = {
  hookKind: "posttooluse",
  outcome: "spool_full",
  sessionId: "s-1",
  startMs: 1_796_000_000_000,
  durationMs: 7.25,
  redactions: new Map([["jwt", 1]]),
  redactionMatchCount: 1,
  traceId: "0af7651916cd43dd8448eb211c80319c",
  parent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
};

Deno.test("an invocation is read as it was recorded, from a private file", async () => {
  await using tmp = await tempDir();
  const folder = `${tmp.path}/capture/telemetry`;
  recordInvocation(folder, INVOCATION);
  recordInvocation(folder, { ...INVOCATION, sessionId: null });
  const lines = (await Deno.readTextFile(`${folder}/${WAITING}`)).split("\n");
  assertEquals(lines.map(readInvocation), [
    INVOCATION,
    { ...INVOCATION, sessionId: null },
    null,
  ]);
  const info = await Deno.stat(`${folder}/${WAITING}`);
  assertEquals((info.mode ?? 0) & 0o777, 0o600);
  assertEquals(((await Deno.stat(folder)).mode ?? 0) & 0o777, 0o700);
});

Deno.test("of TRACEPARENT no more is kept than what the W3C gave it a form for", async () => {
  await using tmp = await tempDir();
  const secret = "AKIA" + "1234567890ABCDEF";
  const later = `01${INVOCATION.parent?.slice(2)}`;
  for (const parent of [secret, `${later}-${secret}`, `${secret} ${later}`]) {
    recordInvocation(tmp.path, { ...INVOCATION, parent });
  }
  const text = await Deno.readTextFile(`${tmp.path}/${WAITING}`);
  assert(!text.includes(secret), text);
  assertEquals(
    text.trim().split("\n").map((line) => readInvocation(line)?.parent),
    [null, later, null],
  );
});

Deno.test("where nobody takes what waits, it grows no further", async () => {
  await using tmp = await tempDir();
  const path = `${tmp.path}/${WAITING}`;
  await Deno.writeTextFile(path, " ".repeat(WAITING_LIMIT));
  recordInvocation(tmp.path, INVOCATION);
  assertEquals((await Deno.stat(path)).size, WAITING_LIMIT);
});

Deno.test("a folder that cannot be written, or a link in the file's place, fails nothing", async () => {
  await using tmp = await tempDir();
  await Deno.writeTextFile(`${tmp.path}/file`, "theirs");
  recordInvocation(`${tmp.path}/file`, INVOCATION);
  await Deno.symlink(`${tmp.path}/file`, `${tmp.path}/${WAITING}`);
  recordInvocation(tmp.path, INVOCATION);
  assertEquals(await Deno.readTextFile(`${tmp.path}/file`), "theirs");
});

Deno.test("a line that is no invocation is none, and no text gets into a label", () => {
  const line = (change: Record<string, unknown>): string =>
    JSON.stringify({
      ...INVOCATION,
      redactions: { jwt: 1 },
      ...change,
    });
  assertEquals(readInvocation(line({})), INVOCATION);
  for (
    const text of [
      ...["", "{", "null", "[]", "7", line({}).slice(0, -9)],
      ...[line({ hookKind: "stop it" }), line({ hookKind: "toString" })],
      ...[line({ outcome: 1 }), line({ durationMs: -1 })],
      ...[line({ startMs: null }), line({ redactionMatchCount: "3" })],
    ]
  ) assertEquals(readInvocation(text), null, text);
  const read = readInvocation(line({
    sessionId: "a b",
    traceId: "0".repeat(32),
    parent: "my prompt",
    redactions: { "My prompt": 1, email: 2, phone: "x" },
    prompt: "my prompt",
  }));
  assert(!JSON.stringify(read).includes('prompt"'));
  assertEquals([read?.sessionId, read?.traceId, read?.parent], [
    null,
    null,
    null,
  ]);
  assertEquals([...read?.redactions ?? []], [["email", 2]]);
});
