import { assert, assertEquals, assertMatch } from "@std/assert";
import { LOG_LIMIT, openLog, reason, withoutSecrets } from "../lib/log.ts";
import { denoScript } from "./_support/deno_script.ts";
import { runProgram } from "./_support/program.ts";
import { tempDir, writeFiles } from "./_support/temp.ts";

const NOW = new Date("2026-06-05T12:00:00.000Z");

async function logged(
  folder: string,
  write: (log: ReturnType<typeof openLog>) => void,
): Promise<string> {
  write(openLog(folder, "probe", () => NOW));
  return await Deno.readTextFile(`${folder}/memory-hooks.log`);
}

Deno.test("a line has its time, its level, its source and its message", async () => {
  await using tmp = await tempDir();
  const text = await logged(`${tmp.path}/state`, (log) => {
    log.info("one");
    log.warn("two");
    log.error("three");
    log.error("four", new TypeError("why"));
    log.error("five", "a text");
  });
  assertEquals(
    text,
    [
      "INFO probe: one",
      "WARN probe: two",
      "ERROR probe: three",
      "ERROR probe: four: TypeError: why",
      "ERROR probe: five: a text",
    ].map((line) => `2026-06-05T12:00:00.000Z ${line}\n`).join(""),
  );
});

Deno.test("the log and its folder are private", async () => {
  await using tmp = await tempDir();
  await logged(`${tmp.path}/state`, (log) => log.info("x"));
  const mode = (path: string): number =>
    (Deno.statSync(`${tmp.path}/${path}`).mode ?? 0) & 0o777;
  assertEquals(mode("state"), 0o700);
  assertEquals(mode("state/memory-hooks.log"), 0o600);
});

Deno.test("a message is one line without control characters, whatever it holds", async () => {
  await using tmp = await tempDir();
  const text = await logged(tmp.path, (log) => {
    log.warn("a\n2026-06-05T12:00:00.000Z ERROR forged: b\r\n");
    log.warn("\x1b[31mred\x1b[0m\0\x07\x7f\u0085\u2028\u2029é 日本 😀");
  });
  const [first, second, ...rest] = text.split("\n");
  assertEquals(
    first,
    "2026-06-05T12:00:00.000Z WARN probe: a 2026-06-05T12:00:00.000Z ERROR forged: b",
  );
  assertEquals(
    second,
    "2026-06-05T12:00:00.000Z WARN probe:  [31mred [0m é 日本 😀",
  );
  assertEquals(rest, [""]);
});

Deno.test("a message is bounded", async () => {
  await using tmp = await tempDir();
  const text = await logged(tmp.path, (log) => log.info("é".repeat(5_000_000)));
  assert(text.length < 2100, `${text.length} characters`);
  assert(text.endsWith("é\n"));
});

const SECRETS = {
  "AWS key": "AKIAEXAMPLEEXAMPLE00",
  "Anthropic key": "sk-ant-api03-abcdefghijklmnopqrstuvwxyz",
  "Stripe key": "sk_live_abcdefghijklmnop1234",
  "GitHub token": "ghp_abcdefghijklmnopqrstuvwxyz0123456789",
  "GitHub fine-grained token": "github_pat_11ABCDEFG0abcdefghijklmnop",
  "Slack token": "xoxb-123456789012-abcdefghijkl",
  "Google key": "AIzaSyA-abcdefghijklmnopqrstuvwxyz12345",
  "npm token": "npm_abcdefghijklmnopqrstuvwxyz0123456789",
  "JSON web token":
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.c2lnbmF0dXJl",
};

Deno.test("secrets do not reach the log", async () => {
  await using tmp = await tempDir();
  for (const [kind, secret] of Object.entries(SECRETS)) {
    for (
      const [before, after] of [["", ""], ["key=", ";"], ["'", "'"], [
        "/a/",
        "/b",
      ]]
    ) {
      const text = `Cannot read ${before}${secret}${after} now`;
      assertEquals(withoutSecrets(text).includes(secret), false, kind);
    }
  }
  assertEquals(
    withoutSecrets("https://user:password@example.org/x"),
    "https[secret]example.org/x",
  );
  const text = await logged(tmp.path, (log) => {
    for (const secret of Object.values(SECRETS)) log.error(secret, secret);
  });
  assertEquals(text.match(/\[secret\]: \[secret\]\n/g)?.length, 9);
});

