import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { SESSION } from "../_support/sandbox.ts";
import { DECIDED, recallBox, RELATED, toldIn } from "./_recall_box.ts";

Deno.test("stdin that is no event is answered by no bytes, and says so in one line of the log", async () => {
  await using box = await recallBox();
  for (
    const sent of [
      "",
      " \n",
      '{"truncated":',
      "not json at all",
      '"text"',
      "[1]",
    ]
  ) {
    const { code, stdout, stderr } = await box.box.run(
      "user-prompt-submit",
      sent,
    );
    assertEquals({ code, stdout, stderr }, { code: 0, stdout: "", stderr: "" });
  }
  assertEquals((await box.box.log()).length, 6);
});

Deno.test("an event of another kind is passed over", async () => {
  await using box = await recallBox();
  for (
    const more of [
      { hook_event_name: "SessionStart" },
      { hook_event_name: "Unknown" },
      { hello: "world", prompt: undefined },
    ]
  ) {
    const { code, stdout } = await box.run(RELATED, more);
    assertEquals({ code, stdout }, { code: 0, stdout: "" });
  }
});

Deno.test("an event is taken however it comes: in pieces, with a byte order mark, and with the pipe left open", async () => {
  await using box = await recallBox();
  await box.daemon.listening();
  const event = (session: string): string =>
    JSON.stringify(
      box.box.event({
        session_id: session,
        hook_event_name: "UserPromptSubmit",
        prompt: `${RELATED} Größe 大きさ`,
      }),
    );
  const inPieces = async function* (): AsyncIterable<Uint8Array> {
    const bytes = new TextEncoder().encode(event("pieces"));
    // Some letter is cut in two.
    for (const [from, to] of [[0, 9], [9, -8], [-8, undefined]]) {
      yield bytes.slice(from, to);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const runs = [
    await box.run("", {}, { stdin: inPieces() }),
    await box.run("", {}, { stdin: `\uFEFF${event("bom")}` }),
    await box.run("", {}, { stdin: event("open"), stdinEnd: "open" }),
  ];
  for (const { code, stdout } of runs) {
    assertEquals(code, 0);
    assertStringIncludes(toldIn(stdout), DECIDED);
  }
});

Deno.test("a session without a usable id is told, too, and leaves no file", async () => {
  await using box = await recallBox();
  await box.daemon.listening();
  for (const id of ["../../x", "", 7, "a".repeat(200), null]) {
    const { code, stdout } = await box.run(RELATED, { session_id: id });
    assertEquals(code, 0);
    assertStringIncludes(toldIn(stdout), DECIDED);
  }
  assertEquals(await box.told("", { session_id: SESSION }), "");
  let files: string[] = [];
  try {
    files = Array.from(Deno.readDirSync(box.places.turns), ({ name }) => name);
  } catch (error) {
    assert(error instanceof Deno.errors.NotFound);
  }
  assertEquals(files, []);
});

Deno.test("a prompt of a megabyte is taken by its beginning and its end", async () => {
  await using box = await recallBox();
  await box.daemon.listening();
  const filler = "and so on, as it was before. ".repeat(40_000);
  assertStringIncludes(
    await box.told(`${RELATED}\n${filler}`, { session_id: "first-part" }),
    DECIDED,
  );
  assertStringIncludes(
    await box.told(`${filler}\n${RELATED}`, { session_id: "last-part" }),
    DECIDED,
  );
  const half = filler.slice(0, 500_000);
  assertEquals(
    await box.told(`${half}\n${RELATED}\n${half}`, { session_id: "middle" }),
    "",
  );
});
