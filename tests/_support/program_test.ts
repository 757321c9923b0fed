import {
  assert,
  assertEquals,
  assertRejects,
  assertStringIncludes,
} from "@std/assert";
import { runProgram, startProgram } from "./program.ts";

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
  const reader = await runProgram({
    ...sh("cat"),
    stdin: "y",
    stdinEnd: "open",
    killAfterMs: 200,
  });
  assertEquals([reader.signal, reader.stdout], ["SIGKILL", "y"]);
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
  const error = await assertRejects(
    () =>
      runProgram({ ...sh("echo stuck >&2; exec sleep 60"), timeoutMs: 200 }),
    Deno.errors.TimedOut,
  );
  assertStringIncludes(error.message, "still running");
  assertStringIncludes(error.message, "stuck");
});

Deno.test("runProgram() throws when a background child keeps the output open", async () => {
  const error = await assertRejects(
    () => runProgram({ ...sh("sleep 2 & exit 0"), timeoutMs: 300 }),
    Deno.errors.TimedOut,
  );
  assertStringIncludes(error.message, "a child of it holds");
});

Deno.test("startProgram() gives the pid and passes signals on", async () => {
  const program = startProgram(
    sh("trap 'echo got; exit 9' TERM; echo $$; while :; do sleep 0.05; done"),
  );
  const alive = () => program.kill("SIGTERM");
  setTimeout(alive, 150);
  const run = await program.result;
  assertEquals([run.code, run.stdout], [9, `${program.pid}\ngot\n`]);
  assert(run.ms >= 100);
  program.kill("SIGTERM");
});
