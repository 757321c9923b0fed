import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { withoutPrivate } from "../../lib/redact/private_blocks.ts";
import { type RecordingBox, recordingBox } from "./_recording_box.ts";

/** Stands in everything that must not be kept. */
const SECRET = "PLANTED-secret-stuff-9d3e";

async function assertNowhere(box: RecordingBox): Promise<void> {
  assertEquals(await box.filesWith(SECRET), []);
}

/** Id, prompt, and what is kept of it. */
const PROMPTS:
  readonly (readonly [id: string, prompt: string, kept: string])[] = [
    [
      "P1: a block is taken out",
      `public content <private>${SECRET}</private> more public`,
      "public content  more public",
    ],
    [
      "P2: so is what another memory told, beside it",
      `public <private>${SECRET}</private><claude-mem-context>${SECRET}</claude-mem-context> end`,
      "public  end",
    ],
    [
      "P3: two blocks are taken out",
      `<private>${SECRET}</private>middle <private>${SECRET}</private> end`,
      "middle  end",
    ],
    [
      "P5: a block of several lines is taken out",
      `public\n<private>\n${SECRET}\n${SECRET}\n</private>\nend`,
      "public\n\nend",
    ],
    [
      "P8: what the host wrote is taken out",
      [
        "system_instruction",
        "system-instruction",
        "system-reminder",
        "persisted-output",
      ].map((tag) => `<${tag}>${SECRET}</${tag}>`).join("") + "the question",
      "the question",
    ],
    [
      "P9: a reminder is taken out with all that is in it",
      `the question <system-reminder>${SECRET} <claude-mem-context>${SECRET}</claude-mem-context> ${SECRET}</system-reminder>`,
      "the question",
    ],
    [
      "P12: a block is taken out with the blocks in it",
      `a <private>${SECRET} <private>${SECRET}</private> ${SECRET}</private> b`,
      "a  b",
    ],
    [
      "P13: a block that is not closed goes on to the end",
      `before <private>${SECRET} and ${SECRET}`,
      "before",
    ],
    [
      "P14: tags are known in any case, and with white space",
      `a <PRIVATE>${SECRET}</PRIVATE> b <private>${SECRET}</private > c`,
      "a  b  c",
    ],
  ];

for (const [id, prompt, kept] of PROMPTS) {
  Deno.test(id, async () => {
    await using box = await recordingBox();
    await box.prompt(prompt);
    assertEquals(
      (await box.told())?.prompts.map(({ text }) => text.trim()),
      [kept],
    );
    await assertNowhere(box);
  });
}

Deno.test("P4: what is private as a whole is not kept", async () => {
  await using box = await recordingBox();
  await box.prompt(`<private>${SECRET}</private>`);
  await box.prompt(`<private>${SECRET}</private> \n <private>x</private>`);
  await box.prompt("<private> \n </private>");
  assertEquals(await box.told(), null);
  await assertNowhere(box);
});

Deno.test("P6: a block in a text of a tool's input is taken out of that text alone", async () => {
  await using box = await recordingBox();
  const file_path = `${box.project}/notes.txt`;
  await box.tool({
    tool_name: "Write",
    tool_input: { file_path, content: `<private>${SECRET}</private> public` },
    tool_response: { type: "create", filePath: file_path },
  });
  const [observation] = (await box.told())?.observations ?? [];
  assertEquals(observation?.files, [file_path]);
  assertEquals(observation?.detail.trim(), "public");
  await assertNowhere(box);
});

Deno.test("P7: a block deep in a tool's input is taken out", async () => {
  await using box = await recordingBox();
  await box.tool({
    tool_name: "mcp__shop__find",
    tool_input: {
      outer: { inner: `<private>${SECRET}</private> visible` },
    },
    tool_response: { deep: [{ text: `<private>${SECRET}</private> seen` }] },
  });
  const [observation] = (await box.told())?.observations ?? [];
  assertStringIncludes(observation?.title ?? "", '{"inner":" visible"}');
  assertStringIncludes(observation?.detail ?? "", "seen");
  await assertNowhere(box);
});

