import { assertEquals, assertThrows } from "@std/assert";
import { parseConfig } from "../../lib/config/parse_config.ts";
import { Failure } from "../../lib/install/failure.ts";
import { setVaultPath } from "../../lib/install/set_vault_path.ts";
import { PROJECT } from "./_support.ts";

const HOME = "/home/u";
const set = (text: string, vault: string) =>
  setVaultPath(text, vault, HOME, "/c.yaml");

/** What the text becomes when the vault is `/n/v`. */
const EDITS: [string, string, string][] = [
  ["an empty file", "", "vault:\n  path: /n/v\n"],
  [
    "a file without the section",
    "graph:\n  model: m",
    "graph:\n  model: m\nvault:\n  path: /n/v\n",
  ],
  ["CRLF", "vault:\r\n  path: /x\r\n", "vault:\r\n  path: /n/v\r\n"],
  [
    "a comment behind the value",
    "vault:\n  path: ~/a b  # mine\n",
    "vault:\n  path: /n/v  # mine\n",
  ],
  [
    "quotes",
    "vault:\n    'path' : \"/x # y\"\n",
    "vault:\n    'path' : /n/v\n",
  ],
  ["an empty value", "vault:\n  path:\n", "vault:\n  path: /n/v\n"],
  ["an empty section", "vault:\n", "vault:\n  path: /n/v\n"],
  [
    "a byte order mark",
    "\uFEFFvault:\n  path: /x\n",
    "\uFEFFvault:\n  path: /n/v\n",
  ],
  [
    "the same key elsewhere",
    "journal:\n  dir: d\nvault: # here\n\n  # path: no\n  path: /x\nbrief:\n  max_chars: 900\n",
    "journal:\n  dir: d\nvault: # here\n\n  # path: no\n  path: /n/v\nbrief:\n  max_chars: 900\n",
  ],
];

for (const [name, before, after] of EDITS) {
  Deno.test(`setVaultPath() edits ${name}`, () => {
    assertEquals(set(before, "/n/v"), after);
  });
}

Deno.test("setVaultPath() changes one line of the shipped config", async () => {
  const text = await Deno.readTextFile(`${PROJECT}/config.yaml`);
  const before = text.split("\n");
  const changed = set(text, "/n/v").split("\n").flatMap((line, index) =>
    line === before[index] ? [] : [line]
  );
  assertEquals(changed, ["  path: /n/v"]);
});

for (
  const vault of [
    "/a b/c",
    "/Ünï 日本/My Vault",
    "/it's",
    '/a"b\\c',
    "/a: b #c",
    "/new\nline",
    "/tab\there",
    "/{x}, [y]",
    "/😀",
    "/",
  ]
) {
  Deno.test(`setVaultPath() writes ${JSON.stringify(vault)} so that it reads back`, () => {
    const text = set("vault:\n  path: /x\n", vault);
    assertEquals(parseConfig(text, HOME).config.vault.path, vault);
    assertEquals(set(text, vault), text);
  });
}

Deno.test("setVaultPath() refuses a layout that it would break", () => {
  for (
    const text of [
      "vault: {path: /x, }\n",
      "vault:\n  path: >-\n    /x\n    y\n",
      "- a\n",
    ]
  ) {
    assertThrows(
      () => set(text, "/n/v"),
      Failure,
      "Cannot write the vault into /c.yaml",
    );
  }
});
