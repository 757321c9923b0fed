import { assert, assertEquals, assertMatch } from "@std/assert";
import { until } from "../_support/until.ts";
import { prompted, used } from "../capture/_events.ts";
import { LONG_MS, stored } from "../daemon/_daemon.ts";
import { SESSION } from "../_support/sandbox.ts";
import { follow } from "./_stream.ts";
import { type WorkerBox, workerBox } from "./_worker_box.ts";

const ID = "33333333-3333-4333-8333-333333333333";

/** Tells of a prompt. */
async function init(
  box: WorkerBox,
  prompt: unknown,
  more: Record<string, unknown> = {},
): Promise<Record<string, unknown>> {
  return await box.json("/api/sessions/init", {
    body: { contentSessionId: ID, cwd: "/p/shop", prompt, ...more },
  });
}

/** Tells of a use of a tool. */
async function observe(
  box: WorkerBox,
  more: Record<string, unknown> = {},
): Promise<Record<string, unknown>> {
  return await box.json("/api/sessions/observations", {
    body: {
      contentSessionId: ID,
      cwd: "/p/shop",
      tool_name: "Edit",
      tool_input: {
        file_path: "/p/shop/cart.ts",
        old_string: "total",
        new_string: "sum",
      },
      tool_response: { filePath: "/p/shop/cart.ts" },
      tool_use_id: "toolu_1",
      ...more,
    },
  });
}

Deno.test("a session told by the API is one like any other: rows of the chain, searchable, a story, a summary", async () => {
  await using box = await workerBox();
  await box.serving();
  await using following = await follow(box);
  const first = await init(box, "Please fix the shopping cart's total");
  assertEquals(first["skipped"], false);
  assertEquals(first["promptNumber"], 1);
  assert(Number(first["sessionDbId"]) > 0);
  const observed = await observe(box);
  assertEquals(observed["status"], "stored");
  assert(Number(observed["id"]) > 0);
  const second = await init(box, "And now the discount");
  assertEquals([second["sessionDbId"], second["promptNumber"]], [
    first["sessionDbId"],
    2,
  ]);
  assertEquals(
    await box.json("/api/sessions/summarize", {
      body: {
        contentSessionId: ID,
        last_assistant_message: "The total is computed from the items now.",
      },
    }),
    { status: "queued" },
  );
  assertEquals(
    await box.json("/api/sessions/complete", {
      body: { contentSessionId: ID },
    }),
    { status: "completed" },
  );
  const status = await box.json(`/api/sessions/status?session=${ID}`);
  assertEquals(status["pending"], false);
  assert(status["summary"] !== null);
  const story = await box.json(`/api/session/${ID}`) as {
    session: Record<string, unknown>;
    prompts: { text: string; number: number }[];
    observations: { id: number; promptNumber: number; files: string[] }[];
  };
  assertEquals(
    story.prompts.map(({ text }) => text),
    ["Please fix the shopping cart's total", "And now the discount"],
  );
  assertEquals(story.observations.map((it) => it.promptNumber), [1]);
  assertEquals(story.observations[0]?.files, ["/p/shop/cart.ts"]);
  assertEquals(story.session["name"], "shop");
  assertEquals(story.session["host"], "api");
  assertEquals(
    await box.json(`/api/session/${first["sessionDbId"]}`),
    story as unknown as Record<string, unknown>,
  );
  // The chain tells the same.
  const rows = stored(box.daemon.places);
  assertEquals(rows.map(({ kind }) => kind), [
    "memory.claude_prompt",
    "memory.claude_tool_use",
    "memory.claude_prompt",
    "memory.claude_session_completed",
  ]);
  assertEquals(rows[1]?.id, `tool:${ID}:toolu_1`);
  assertMatch(String(rows[0]?.payload["prompt_hash"]), /^[0-9a-f]{64}$/);
  const chain = await box.json("/api/chain");
  assertEquals([chain["ok"], chain["rows"]], [true, 4]);
  // Whoever follows was told of all of it.
  const { item } = await following.heard(
    "observation",
    ({ what }) => what === "stored",
  ) as { item: Record<string, unknown> };
  assertEquals(item["address"], `observation:${observed["id"]}`);
  await following.heard("session");
  await following.heard("prompt");
  await following.heard("summary");
});

Deno.test("what hooks send and what the API is told is one session", async () => {
  await using box = await workerBox();
  await box.serving();
  const { daemon } = box;
  await Deno.mkdir(`${daemon.box.project}/.git`);
  await daemon.box.run("capture-prompt", prompted("Look at the cart"));
  await until("the prompt", async () => {
    const { sessions } = await box.json("/api/sessions") as {
      sessions: unknown[];
    };
    return sessions.length === 1;
  }, LONG_MS);
  const answer = await init(box, "And at the checkout", {
    contentSessionId: SESSION,
    cwd: "/somewhere/else",
  });
  assertEquals(answer["promptNumber"], 2);
  await daemon.box.run(
    "capture-tool",
    used({ tool_input: { command: "make check" } }),
  );
  await until("the observation", async () => {
    const { observations } = await box.json(`/api/session/${SESSION}`) as {
      observations: unknown[];
    };
    return observations.length === 1;
  }, LONG_MS);
  const { projects } = await box.json("/api/projects") as {
    projects: { name: string; prompts: number }[];
  };
  assertEquals(projects.length, 1);
  assertEquals([projects[0]?.name, projects[0]?.prompts], ["my project", 2]);
});

