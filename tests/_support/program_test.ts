import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { runProgram, startProgram } from "./program.ts";
import { tempDir } from "./temp.ts";
import { until } from "./until.ts";
import { withEnoughTime } from "./with_enough_time.ts";

const sh = (script: string, ...args: string[]) => ({
  command: "/bin/sh",
  args: ["-c", script, "sh", ...args],
  env: { PATH: "/usr/bin:/bin" },
});

Deno.test("runProgram() hands over arguments, environment, folder and standard input, and nothing else", async () => {
  const run = await runProgram({
    ...sh('cat; printf "|%s|%s|%s|%s" "$1" "$A" "$HOME" "$PWD"', "a  b'\"$"),
    env: { PATH: "/usr/bin:/bin", A: "é" },
    cwd: "/",
    stdin: "line\n",
  });
  assertEquals(run.stdout, "line\n|a  b'\"$|é||/");
  assertEquals([run.code, run.signal, run.stderr], [0, null, ""]);
});

Deno.test("runProgram() tells exit code and both streams apart", async () => {
  const run = await runProgram(sh("echo out; echo err >&2; exit 3"));
  assertEquals([run.code, run.stdout, run.stderr], [3, "out\n", "err\n"]);
});

Deno.test("runProgram() writes standard input in the pieces that it gets", async () => {
  const gate = Promise.withResolvers<void>();
  const pieces = async function* () {
    yield "one\n";
    await gate.promise;
    yield new TextEncoder().encode("two\n");
  };
  const running = runProgram({
    ...sh('read a; echo "$a" >"$1"; read b; echo "$a $b"', "/dev/null"),
    stdin: pieces(),
  });
  gate.resolve();
  assertEquals((await running).stdout, "one two\n");
});

Deno.test("runProgram() holds standard input open until the program has ended", async () => {
  const run = await runProgram({
    ...sh("read a; echo $a; exec sleep 0.1"),
    stdin: "x\n",
    stdinEnd: "open",
  });
  assertEquals([run.code, run.stdout], [0, "x\n"]);
  await using tmp = await tempDir();
  const reader = startProgram({
    ...sh('exec tee "$1"', `${tmp.path}/got`),
    stdin: "y",
    stdinEnd: "open",
  });
  await until("the text", async () => await text(`${tmp.path}/got`) === "y");
  reader.kill("SIGKILL");
  const { signal, stdout } = await reader.result;
  assertEquals([signal, stdout], ["SIGKILL", "y"]);
});

Deno.test("runProgram() can kill a program after some time", async () => {
  const run = await runProgram({ ...sh("exec sleep 600"), killAfterMs: 50 });
  assertEquals([run.signal, run.ms >= 50], ["SIGKILL", true]);
});

Deno.test("runProgram() starts a program with no standard input at all", async () => {
  const run = await runProgram({
    ...sh("cat"),
    stdinEnd: "closed",
  });
  assertEquals(run.code, 1);
  assertStringIncludes(run.stderr, "Bad file descriptor");
});

Deno.test("runProgram() survives a program that ends without reading, also when more input never comes", async () => {
  const big = await runProgram({
    ...sh("exit 0"),
    stdin: new Uint8Array(4 * 1024 * 1024),
  });
  assertEquals(big.code, 0);
  let closed = false;
  const source = {
    [Symbol.asyncIterator]: () => ({
      next: () => new Promise<IteratorResult<string>>(() => {}),
      return: () => {
        closed = true;
        return Promise.resolve({ done: true as const, value: undefined });
      },
    }),
  };
  const waiting = await runProgram({ ...sh("exit 0"), stdin: source });
  assertEquals([waiting.code, closed], [0, true]);
});

Deno.test("runProgram() keeps a bounded part of the output and counts all of it", async () => {
  const run = await runProgram({
    ...sh("head -c 3000000 /dev/zero"),
    maxOutputBytes: 1000,
  });
  assertEquals([run.code, run.stdout.length, run.stdoutBytes], [
    0,
    1000,
    3_000_000,
  ]);
});

Deno.test("runProgram() throws when the program takes too long, and says what it wrote", async () => {
  await withEnoughTime(200, async (timeoutMs) => {
    const error = await assertRejects(
      () => runProgram({ ...sh("echo stuck >&2; exec sleep 600"), timeoutMs }),
      Deno.errors.TimedOut,
    );
    assertStringIncludes(error.message, "still running");
    return error.message.includes("stuck");
  });
});

Deno.test("runProgram() throws when a background child keeps the output open", async () => {
  await using tmp = await tempDir();
  const pid = `${tmp.path}/pid`;
  const script = sh('sleep 600 & echo $! >"$1"; exit 0', pid);
  await withEnoughTime(300, async (timeoutMs) => {
    const error = await assertRejects(
      () => runProgram({ ...script, timeoutMs }),
      Deno.errors.TimedOut,
    );
    if (await text(pid) !== "") Deno.kill(Number(await text(pid)), "SIGKILL");
    return error.message.includes("a child of it holds");
  });
});

Deno.test("startProgram() gives the pid and passes signals on", async () => {
  await using tmp = await tempDir();
  const program = startProgram(sh(
    "trap 'echo got; exit 9' TERM; echo $$ >\"$1\"; while :; do sleep 0.05; done",
    `${tmp.path}/pid`,
  ));
  await until(
    "the trap",
    async () => (await text(`${tmp.path}/pid`)).endsWith("\n"),
  );
  program.kill("SIGTERM");
  const run = await program.result;
  assertEquals([run.code, run.stdout], [9, "got\n"]);
  assertEquals(await text(`${tmp.path}/pid`), `${program.pid}\n`);
  program.kill("SIGTERM");
});

async function text(path: string): Promise<string> {
  return await Deno.readTextFile(path).catch(() => "");
}
