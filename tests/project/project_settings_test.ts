import { assertEquals } from "@std/assert";
import { PROJECT_DEFAULTS } from "../../lib/project/default_settings.ts";
import { parseProjectFile } from "../../lib/project/parse_project_file.ts";
import { projectReader } from "../../lib/project/project_reader.ts";
import { projectSettings } from "../../lib/project/project_settings.ts";
import { lookAround } from "../../lib/project/surroundings.ts";
import { makeFifo } from "../_support/make_fifo.ts";
import { tempDir, writeFiles } from "../_support/temp.ts";

function problems(text: string): string[] {
  return parseProjectFile(text).problems.map(({ line, message }) =>
    `${line}: ${message}`
  );
}

Deno.test("A project's file says what is wanted", () => {
  const whole = `# ours
---
enabled: true
capture: false   # not here
"recall": off
skip_tools:
  - Bash
  - "mcp__x__*"
`;
  assertEquals(parseProjectFile(whole), {
    settings: {
      enabled: true,
      capture: false,
      recall: false,
      skipTools: ["Bash", "mcp__x__*"],
    },
    problems: [],
  });
});

Deno.test("A list may be written in each way that people write lists", () => {
  for (
    const list of [
      " [Bash, 'Read']",
      " [\n  Bash,\n  Read\n]",
      "\n- Bash\n- Read",
      "\r\n  - Bash\r\n\r\n  - Read # that too\r\n",
      " Bash, Read",
    ]
  ) {
    const { settings, problems } = parseProjectFile(`skip_tools:${list}`);
    assertEquals(settings.skipTools, ["Bash", "Read"], list);
    assertEquals(problems, []);
  }
});

Deno.test("Nothing said is the default", () => {
  for (const text of ["", "\uFEFF", "# no\n", "enabled:\n", "recall: null\n"]) {
    assertEquals(parseProjectFile(text), {
      settings: PROJECT_DEFAULTS,
      problems: [],
    });
  }
});

Deno.test("What does not count is said with its line, and the rest counts", () => {
  assertEquals(
    problems("capture: false\nenabeld: false\nrecall: maybe\n- x\n"),
    [
      '2: "enabeld" is not a setting',
      '3: recall is "maybe - x": must be true or false; it counts as false',
    ],
  );
  assertEquals(problems("enabled: [a]\nnested:\n  enabled: false\nwhat\n"), [
    "1: enabled is a list: must be true or false; it counts as false",
    '2: "nested" is not a setting',
    "4: Not a setting with its value",
  ]);
  assertEquals(
    parseProjectFile("capture: false\nx: 1\n").settings.capture,
    false,
  );
});

Deno.test("The nearest file counts, up to the top of the repository", async () => {
  await using tmp = await tempDir();
  await writeFiles(tmp.path, {
    ".memory-hooks.yaml": "",
    "repo/.git/HEAD": "",
    "repo/sub/.memory-hooks.yaml": "",
    "free/a/b.txt": "",
  });
  const found = (folder: string): string | null =>
    lookAround(`${tmp.path}/${folder}`, projectReader).settings;
  assertEquals(found("repo/sub/er"), `${tmp.path}/repo/sub/.memory-hooks.yaml`);
  assertEquals(found("repo"), null);
  assertEquals(found("free/a"), `${tmp.path}/.memory-hooks.yaml`);
});

Deno.test("Nothing is looked for above the home folder", async () => {
  await using tmp = await tempDir();
  await writeFiles(tmp.path, {
    ".memory-hooks.yaml": "",
    ".git/HEAD": "",
    "home/a/b.txt": "",
  });
  const home = `${tmp.path}/home`;
  for (const folder of [home, `${home}/a`]) {
    const { root, settings } = lookAround(folder, projectReader, { home });
    assertEquals([root, settings], [null, null]);
  }
  await writeFiles(home, { ".memory-hooks.yaml": "" });
  const { settings } = lookAround(`${home}/a`, projectReader, { home });
  assertEquals(settings, `${home}/.memory-hooks.yaml`);
});

Deno.test("A file that is too long, or none, does not count", async () => {
  await using tmp = await tempDir();
  const path = `${tmp.path}/.memory-hooks.yaml`;
  await makeFifo(path);
  assertEquals(lookAround(tmp.path, projectReader).settings, null);
  await Deno.remove(path);
  await Deno.mkdir(path);
  assertEquals(lookAround(tmp.path, projectReader).settings, null);
  await Deno.remove(path);
  await Deno.writeTextFile(path, `enabled: false\n${"#".repeat(65536)}`);
  const { settings, problems } = await projectSettings(path, projectReader);
  assertEquals(settings, PROJECT_DEFAULTS);
  assertEquals(problems.length, 1);
});
