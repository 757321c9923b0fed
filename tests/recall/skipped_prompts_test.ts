import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { exists } from "../../lib/private_file.ts";
import {
  DECIDED,
  recallBox,
  RELATED,
  toldIn,
  UNRELATED,
} from "./_recall_box.ts";

const NOTIFICATION = `<task-notification>${RELATED}</task-notification>`;

Deno.test("prompts that are no person's, or not for the model, are told nothing and leave nothing", async () => {
  await using box = await recallBox();
  await box.daemon.listening();
  const prompts: Record<string, unknown> = {
    "empty": "",
    "white space": " \n\t ",
    "a command": "/clear",
    "a command with words": `/compact ${RELATED}`,
    "a plugin's command": `/acme:ask ${RELATED}`,
    "private": `<private>${RELATED}</private>`,
    "private, with white space": ` \n<private>${RELATED}</private>\n`,
    "private twice": `<private>a</private> <private>${RELATED}</private>`,
    "private without an end": `<private>${RELATED}`,
    "a notification": NOTIFICATION,
    "a notification, white space around": `\n ${NOTIFICATION} \n`,
    "a notification with an attribute": NOTIFICATION.replace(">", ' id="1">'),
    "a notification of several lines": NOTIFICATION.replaceAll(" ", "\n"),
    "an empty notification": "<task-notification></task-notification>",
    "the host's own words": `<system-reminder>${RELATED}</system-reminder>`,
    "a number": 17,
    "a list": [RELATED],
    "nothing": null,
  };
  for (const [what, prompt] of Object.entries(prompts)) {
    const { code, stdout, stderr } = await box.run(prompt);
    assertEquals(
      { code, stdout, stderr },
      { code: 0, stdout: "", stderr: "" },
      what,
    );
  }
  assert(!exists(box.places.turns), "a file was written");
});

Deno.test("what the host wrote into a person's prompt finds nothing", async () => {
  await using box = await recallBox();
  await box.daemon.listening();
  const reminder = `<system-reminder>${RELATED}</system-reminder>`;
  assertEquals(await box.told(`${UNRELATED}\n${reminder}`), "");
  assertStringIncludes(await box.told(`${reminder} ${RELATED}`), DECIDED);
});

Deno.test("what only looks like a notification or a command is a person's", async () => {
  await using box = await recallBox();
  await box.daemon.listening();
  const prompts: Record<string, string> = {
    "text before": `Look: ${NOTIFICATION}`,
    "text after": `${NOTIFICATION} What is that?`,
    "no end": `<task-notification>${RELATED}`,
    "two of them": NOTIFICATION + NOTIFICATION,
    "a longer name": `<task-notifications>${RELATED}</task-notifications>`,
    "a long one": NOTIFICATION.replace(">", `>${" ".repeat(257 * 1024)}`),
    "a path": `/home/u/src/invoice_export.ts: ${RELATED}`,
    "a private part": `<private>my name</private> ${RELATED}`,
  };
  let session = 0;
  for (const [what, prompt] of Object.entries(prompts)) {
    const told = await box.told(prompt, { session_id: `s-${session++}` });
    assertStringIncludes(told, DECIDED, what);
  }
});

Deno.test("a subagent is told nothing; who only has a type is none", async () => {
  await using box = await recallBox();
  await box.daemon.listening();
  for (const agent of ["a1b2", "a".repeat(128)]) {
    assertEquals(await box.told(RELATED, { agent_id: agent }), "");
  }
  const main: Record<string, unknown>[] = [
    { agent_type: "reviewer" },
    { agent_id: "" },
    { agent_id: "a".repeat(129) },
    { agent_id: 7 },
    { agent_id: null },
  ];
  for (const [at, fields] of main.entries()) {
    const { code, stdout } = await box.run(RELATED, {
      session_id: `main-${at}`,
      ...fields,
    });
    assertEquals(code, 0);
    assertStringIncludes(toldIn(stdout), DECIDED, JSON.stringify(fields));
  }
});

Deno.test("where the settings, the project or the session want nothing, nothing is told and nothing is written", async () => {
  await using off = await recallBox({ config: "recall:\n  max_chars: 0\n" });
  assertEquals(await off.told(RELATED), "");
  await using excluded = await recallBox({
    config: "projects:\n  exclude: ['/**']\n",
  });
  assertEquals(await excluded.told(RELATED), "");
  await using box = await recallBox();
  const { stdout } = await box.run(RELATED, {}, {
    env: { ...box.box.env, MEMORY_HOOKS_OFF: "1" },
  });
  assertEquals(stdout, "");
  await Deno.writeTextFile(
    `${box.box.project}/.memory-hooks.yaml`,
    "recall: false\n",
  );
  assertEquals(await box.told(RELATED), "");
  for (const { places } of [off, excluded, box]) {
    assert(!exists(places.turns));
    assert(!exists(places.socket), "a daemon was started");
  }
});
