import { assertEquals, assertStringIncludes } from "@std/assert";

Deno.test("on a made-up history, what is recalled is what bears on the prompt, as often as was promised", async () => {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "-A",
      decodeURIComponent(
        new URL("../../bench/recall.ts", import.meta.url).pathname,
      ),
    ],
  }).output();
  const [said, complaint] = [stdout, stderr].map((it) =>
    new TextDecoder().decode(it)
  );
  assertStringIncludes(said ?? "", "questions that share words");
  assertEquals(code, 0, `${said}${complaint}`);
});