Deno.test("P10: 150 blocks, and a block of 10,000 characters, take no time", async () => {
  await using box = await recordingBox();
  const many = `<private>${SECRET}</private>x`.repeat(150);
  const long = `<private>${SECRET.repeat(400)}</private>y`;
  const started = performance.now();
  assertEquals(withoutPrivate(many + long).text, `${"x".repeat(150)}y`);
  assert(performance.now() - started < 1000);
  await box.prompt(many + long);
  const [prompt] = (await box.told())?.prompts ?? [];
  assertEquals(prompt?.text, `${"x".repeat(150)}y`);
  await assertNowhere(box);
});

Deno.test("P11: 40,000 blocks that are not closed take no time, and nothing of them is kept", async () => {
  await using box = await recordingBox();
  const text = `public ${"<private>".repeat(40_000)}${SECRET}`;
  let best = Infinity;
  for (let round = 0; round < 5; round++) {
    const started = performance.now();
    withoutPrivate(text);
    best = Math.min(best, performance.now() - started);
  }
  assert(best < 100, `${best} ms`);
  await box.prompt(text);
  assertEquals((await box.told())?.prompts[0]?.text.trim(), "public");
  await assertNowhere(box);
});

Deno.test("P15: a block that begins in one field ends in it", async () => {
  await using box = await recordingBox();
  await box.tool({
    tool_name: "mcp__shop__find",
    tool_input: {
      a: `<private>${SECRET}`,
      b: "what b says</private>",
      c: "keep",
    },
    tool_response: "found",
  });
  const [observation] = (await box.told())?.observations ?? [];
  assertStringIncludes(
    observation?.title ?? "",
    "(a: , b: what b says, c: keep)",
  );
  await assertNowhere(box);
});

Deno.test("P16: of a first prompt that is private as a whole nothing is found anywhere", async () => {
  await using box = await recordingBox({ notes: { "a.md": "a" } });
  const prompt = `<private>my password is ${SECRET}</private>`;
  await box.prompt(prompt);
  const { box: sandbox } = box.worker.daemon;
  const { stdout } = await sandbox.run("user-prompt-submit", { prompt });
  assertEquals(stdout, "");
  await box.stop(`You said ${SECRET}`);
  await box.stored();
  await assertNowhere(box);
  await sandbox.run("session-end", { reason: "other" });
  await sandbox.settled();
  await assertNowhere(box);
});

Deno.test("P17: what a tool does in a private turn is passed over", async () => {
  await using box = await recordingBox();
  await box.prompt(`<private>${SECRET}</private>`);
  await box.tool({ tool_input: { command: `echo ${SECRET}` } });
  assertEquals(await box.told(), null);
  const body = { contentSessionId: "by-api", cwd: "/p/shop" };
  const { worker } = box;
  await worker.json("/api/sessions/init", {
    body: { ...body, prompt: `<private>${SECRET}</private>` },
  });
  assertEquals(
    await worker.json("/api/sessions/observations", {
      body: { ...body, tool_name: "Bash", tool_input: { command: SECRET } },
    }),
    { status: "skipped", reason: "private" },
  );
  await assertNowhere(box);
});

Deno.test("P18: a block in a command is in no log", async () => {
  await using box = await recordingBox();
  await box.tool({
    tool_input: { command: `deploy --to <private>${SECRET}</private> now` },
    tool_response: { stdout: `<private>${SECRET}</private> done`, stderr: "" },
  });
  const [observation] = (await box.told())?.observations ?? [];
  assertStringIncludes(observation?.title ?? "", "deploy --to now");
  assertStringIncludes(observation?.detail ?? "", "done");
  await assertNowhere(box);
});

Deno.test("P19: a block is taken out of the last answer, and a wholly private one is none", async () => {
  await using box = await recordingBox();
  await box.prompt("Greet me");
  await box.stop(`Hello <private>${SECRET}</private> world`);
  assertEquals((await box.told())?.session.answer, "Hello  world");
  await box.prompt("Again", { session_id: "another" });
  await box.stop(`<private>${SECRET}</private>`, { session_id: "another" });
  assertEquals((await box.told("another"))?.session.answer, "");
  await assertNowhere(box);
});
