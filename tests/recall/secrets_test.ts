import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { FrameDecoder } from "../../lib/daemon/frame.ts";
import { textsBelow } from "../_support/files_below.ts";
import { until } from "../_support/until.ts";
import { stubDaemon } from "../capture/_stub_daemon.ts";
import { answers, daemonBox } from "../daemon/_daemon.ts";
import { DECIDED, recallBox, RELATED } from "./_recall_box.ts";

// All made up, and in two parts so that nobody takes them for real ones.
const KEY = "AKIA" + "1234567890PLANTD";
const TOKEN = "ghp_" + "PLANTEDplantedPLANTED1234567890abcde";
const PRIVATE = "PLANTED-private-5f2c";
const SECRET = `${KEY} and ${TOKEN} <private>${PRIVATE}</private>`;

const PROMPTS = [
  `${RELATED} With ${SECRET}`,
  `<private>${PRIVATE}</private>`,
  `${RELATED}\n${"and so on. ".repeat(5000)}\n${SECRET}`,
  `/command ${SECRET}`,
  `${RELATED} <private>${PRIVATE} without an end`,
];

function assertNothingPlanted(text: string, where: string): void {
  for (const planted of [KEY, TOKEN, PRIVATE]) {
    assert(!text.includes(planted), `${planted} is in ${where}`);
  }
}

Deno.test("secrets and private text of prompts are found nowhere: with a daemon, without one, and in no answer", async () => {
  await using box = await recallBox();
  let session = 0;
  const runAll = async (): Promise<void> => {
    for (const prompt of PROMPTS) {
      const { code, stdout, stderr } = await box.run(prompt, {
        session_id: `s-${session++}`,
      });
      assertEquals(code, 0);
      assertNothingPlanted(stdout + stderr, "an answer");
    }
  };
  await runAll();
  await until("the daemon", () => answers(box.places.socket));
  await runAll();
  // The programs are no data.
  const isData = (path: string) => !path.includes("/bin/");
  const texts = await textsBelow(box.box.home, isData);
  for (const [path, text] of texts) assertNothingPlanted(text, path);
  assert(texts.size > 3, `${texts.size} files`);
});

Deno.test("nothing of them is on the socket, and what remains is asked with", async () => {
  await using daemon = await daemonBox();
  const { box, places } = daemon;
  await Deno.mkdir(places.state, { recursive: true, mode: 0o700 });
  await Deno.mkdir(`${box.project}/.git`);
  const asked: Record<string, unknown>[] = [];
  await using _ = await stubDaemon(places.socket, async (connection) => {
    using it = connection;
    const decoder = new FrameDecoder();
    const piece = new Uint8Array(65_536);
    for (;;) {
      const length = await it.read(piece);
      if (length === null) return;
      for (const value of decoder.push(piece.subarray(0, length))) {
        asked.push(value as Record<string, unknown>);
      }
    }
  });
  for (const prompt of PROMPTS) {
    await box.run("user-prompt-submit", { prompt });
  }
  // A command, and what is private as a whole, is not asked with at all.
  assertEquals(asked.length, PROMPTS.length - 2);
  assertNothingPlanted(JSON.stringify(asked), "a request");
  for (const { request, params } of asked) {
    assertEquals(request, "recall");
    const { prompt, project } = params as Record<string, string>;
    assertStringIncludes(prompt ?? "", "invoice exporter");
    assert((prompt ?? "").length <= 9000);
    assertEquals(project, `${box.project}/.git`);
  }
});

Deno.test("what is told of is what was redacted before it was kept", async () => {
  await using box = await recallBox();
  await box.daemon.listening();
  const told = await box.told(`${RELATED} ${SECRET}`);
  assertStringIncludes(told, DECIDED);
  assertNothingPlanted(told, "an answer");
});