Deno.test("withoutSecrets() leaves ordinary text as it is", () => {
  for (
    const text of [
      "/home/u/Documents/SecondBrain/desk-and-task-list-of-2026.md",
      "ask-me-anything-about-this-long-name",
      "https://example.org:8080/a@b",
      "eyJ",
      "AKIA",
      "sk-short",
      "npm_modules",
      "11111111-1111-4111-8111-111111111111",
    ]
  ) assertEquals(withoutSecrets(text), text);
});

Deno.test("withoutSecrets() takes time in proportion to the text", () => {
  for (
    const piece of [
      "-eyJ",
      "eyJ-",
      "://a",
      "sk-",
      "AIza-",
      "xoxb-",
      "eyJaaaaaaaaaaaa.",
      "a.eyJ",
    ]
  ) {
    const text = piece.repeat(1_000_000 / piece.length);
    const started = performance.now();
    withoutSecrets(text);
    const ms = performance.now() - started;
    // Quadratic time takes many minutes here; a slow machine does not.
    assert(ms < 60_000, `${piece}: ${ms} ms`);
  }
});

Deno.test("the log is bounded: two files, of which the newer goes on where the older ends", async () => {
  await using tmp = await tempDir();
  const log = openLog(tmp.path, "probe", () => NOW);
  const count = 3 * LOG_LIMIT / 1500;
  for (let line = 0; line < count; line++) {
    log.info(`${"x".repeat(1500)} ${line}.`);
  }
  const files = [...Deno.readDirSync(tmp.path)].map((entry) => entry.name);
  assertEquals(files.sort(), ["memory-hooks.log", "memory-hooks.log.1"]);
  let text = "";
  for (const name of files.reverse()) {
    const part = await Deno.readTextFile(`${tmp.path}/${name}`);
    assert(part.length < LOG_LIMIT + 2100, `${name}: ${part.length}`);
    text += part;
  }
  const kept = [...text.matchAll(/ (\d+)\.$/gm)].map(([, line]) =>
    Number(line)
  );
  const first = Math.ceil(count) - kept.length;
  assertEquals(kept, kept.map((_, index) => first + index));
});

Deno.test("several processes at once lose no line, also while the log is put aside", async () => {
  await using tmp = await tempDir();
  const [folders, lines, processes] = [150, 3, 3];
  const filler = `${"x".repeat(LOG_LIMIT)}\n`;
  for (let folder = 0; folder < folders; folder++) {
    await writeFiles(`${tmp.path}/${folder}`, { "memory-hooks.log": filler });
  }
  const start = Date.now() + 300;
  await Promise.all(Array.from({ length: processes }, async (_, index) => {
    const script = await denoScript("write_log.ts", [
      tmp.path,
      `p${index}`,
      ...[folders, lines, start, 3].map(String),
    ]);
    const run = await runProgram(script);
    assertEquals([run.code, run.stderr], [0, ""]);
  }));
  let rotated = 0;
  for (let folder = 0; folder < folders; folder++) {
    let text = "";
    for (const name of ["memory-hooks.log", "memory-hooks.log.1"]) {
      text += await Deno.readTextFile(`${tmp.path}/${folder}/${name}`)
        .catch(() => "");
    }
    if (text.includes("xxx")) rotated++;
    const found = text.split("\n").filter((line) => line.includes(" INFO "));
    for (const line of found) {
      assertMatch(line, /^\d{4}-[^ ]+Z INFO p\d: line \d+\.$/);
    }
    assertEquals(
      new Set(found.map((line) => line.slice(24))).size,
      processes * lines,
    );
  }
  assertEquals(rotated, folders);
});

Deno.test("a log that cannot be written is silent", async () => {
  await using tmp = await tempDir();
  await writeFiles(tmp.path, { file: "text" });
  await Deno.mkdir(`${tmp.path}/folder/memory-hooks.log`, { recursive: true });
  for (const folder of ["file", "file/below", "folder"]) {
    const log = openLog(`${tmp.path}/${folder}`, "probe", () => NOW);
    log.info("a");
    log.warn("b");
    log.error("c", new Error("d"));
  }
  assertEquals(await Deno.readTextFile(`${tmp.path}/file`), "text");
});

Deno.test("a clock that fails does not make the log fail", async () => {
  await using tmp = await tempDir();
  openLog(tmp.path, "probe", () => new Date(NaN)).info("x");
  assertEquals([...Deno.readDirSync(tmp.path)], []);
});

Deno.test("reason() says what was thrown in one line", () => {
  assertEquals(reason(new RangeError("x")), "RangeError: x");
  assertEquals(reason(undefined), "undefined");
  assertEquals(reason({ toString: () => "odd" }), "odd");
});
