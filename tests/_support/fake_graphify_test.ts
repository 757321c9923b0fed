import { assert, assertEquals } from "@std/assert";
import { fakeGraphify, UNKNOWN_OPTION } from "./fake_graphify.ts";
import { runProgram, startProgram } from "./program.ts";
import { tempDir } from "./temp.ts";
import { until } from "./until.ts";

Deno.test("fakeGraphify() records arguments, folder and environment of every call", async () => {
  await using tmp = await tempDir(" it's $HOME");
  const graphify = await fakeGraphify(`${tmp.path}/bin`, ["EXTRA"]);
  const args = ["extract", "/a b/é", "", "--model\n", "'\"$x"];
  const env = {
    PATH: "/nowhere",
    OLLAMA_FLASH_ATTENTION: "1",
    EXTRA: "a=b",
    OTHER: "c",
  };
  const run = await runProgram({
    command: graphify.path,
    args,
    env,
    cwd: tmp.path,
  });
  await runProgram({ command: "graphify", env: { PATH: graphify.dir } });
  assertEquals([run.code, run.stdout, run.stderr], [0, "", ""]);
  assertEquals(await graphify.calls(), [
    {
      args,
      cwd: tmp.path,
      env: { PATH: "/nowhere", OLLAMA_FLASH_ATTENTION: "1", EXTRA: "a=b" },
    },
    { args: [], cwd: Deno.cwd(), env: { PATH: graphify.dir } },
  ]);
});

Deno.test("fakeGraphify() loses no call when many come at once", async () => {
  await using tmp = await tempDir();
  const graphify = await fakeGraphify(tmp.path);
  const numbers = Array.from({ length: 40 }, (_, number) => String(number));
  await Promise.all(numbers.map((number) =>
    runProgram({
      command: graphify.path,
      args: ["update", "--file", number.repeat(300)],
    })
  ));
  const seen = (await graphify.calls()).map((call) => call.args[2] ?? "");
  const wanted = numbers.map((number) => number.repeat(300));
  assertEquals(seen.sort(), wanted.sort());
});

Deno.test("fakeGraphify() answers by command, and by command with option first", async () => {
  await using tmp = await tempDir();
  const graphify = await fakeGraphify(`${tmp.path}/bin`);
  const vault = `${tmp.path}/the vault`;
  await Deno.mkdir(vault);
  await graphify.answer("update --file", UNKNOWN_OPTION);
  await graphify.answer("update", { stdout: "old" });
  await graphify.answer("update", {
    stdout: "updated\n",
    files: { "graphify-out/graph.json": "{}" },
  });
  await graphify.answer("", { exit: 7, stderr: "no" });
  const run = (...args: string[]) =>
    runProgram({ command: graphify.path, args, cwd: tmp.path });
  const refused = await run("update", "--file", `${vault}/a.md`);
  assertEquals([refused.code, refused.stdout, refused.stderr], [
    2,
    "",
    "error: unknown update option: --file\n",
  ]);
  const updated = await run("update", vault);
  assertEquals([updated.code, updated.stdout], [0, "updated\n"]);
  const graph = `${vault}/graphify-out/graph.json`;
  assertEquals(await Deno.readTextFile(graph), "{}");
  assertEquals((await run("query", "x")).code, 7);
  assertEquals((await run()).code, 7);
});

Deno.test("fakeGraphify() can print without measure and take its time", async () => {
  await using tmp = await tempDir();
  const graphify = await fakeGraphify(tmp.path);
  await graphify.answer("extract", { flood: 5_000_000, seconds: 0.2, exit: 1 });
  const run = await runProgram({
    command: graphify.path,
    args: ["extract", "."],
    maxOutputBytes: 4,
  });
  assertEquals([run.code, run.stdout, run.stdoutBytes], [1, "xxxx", 5_000_000]);
  assert(run.ms >= 200);
});

Deno.test("fakeGraphify() can wait until it is told to go on", async () => {
  await using tmp = await tempDir();
  const graphify = await fakeGraphify(`${tmp.path}/bin`);
  await graphify.answer("extract", {
    waits: true,
    files: { "graphify-out/graph.json": "{}" },
  });
  const run = startProgram({
    command: graphify.path,
    args: ["extract", tmp.path],
  });
  await until("the call", async () => (await graphify.calls()).length === 1);
  const ended = await Promise.race([
    run.result.then(() => true),
    new Promise((resolve) => setTimeout(() => resolve(false), 100)),
  ]);
  assertEquals(ended, false);
  await graphify.go();
  assertEquals((await run.result).code, 0);
  const graph = `${tmp.path}/graphify-out/graph.json`;
  assertEquals(await Deno.readTextFile(graph), "{}");
});

Deno.test("fakeGraphify() can hang in a child process, deaf to SIGTERM", async () => {
  await using tmp = await tempDir();
  const graphify = await fakeGraphify(tmp.path);
  await graphify.answer("extract", { hang: true });
  const program = startProgram({ command: graphify.path, args: ["extract"] });
  while ((await graphify.pids()).length < 2) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const [own, child] = await graphify.pids();
  assert(own === program.pid && child !== undefined);
  program.kill("SIGTERM");
  Deno.kill(child, "SIGTERM");
  Deno.kill(child, "SIGKILL");
  const result = await program.result;
  assertEquals([result.signal, result.code], [null, 1]);
});
