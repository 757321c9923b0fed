import { assertEquals, assertThrows } from "@std/assert";
import { endingOf, mayRefuse } from "../../lib/frame/answer.ts";
import { HOOKS } from "../../lib/registry.ts";

Deno.test("endingOf() writes a text to stdout, exit 0", () => {
  assertEquals(endingOf(HOOKS["stop"], "text\n"), {
    code: 0,
    stdout: "text\n",
    stderr: "",
  });
});

Deno.test("endingOf() makes a refusal one line on stderr, exit 2", () => {
  assertEquals(endingOf(HOOKS["guard"], { refusal: "no:\n  not  whole" }), {
    code: 2,
    stdout: "",
    stderr: "no: not whole\n",
  });
});

Deno.test("No hook but the guard may refuse", () => {
  const refusing = Object.values(HOOKS).filter(mayRefuse);
  assertEquals(refusing.map(({ name }) => name), ["guard"]);
  assertThrows(
    () => endingOf(HOOKS["stop"], { refusal: "no" }),
    TypeError,
    "memory-stop is for Stop",
  );
  assertThrows(
    () => endingOf(HOOKS["statusline"], { refusal: "no" }),
    TypeError,
    "no event",
  );
});
