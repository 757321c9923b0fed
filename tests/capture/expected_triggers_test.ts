import { assertEquals } from "@std/assert";
import { expectedTriggers } from "../../lib/capture/expected_triggers.ts";
import { Payload } from "../../lib/capture/payload.ts";
import { TRIGGERS } from "../../lib/redact/triggers.ts";

function expected(cwd: string, project: string): string[] | undefined {
  const payload = new Payload(JSON.stringify({ cwd, prompt: "Use my token" }));
  return expectedTriggers(payload, project)?.map(({ text }) => text);
}

Deno.test("what the event holds is looked at once, what else the project's path holds as well", () => {
  assertEquals(expected("/a/b", "/a/b"), ["token"]);
  assertEquals(expected("/a/b", "/a/sg.x"), ["token", "sg."]);
  assertEquals(expected("/a/b\\u", "/a/b"), undefined);
  assertEquals(expected("/a", "/x/<private>"), undefined);
});

Deno.test("the repository in the session's folder adds no trigger but those that its slash ends", () => {
  const ending = TRIGGERS.flatMap(({ literals }) => literals)
    .filter((it) => it.endsWith("/"));
  assertEquals(expected("/a/b/c", "/a/b/.git"), ["token", ...ending]);
  for (const { literals } of TRIGGERS) {
    for (const literal of literals) {
      // Where one could begin in front of `/.git` and end in it.
      for (let length = 2; length <= "/.git".length; length++) {
        assertEquals(
          literal.endsWith("/.git".slice(0, length)),
          false,
          literal,
        );
      }
      assertEquals("/.git".includes(literal), false, literal);
    }
  }
});
