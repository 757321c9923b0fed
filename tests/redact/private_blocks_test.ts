import { assert, assertEquals } from "@std/assert";
import { isPrivate } from "../../lib/redact/is_private.ts";
import { withoutPrivate } from "../../lib/redact/private_blocks.ts";

const CASES:
  readonly (readonly [text: string, rest: string, blocks: number])[] = [
    ["", "", 0],
    ["nothing private here", "nothing private here", 0],
    ["a<b private", "a<b private", 0],
    ["a<private>b</private>c", "ac", 1],
    ["a<PRIVATE>b</Private>c", "ac", 1],
    ["<private></private>", "", 1],
    ["a<private>b\nb</private>c<private>d</private>e", "ace", 2],
    ["a<private>b<private>c</private>d</private>e", "ae", 1],
    ["a<private>b<private>c</private>d", "a", 1],
    ["a<private>b", "a", 1],
    ["a<private>", "a", 1],
    ["a<private", "a", 1],
    ["a</private>b", "ab", 0],
    ["a</private></private>b<private>c</private>d", "abd", 1],
    ["a<private>b</private >c", "ac", 1],
    ["a<private>b</private\n\t>c", "ac", 1],
    ["a<private>b</ private>c", "ac", 1],
    ["a<private>b< / private >c", "ac", 1],
    ["a<private>b</private x=1>c", "ac", 1],
    ["a<private >b</private>c", "ac", 1],
    ["a<private\n>b</private>c", "ac", 1],
    ["a< private >b</private>c", "ac", 1],
    ['a<private reason="x">b</private>c', "ac", 1],
    ['a<private reason="x > y">b</private>c', "ac", 1],
    ["a<private reason='x > y' id=1>b</private>c", "ac", 1],
    ['a<private reason=">b</private>c', "ac", 1],
    ["a<private/>b</private>c", "ac", 1],
    ["a<privates>b</privates>c", "a<privates>b</privates>c", 0],
    ["a<private-note>b", "a<private-note>b", 0],
    ["if (a < private && b > 0)", "if (a < private && b > 0)", 0],
    ["<unprivate>b</unprivate>", "<unprivate>b</unprivate>", 0],
    ["<<private>b</private>>", "<>", 1],
    ["İ<private>b</private>İ", "İİ", 1],
    ["😀<private>😀</private>😀", "😀😀", 1],
    ["\ud83d<private>x</private>\ude00", "\ud83d\ude00", 1],
  ];

Deno.test("withoutPrivate() takes out what a browser would take for the element, and closing tags alone", () => {
  for (const [text, rest, blocks] of CASES) {
    assertEquals(withoutPrivate(text), { text: rest, blocks }, text);
  }
});

Deno.test("withoutPrivate() leaves nothing of any text between two tags", () => {
  const inside = [
    "x",
    "<",
    ">",
    "</",
    "<b>",
    "<private>y</private>",
    "\n",
    '"',
  ];
  for (const a of inside) {
    for (const b of inside) {
      const { text } = withoutPrivate(`1<private>${a}SECRET${b}</private>2`);
      assert(!text.includes("SECRET"), `${a} ${b}: ${text}`);
    }
  }
});

Deno.test("isPrivate() is about prompts that have nothing else", () => {
  const all = [
    "<private>x</private>",
    " <private>x</private>\n<Private>y</private> ",
    "<private>x",
    "</private><private>x</private>",
    "<private></private>",
  ];
  for (const text of all) assert(isPrivate(text), text);
  const others = [
    "",
    "  ",
    "x",
    "<private>x</private>y",
    "</private>",
    "private",
  ];
  for (const text of others) assert(!isPrivate(text), text);
});

Deno.test("withoutPrivate() reads a text once, however many blocks are open", () => {
  const shapes = [
    "<private>",
    "</private>",
    "<private>a</private>",
    "<private a='",
    "<private a='>",
    '<private a="',
    "< private ",
    "<private ",
    "< / private",
    "private",
    "   <   private",
  ];
  for (const shape of shapes) {
    const start = performance.now();
    withoutPrivate(shape.repeat(40_000));
    // Some 5 ms. What is quadratic takes minutes.
    const took = performance.now() - start;
    assert(took < 2_000, `${shape}: ${took} ms`);
  }
});
