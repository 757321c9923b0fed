import { assert, assertEquals } from "@std/assert";
import { KEYS } from "../lib/config/keys.ts";

const PROJECT = new URL("../", import.meta.url);
const DOCUMENTS = [
  "README.md",
  "ARCHITECTURE.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
  "config.yaml",
];

const read = (name: string): Promise<string> =>
  Deno.readTextFile(new URL(name, PROJECT));

Deno.test("the README leads with the two commands that need no Deno", async () => {
  const readme = await read("README.md");
  const [, first = ""] = /```sh\n([^`]*)```/.exec(readme) ?? [];
  assertEquals(first.trim().split("\n"), [
    "npx -y deno@2.9.6 run -A install.ts",
    "npx -y deno@2.9.6 task test",
  ]);
  assert(readme.indexOf(first) < 1000);
});

Deno.test(".ci/run calls the README's test command, on the same Deno", async () => {
  const script = await read(".ci/run");
  assert(script.includes("deno=(npx -y deno@2.9.6)"));
  assert(script.includes('step test "${deno[@]}" task test ||'));
});

Deno.test("every task that a document names is there", async () => {
  const { tasks } = JSON.parse(await read("deno.json"));
  for (const name of DOCUMENTS) {
    for (
      const [, task = ""] of (await read(name)).matchAll(
        /\btask ([a-z][a-z:-]*)/g,
      )
    ) {
      assert(task in tasks, `${name} names the task ${task}`);
    }
  }
});

Deno.test("every file that a document links to is there", async () => {
  for (const name of DOCUMENTS) {
    for (
      const [, path = ""] of (await read(name)).matchAll(
        /\]\((?!https?:)([^)#]+)\)/g,
      )
    ) {
      await Deno.stat(new URL(path, PROJECT));
    }
  }
});

Deno.test("the settings that the README names have the defaults that it says", async () => {
  const rows = [
    ...(await read("README.md")).matchAll(
      /^\| (`[a-z_.`, ]+`) +\| (`[^|]+`) +\|/gm,
    ),
  ];
  assert(rows.length >= 6);
  for (const [, names = "", defaults = ""] of rows) {
    const values = defaults.split(", ").map((text) => text.replaceAll("`", ""));
    for (const [index, name] of names.split(", ").entries()) {
      const key = KEYS[name.replaceAll("`", "") as keyof typeof KEYS];
      assertEquals(String(key?.default), values[index], name);
    }
  }
});
