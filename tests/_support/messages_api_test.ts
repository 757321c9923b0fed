import { assertEquals, assertStringIncludes } from "@std/assert";
import { type MessagesApi, messagesApi } from "./messages_api.ts";

const TOOLS = [{ name: "Bash" }, { name: "Write" }];

async function post(
  api: MessagesApi,
  body: Record<string, unknown>,
  headers: Record<string, string> = {},
  path = "/v1/messages?beta=true",
): Promise<string> {
  const response = await fetch(api.url + path, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  return await response.text();
}

const user = (content: unknown) => ({ role: "user", content });

Deno.test("messagesApi() plays its script in order, then ends every turn", async () => {
  await using api = messagesApi({
    script: [[
      "Writing.",
      { tool: "Write", input: { file_path: "/a" }, id: "t1" },
    ]],
  });
  const first = JSON.parse(
    await post(api, { tools: TOOLS, messages: [user("go")] }),
  );
  assertEquals(first.stop_reason, "tool_use");
  assertEquals(first.content, [
    { type: "text", text: "Writing." },
    { type: "tool_use", id: "t1", name: "Write", input: { file_path: "/a" } },
  ]);
  assertEquals(api.left, 0);
  const second = JSON.parse(
    await post(api, {
      tools: TOOLS,
      messages: [user("go"), user([{ type: "tool_result", content: "ok" }])],
    }),
  );
  assertEquals(second.stop_reason, "end_turn");
  assertEquals(second.content, [{ type: "text", text: "Done." }]);
});

Deno.test("messagesApi() answers a repeated request with the same turn", async () => {
  await using api = messagesApi({ script: [["one"], ["two"]] });
  const body = { tools: TOOLS, messages: [user("go")] };
  assertStringIncludes(await post(api, body), '"one"');
  assertStringIncludes(await post(api, body), '"one"');
  assertEquals(api.left, 1);
  api.play(["three"]);
  assertEquals(api.left, 2);
});

Deno.test("messagesApi() streams server-sent events that carry the same answer", async () => {
  await using api = messagesApi({
    script: [["Héllo", { tool: "Bash", input: { command: "ls" } }]],
  });
  const stream = await post(api, {
    stream: true,
    tools: TOOLS,
    messages: [user("go")],
  });
  const events = stream.trim().split("\n\n").map((event) => {
    const [type, data] = event.split("\n");
    const parsed = JSON.parse(data?.slice("data: ".length) ?? "");
    assertEquals(type, `event: ${parsed.type}`);
    return parsed;
  });
  assertEquals(events.map((event) => event.type), [
    "message_start",
    "content_block_start",
    "content_block_delta",
    "content_block_stop",
    "content_block_start",
    "content_block_delta",
    "content_block_stop",
    "message_delta",
    "message_stop",
  ]);
  assertEquals(events[2].delta, { type: "text_delta", text: "Héllo" });
  assertEquals(JSON.parse(events[5].delta.partial_json), { command: "ls" });
  assertEquals(events[7].delta.stop_reason, "tool_use");
});

Deno.test("messagesApi() leaves the script alone for titles, compactions, subagents, counts and pings", async () => {
  await using api = messagesApi({
    script: [["main"]],
    agents: { "SUBTASK a": [["from a"]] },
    summary: "SUMMARY",
  });
  const title = await post(api, { messages: [user("Write a title")] });
  const summary = await post(api, {
    tools: TOOLS,
    messages: [
      user("x"),
      user("Your task is to create a detailed summary of the conversation"),
      { role: "system", content: "late context" },
    ],
  });
  const agent = await post(
    api,
    { tools: TOOLS, messages: [user([{ type: "text", text: "SUBTASK a" }])] },
    { "x-claude-code-agent-id": "1" },
  );
  const count = await post(api, {}, {}, "/v1/messages/count_tokens");
  await (await fetch(api.url, { method: "HEAD" })).body?.cancel();
  assertStringIncludes(title, "Scripted session");
  assertStringIncludes(summary, "SUMMARY");
  assertStringIncludes(agent, "from a");
  assertEquals(JSON.parse(count), { input_tokens: 1 });
  assertEquals(api.left, 1);
  assertEquals(api.requests.map((request) => request.kind), [
    "side",
    "summary",
    "agent",
    "other",
    "other",
  ]);
});

Deno.test("messagesApi() collects all text that reached the model, without tool schemas", async () => {
  await using api = messagesApi();
  await post(api, {
    system: [{ type: "text", text: "SYSTEM" }],
    tools: [...TOOLS, { name: "X", description: "SCHEMA" }],
    messages: [
      user([{ type: "text", text: "PROMPT" }]),
      {
        role: "assistant",
        content: [{ type: "tool_use", name: "Edit", input: { new: "INPUT" } }],
      },
      user([{ type: "tool_result", content: [{ type: "text", text: "OUT" }] }]),
      { role: "system", content: "LATE" },
    ],
  });
  assertEquals(
    api.modelText(),
    'SYSTEM\nPROMPT\nEdit {"new":"INPUT"}\nOUT\nLATE',
  );
  assertEquals(api.modelText("side"), "");
});

Deno.test("messagesApi() closes while a request hangs", async () => {
  const api = messagesApi({ script: ["hang"] });
  const hanging = post(api, { tools: TOOLS, messages: [user("go")] })
    .then(() => "answered", () => "cut");
  await api.hanging;
  await api[Symbol.asyncDispose]();
  assertEquals(await hanging, "cut");
});
