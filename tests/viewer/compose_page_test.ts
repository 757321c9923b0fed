import { assertEquals, assertMatch } from "@std/assert";
import { composePage } from "../../lib/viewer/compose_page.ts";
import { loadPage } from "../../lib/viewer/page.ts";
import { pagePolicy } from "../../lib/viewer/page_policy.ts";

Deno.test("nothing in script or style ends the element that it is in", () => {
  const page = composePage(
    'const a = "</script><script>", b = "<!--";',
    "p::after { content: '</style>'; }",
  );
  assertEquals(page.match(/<script/g)?.length, 1);
  assertEquals(page.match(/<\/script/g)?.length, 1);
  assertEquals(page.match(/<\/style/g)?.length, 1);
  assertEquals(page.includes("<!--"), false);
  const [, script = ""] = /<script type="module">(.*?)<\/script>/s.exec(page) ??
    [];
  assertEquals(new Function(`${script} return [a, b]`)(), [
    "</script><script>",
    "<!--",
  ]);
});

Deno.test("the page's policy allows its own script and style by their hashes, and nothing else", async () => {
  const policy = await pagePolicy(composePage("let a = 1;", "p{color:red}"));
  assertMatch(policy, /^default-src 'none'; script-src 'sha256-[^' ]{44}'; /);
  assertMatch(policy, /; style-src 'sha256-[^' ]{44}'; /);
  assertMatch(policy, /; connect-src 'self'; /);
  assertEquals(/unsafe|\*|http/.test(policy), false);
});

Deno.test("the page comes with an installation: from its sources there is none", async () => {
  assertEquals(await loadPage(), null);
});
