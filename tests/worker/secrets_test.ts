import { assert, assertEquals } from "@std/assert";
import { daemonEnded } from "../_support/daemon_ended.ts";
import { filesWith } from "../_support/files_below.ts";
import { follow } from "./_stream.ts";
import { type WorkerBox, workerBox } from "./_worker_box.ts";

/** Made up, and put together here, so that no scanner takes this file for a leak. */
const KEY = "AKIA" + "1234567890PLANTD";
const GITHUB = "ghp_" + "plantedPlantedPlantedPlantedPlanted0";
const PASSWORD = "Planted-Passw0rd-" + "93c1f";
const PROSE = "PLANTED prose of a private block";
const SECRETS = [KEY, GITHUB, PASSWORD, PROSE];

const TEXT =
  `Use ${KEY} and ${GITHUB}, password=${PASSWORD} <private>${PROSE}</private> please`;

const ID = "44444444-4444-4444-8444-444444444444";

Deno.test("secrets and private text that the API is told are found nowhere, in no file and no answer", async () => {
  await using box = await workerBox();
  const program = await box.serving();
  await using following = await follow(box);
  await tellSecrets(box);
  const answers: string[] = [];
  for (
    const path of [
      "/api/timeline",
      `/api/session/${ID}`,
      "/api/sessions",
      "/api/statistics",
      "/api/export",
      "/api/projects",
      "/api/context/inject?project=shop",
      `/api/search?query=planted`,
      "/api/health",
    ]
  ) {
    const response = await box.ask(path);
    assertEquals(response.status, 200, path);
    answers.push(await response.text());
  }
  // Nothing is logged of what is asked, or of what is wrong with it.
  for (const secret of SECRETS) {
    const word = encodeURIComponent(secret);
    for (
      const path of [
        `/api/search?query=${word}`,
        `/api/${word}`,
        `/api/note?path=${word}.md`,
        `/api/session/${word}`,
        `/api/search?query=x&kind=${word}`,
      ]
    ) await (await box.ask(path)).body?.cancel();
    for (
      const body of [`{"${secret}":1}`, `{"x": ${secret}`, secret]
    ) {
      const response = await fetch(
        `http://127.0.0.1:${box.port()}/api/warden`,
        {
          method: "POST",
          body,
          headers: {
            authorization: `Bearer ${box.token()}`,
            "content-type": "application/json",
          },
        },
      );
      assertEquals(response.status, 400);
      await response.body?.cancel();
    }
  }
  await following.heard("summary");
  answers.push(JSON.stringify(following.told));
  for (const secret of SECRETS) {
    assertEquals(answers.filter((text) => text.includes(secret)), []);
  }
  // What stands around them is there.
  assert(answers[0]?.includes("please"));
  const { places, box: sandbox } = box.daemon;
  const isData = (path: string) => !path.includes("/bin/");
  assert((await filesWith(sandbox.home, ["please"], isData)).length > 0);
  // While it runs the write-ahead log is there, too.
  assertEquals(await filesWith(sandbox.home, SECRETS, isData), []);
  program.kill("SIGTERM");
  await program.result;
  await daemonEnded(places);
  assertEquals(await filesWith(sandbox.home, SECRETS, isData), []);
});

async function tellSecrets(box: WorkerBox): Promise<void> {
  const post = (
    what: string,
    body: Record<string, unknown>,
  ): Promise<Record<string, unknown>> =>
    box.json(`/api/sessions/${what}`, {
      body: { contentSessionId: ID, cwd: "/p/shop", ...body },
    });
  assertEquals(
    (await post("init", { prompt: `<private>${PROSE} ${KEY}</private>` }))[
      "reason"
    ],
    "private",
  );
  // All of a private turn is private.
  assertEquals(
    (await post("observations", {
      tool_name: "Bash",
      tool_input: { command: `make ${PROSE}` },
      tool_response: { stdout: PROSE },
    }))["reason"],
    "private",
  );
  await post("summarize", { last_assistant_message: PROSE });
  await post("init", { prompt: TEXT, project: `shop ${KEY}` });
  const uses: readonly (readonly [string, unknown, unknown])[] = [
    ["Bash", { command: `deploy --key ${KEY} ${TEXT}` }, {
      stdout: TEXT,
      stderr: TEXT,
    }],
    ["Write", { file_path: `/p/shop/${GITHUB}.ts`, content: TEXT }, {
      filePath: `/p/shop/${GITHUB}.ts`,
    }],
    ["Read", { file_path: "/p/shop/.env" }, {
      type: "text",
      file: {
        filePath: "/p/shop/.env",
        content: `API_TOKEN=${GITHUB}\n${TEXT}`,
      },
    }],
    ["WebSearch", { query: TEXT }, { results: [TEXT] }],
    ["Grep", { pattern: TEXT, path: "/p/shop" }, TEXT],
    ["mcp__x__y", { password: PASSWORD, [TEXT]: TEXT }, [TEXT, {
      token: GITHUB,
    }]],
  ];
  for (const [tool_name, tool_input, tool_response] of uses) {
    await post("observations", { tool_name, tool_input, tool_response });
  }
  await post("summarize", { last_assistant_message: `Done with ${TEXT}` });
  await box.json("/api/sessions/complete", { body: { contentSessionId: ID } });
  const at = 1_700_000_000_000;
  const lines = [
    {
      kind: "session",
      session: "imported",
      project: "/p/shop",
      name: "shop",
      cwd: "/p/shop",
      host: "claude",
      began_at: at,
      last_at: at,
      ended_at: null,
      redactions: 0,
      answer: TEXT,
    },
    {
      kind: "prompt",
      session: "imported",
      number: 1,
      at,
      row_id: "row-1",
      text: TEXT,
    },
    {
      kind: "observation",
      session: "imported",
      prompt_number: 1,
      at,
      what: "command",
      tool: "Bash",
      outcome: "success",
      title: TEXT,
      detail: TEXT,
      files: [`/p/${GITHUB}`],
      agent: null,
      use_id: null,
      times: 1,
    },
    {
      kind: "summary",
      session: "imported",
      at,
      request: TEXT,
      looked: TEXT,
      changed: TEXT,
      decided: TEXT,
      open: TEXT,
      source: "extract",
    },
  ];
  const response = await fetch(`http://127.0.0.1:${box.port()}/api/import`, {
    method: "POST",
    body: lines.map((line) => JSON.stringify(line)).join("\n"),
    headers: {
      authorization: `Bearer ${box.token()}`,
      "content-type": "application/x-ndjson",
    },
  });
  const counts = await response.json();
  assertEquals(
    [counts.sessions, counts.prompts, counts.observations, counts.summaries],
    [1, 1, 1, 1],
  );
}
