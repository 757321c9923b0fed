import { assertEquals } from "@std/assert";
import { type Ollama, ollama } from "./ollama.ts";

const PROMPT = `<untrusted_source path="a/One.md" sha256="0">
See [[Two|alias]], [[Missing]] and [[One]].
</untrusted_source>

<untrusted_source path="Two.md" sha256="0">
# Two
</untrusted_source>`;

async function ask(server: Ollama, path: string): Promise<Response> {
  return await fetch(new URL(path, server.url), {
    method: "POST",
    body: JSON.stringify({
      model: "m",
      messages: [{ role: "system", content: "<untrusted_source path=" }, {
        role: "user",
        content: PROMPT,
      }],
      options: { num_ctx: 8192 },
      keep_alive: "5m",
    }),
  });
}

Deno.test("ollama() answers both endpoints with one node a note and one edge a link", async () => {
  await using server = ollama();
  const native = await (await ask(server, "/api/chat")).json();
  const openai = await (await ask(server, "/v1/chat/completions")).json();
  const content = openai.choices[0].message.content;
  assertEquals(native.message.content, content);
  const graph = JSON.parse(content);
  assertEquals(
    graph.nodes.map((one: Record<string, string>) => [
      one["id"],
      one["label"],
      one["source_file"],
    ]),
    [["a_one", "One", "a/One.md"], ["two", "Two", "Two.md"]],
  );
  assertEquals(
    graph.edges.map((one: Record<string, string>) => [
      one["source"],
      one["target"],
    ]),
    [["a_one", "two"]],
  );
  const seen = { model: "m", numCtx: 8192, keepAlive: "5m" };
  const notes = ["a/One.md", "Two.md"];
  assertEquals(server.requests, [
    { path: "/api/chat", ...seen, notes },
    { path: "/v1/chat/completions", ...seen, notes },
  ]);
});

Deno.test("ollama() can lack the native endpoint, and can answer nonsense", async () => {
  await using server = ollama({ native: false, content: "no JSON" });
  const refused = await ask(server, "/api/chat");
  await refused.body?.cancel();
  assertEquals(refused.status, 404);
  const answer = await (await ask(server, "/v1/chat/completions")).json();
  assertEquals(answer.choices[0].message.content, "no JSON");
});

Deno.test("ollama() closes while a request hangs", async () => {
  const server = ollama({ hang: true });
  const asked = ask(server, "/api/chat").then(() => "answered", () => "cut");
  while (server.requests.length === 0) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await server[Symbol.asyncDispose]();
  assertEquals(await asked, "cut");
});