Deno.test("the same prompt within ten seconds, and the same use of a tool, are one", async () => {
  await using box = await workerBox();
  await box.serving();
  await init(box, "Once");
  assertEquals((await init(box, "Once"))["reason"], "duplicate");
  await Promise.all([init(box, "Twice at once"), init(box, "Twice at once")]);
  assertEquals((await observe(box))["status"], "stored");
  assertEquals(await observe(box), { status: "skipped", reason: "duplicate" });
  await Promise.all([
    observe(box, { tool_use_id: "toolu_2" }),
    observe(box, { tool_use_id: "toolu_2" }),
  ]);
  const { prompts } = await box.json(`/api/session/${ID}`) as {
    prompts: { text: string }[];
  };
  assertEquals(prompts.map(({ text }) => text), ["Once", "Twice at once"]);
  const uses = stored(box.daemon.places)
    .filter(({ kind }) => kind === "memory.claude_tool_use");
  assertEquals(uses.length, 2);
});

Deno.test("what is private, excluded, of the host, empty, or of a skipped tool is not kept", async () => {
  await using box = await workerBox({
    config:
      "projects:\n  exclude: [/p/secret, ~/hidden/**]\ncapture:\n  skip_tools: [TodoWrite, mcp__x*]\n",
  });
  await box.serving();
  const reasonOf = async (
    prompt: unknown,
    more: Record<string, unknown> = {},
  ): Promise<unknown> => {
    const answer = await init(box, prompt, more);
    assertEquals(answer["skipped"], true);
    return answer["reason"];
  };
  assertEquals(
    await reasonOf("Hello", { cwd: "/p/secret/below" }),
    "project_excluded",
  );
  assertEquals(
    await reasonOf("Hello", {
      cwd: `${box.daemon.box.home}/hidden/deep`,
    }),
    "project_excluded",
  );
  for (const prompt of ["", "  \n"]) {
    assertEquals(await reasonOf(prompt), "empty");
  }
  for (
    const prompt of [
      "<task-notification>x</task-notification>",
      '  <task-notification id="1">\nx\ny\n</task-notification>\n',
      "<task-notification></task-notification>",
      "<system-reminder>x</system-reminder>",
    ]
  ) assertEquals(await reasonOf(prompt), "internal_protocol");
  assertEquals(await reasonOf(" <private>all of it</private> "), "private");
  assertEquals(await observe(box), { status: "skipped", reason: "private" });
  // The next prompt ends the private turn.
  assertEquals((await init(box, "Public again"))["skipped"], false);
  for (
    const prompt of [
      "Look: <task-notification>x</task-notification>",
      "<task-notification>unclosed",
      "<task-notification>a</task-notification><task-notification>b</task-notification>",
    ]
  ) assertEquals((await init(box, prompt))["skipped"], false, prompt);
  assertEquals((await observe(box))["status"], "stored");
  for (const tool_name of ["TodoWrite", "mcp__x__y"]) {
    assertEquals(await observe(box, { tool_name, tool_use_id: tool_name }), {
      status: "skipped",
      reason: "tool_excluded",
    });
  }
  assertEquals(await observe(box, { cwd: "/p/secret" }), {
    status: "skipped",
    reason: "project_excluded",
  });
  assertEquals(
    await box.json("/api/sessions/summarize", {
      body: { contentSessionId: ID, agentId: "a1" },
    }),
    { status: "skipped", reason: "subagent_context" },
  );
});

Deno.test("what is sent is checked strictly", async () => {
  await using box = await workerBox();
  await box.serving();
  const cases: readonly (readonly [path: string, body: unknown])[] = [
    ["init", {}],
    ["init", { prompt: "x" }],
    ["init", { contentSessionId: "", prompt: "x" }],
    ["init", { contentSessionId: "../x", prompt: "x" }],
    ["init", { contentSessionId: 7, prompt: "x" }],
    ["init", { contentSessionId: ID, prompt: 7 }],
    ["init", { contentSessionId: ID, prompt: "x", other: 1 }],
    ["init", { contentSessionId: ID, prompt: "x", host: "A B" }],
    ["init", { contentSessionId: ID, prompt: "x", cwd: "x".repeat(5000) }],
    ["observations", { contentSessionId: ID }],
    ["observations", { contentSessionId: ID, tool_name: "" }],
    ["observations", { contentSessionId: ID, tool_name: "Bash", more: 1 }],
    ["summarize", { last_assistant_message: "x" }],
    ["summarize", { contentSessionId: ID, last_assistant_message: [] }],
    ["complete", {}],
    ["complete", { contentSessionId: ID, more: 1 }],
  ];
  for (const [path, body] of cases) {
    const response = await box.ask(`/api/sessions/${path}`, { body });
    assertEquals(response.status, 400, `${path} ${JSON.stringify(body)}`);
    assertEquals((await response.json()).error.code, "ValidationError");
  }
  for (
    const path of [
      "/api/sessions/status?session=none",
      "/api/session/none",
      "/api/session/99",
      "/api/prompt/99",
      "/api/prompt/x",
      "/api/observation/0",
      "/api/memory/0123456789abcdef",
    ]
  ) {
    const response = await box.ask(path);
    assertEquals(response.status, 404, path);
    await response.body?.cancel();
  }
  assertEquals(stored(box.daemon.places), []);
});

Deno.test("a long prompt is kept in part, as whole characters", async () => {
  await using box = await workerBox();
  await box.serving();
  const answer = await init(box, "a" + "😀".repeat(100_000));
  assertEquals(answer["skipped"], false);
  const { prompts } = await box.json(`/api/session/${ID}`) as {
    prompts: { text: string }[];
  };
  const text = prompts[0]?.text ?? "";
  assert(text.length <= 4000, String(text.length));
  assert(text.endsWith("…"));
  assert(text.isWellFormed());
  assertEquals(
    (await init(box, "a" + "😀".repeat(100_000)))["reason"],
    "duplicate",
  );
});
