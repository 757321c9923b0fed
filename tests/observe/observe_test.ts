import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { CWD, observed, seen } from "./_use.ts";

Deno.test("One line is no lines", () => {
  const path = `${CWD}/src/a.ts`;
  const file = { filePath: path, numLines: 1, startLine: 1, totalLines: 1 };
  assertEquals(
    [
      seen("Write", { "file_path": path, content: "a\n" }).title,
      seen("Write", { "file_path": path, content: "a\nb" }).title,
      seen("Read", { "file_path": path }, { type: "text", file }).title,
    ],
    [
      "Wrote src/a.ts (1 line)",
      "Wrote src/a.ts (2 lines)",
      "Read src/a.ts (1 line)",
    ],
  );
});

Deno.test("Reading a file tells which, and which part, but not what is in it", () => {
  const file = (more: Record<string, unknown>) => ({
    type: "text",
    file: {
      filePath: `${CWD}/src/a.ts`,
      content: "export const answer = 42;",
      ...more,
    },
  });
  const input = { "file_path": `${CWD}/src/a.ts` };
  const whole = file({ numLines: 12, startLine: 1, totalLines: 12 });
  assertEquals(observed("Read", input, whole), {
    kind: "read",
    tool: "Read",
    outcome: "success",
    title: "Read src/a.ts (12 lines)",
    detail: "",
    files: [`${CWD}/src/a.ts`],
  });
  assertEquals(
    seen("Read", input, file({ numLines: 50, startLine: 10, totalLines: 300 }))
      .title,
    "Read src/a.ts (lines 10-59 of 300)",
  );
  assertEquals(
    seen("Read", { ...input, offset: 5, limit: 10 }, "text").title,
    "Read src/a.ts (lines 5-14)",
  );
  assertEquals(seen("Read", { "file_path": "/etc/hosts" }).files, [
    "/etc/hosts",
  ]);
  assertEquals(
    seen("NotebookRead", { "notebook_path": `${CWD}/n.ipynb` }).title,
    "Read n.ipynb",
  );
});

Deno.test("Writing a file tells which, how much, and how the new text begins", () => {
  const path = `${CWD}/src/a.ts`;
  const input = { "file_path": path, content: "one\ntwo\n" };
  const created = seen("Write", input, {
    type: "create",
    filePath: path,
    content: "one\ntwo\n",
    structuredPatch: [],
    originalFile: null,
  });
  assertEquals(created.title, "Created src/a.ts (2 lines)");
  assertEquals(created.detail, "one\ntwo");
  assertEquals(created.kind, "write");
  const hunk = {
    oldStart: 1,
    oldLines: 2,
    newStart: 1,
    newLines: 1,
    lines: [" same", "-line one", "-line two", "+rewritten"],
  };
  const update = {
    type: "update",
    filePath: path,
    structuredPatch: [hunk],
    originalFile: "same\nline one\nline two\n",
  };
  const written = seen("Write", input, update);
  assertEquals(written.title, "Wrote src/a.ts (+1 -2)");
  assertEquals(written.detail, "rewritten");
  const edit = { "file_path": path, "old_string": "a", "new_string": "b" };
  assertEquals(
    seen("Edit", edit, { ...update, type: undefined }).title,
    "Edited src/a.ts (+1 -2)",
  );
  const edits = [{ "new_string": "first" }, { "new_string": "second" }];
  assertEquals(
    seen("MultiEdit", { "file_path": path, edits }, "done").detail,
    "first\nsecond",
  );
  assertEquals(
    seen("NotebookEdit", {
      "notebook_path": `${CWD}/n.ipynb`,
      "cell_id": "c1",
      "new_source": "print(2)",
      "edit_mode": "replace",
    }, { "new_source": "print(2)", "original_file": "{}" }).title,
    "Edited n.ipynb, replace cell c1",
  );
});

Deno.test("A write that changes nothing, or only proposes a change, is none", () => {
  const path = `${CWD}/a.md`;
  const input = { "file_path": path, content: "same\n" };
  assertEquals(
    observed("Write", input, {
      type: "update",
      content: "same\n",
      originalFile: "same\n",
      structuredPatch: [],
    }),
    null,
  );
  assertEquals(
    observed("Edit", {
      "file_path": path,
      "old_string": "a",
      "new_string": "a",
    }, {
      oldString: "a",
      newString: "a",
      structuredPatch: [],
    }),
    null,
  );
  assertEquals(
    observed("Write", input, {
      type: "create",
      structuredPatch: [],
      staged: true,
    }),
    null,
  );
});

Deno.test("A command tells what it was, how it ended, and what it said first and last", () => {
  const stdout = Array.from({ length: 40 }, (_, at) => `line ${at}`).join("\n");
  const ran = seen("Bash", {
    command: "deno test \\\n  tests/a_test.ts",
    description: "Run the tests",
  }, { stdout, stderr: "", interrupted: false });
  assertEquals(ran.kind, "command");
  assertEquals(ran.title, "Ran: deno test \\ tests/a_test.ts");
  assertEquals(ran.detail.split("\n").slice(0, 2), ["Run the tests", "line 0"]);
  assertEquals(ran.detail.split("\n").at(-1), "line 39");
  assert(ran.detail.split("\n").length < 20);
  const failed = seen("Bash", { command: "deno lint" }, null, {
    outcome: "error",
    error: "Exit code 3\nerror: no-explicit-any\nFound 1 problem",
  });
  assertEquals(failed.title, "Failed with exit 3: deno lint");
  assertEquals(failed.outcome, "error");
  assertStringIncludes(failed.detail, "Found 1 problem");
  assertEquals(
    seen("Bash", { command: "sleep 9; x" }, { stdout: "", interrupted: true })
      .title,
    "Interrupted: sleep 9; x",
  );
  assertEquals(
    seen("Bash", { command: "deno task serve", "run_in_background": true }, {
      stdout: "",
      backgroundTaskId: "b1",
    }).title,
    "Started: deno task serve",
  );
  assertEquals(
    seen("BashOutput", { "bash_id": "b1" }, { stdout: "ready", exitCode: 2 })
      .title,
    "Failed with exit 2: output of b1",
  );
});

Deno.test("A command's output is shown as it looked", () => {
  const { detail } = seen("Bash", { command: "make" }, {
    stdout:
      "10%\r50%\rdone\n\u001b[01;31mred\u001b[0m word\n\u001b]0;title\u0007end\n---\n",
    stderr: "warn: old",
  });
  assertEquals(detail, "done\nred word\nend\nwarn: old");
});

Deno.test("A command that only looks around or says something is nothing", () => {
  for (
    const command of [
      "ls",
      "ls -la src",
      "pwd",
      "cd src && ls",
      "echo done; true",
      "echo hello 2>&1 | cat".replace("| cat", ""),
      "which deno > /dev/null",
      "# nothing\nls",
    ]
  ) assertEquals(observed("Bash", { command }, "x"), null, command);
  for (
    const command of [
      "ls && deno test",
      "echo x > file",
      "echo $(rm -rf build)",
      "cd src && make",
      "git status",
    ]
  ) assert(observed("Bash", { command }, "x") !== null, command);
  assert(
    observed("Bash", { command: "ls /nowhere" }, null, {
      outcome: "error",
      error: "Exit code 2",
    }) !== null,
  );
});

Deno.test("A search tells what for, where, and how much was found", () => {
  const found = seen("Grep", { pattern: "outbox", path: `${CWD}/src` }, {
    mode: "files_with_matches",
    filenames: ["src/a.ts", "/else/b.ts"],
    numFiles: 2,
  });
  assertEquals(found.title, 'Searched for "outbox" in src: 2 files');
  assertEquals(found.detail, "src/a.ts\n/else/b.ts");
  assertEquals(found.files, [`${CWD}/src/a.ts`, "/else/b.ts"]);
  assertEquals(
    seen("Glob", { pattern: "**/*.ts" }, { filenames: [], numFiles: 0 }).title,
    'Searched for "**/*.ts": nothing',
  );
  const many = Array.from({ length: 300 }, (_, at) => `f${at}`);
  const glob = seen("Glob", { pattern: "f*" }, { filenames: many });
  assertEquals(glob.title, 'Searched for "f*": 300 files');
  assertEquals(glob.files.length, 20);
});

Deno.test("A web page tells its address and how it begins", () => {
  const page = seen("WebFetch", {
    url: "https://example.com/a",
    prompt: "What does it say?",
  }, { code: 200, result: "# Example\n\nIt says this.", bytes: 9 });
  assertEquals(page.kind, "web");
  assertEquals(page.title, "Fetched https://example.com/a");
  assertEquals(page.detail, "What does it say?\n# Example\nIt says this.");
  const hits = seen("WebSearch", { query: "deno sqlite" }, {
    query: "deno sqlite",
    results: [{
      "tool_use_id": "x",
      content: [{ title: "node:sqlite", url: "https://example.com/b" }],
    }],
  });
  assertEquals(hits.title, 'Searched the web for "deno sqlite"');
  assertEquals(hits.detail, "node:sqlite https://example.com/b");
});

Deno.test("Another agent tells what it was to do and what it came to", () => {
  const task = seen("Task", {
    description: "Find the outbox",
    "subagent_type": "Explore",
    prompt: "long",
  }, { content: [{ type: "text", text: "It is in src/outbox.ts." }] });
  assertEquals(task.title, "Delegated to Explore: Find the outbox");
  assertEquals(task.detail, "It is in src/outbox.ts.");
  assertEquals(task.kind, "other");
});

Deno.test("A tool of an MCP server tells server, tool, question and answer", () => {
  const use = seen("mcp__github__get_issue", { owner: "a", number: 7 }, [
    { type: "text", text: '{"title":"Crash"}' },
  ]);
  assertEquals(use.title, "github: get_issue (owner: a, number: 7)");
  assertEquals(use.detail, '{"title":"Crash"}');
});

Deno.test("A tool that nobody knows tells in short what it was asked", () => {
  const use = seen("Sing", { song: "x".repeat(300), loud: true }, { sung: 1 });
  assertEquals(use.kind, "other");
  assert(use.title.startsWith("Sing (song: xxx"));
  assert(use.title.length <= 200);
  assertEquals(use.detail, '{"sung":1}');
});

Deno.test("Our own memory, our own files, and what is to be skipped are nothing", () => {
  for (const server of ["memory", "Memory", "plugin_memory-hooks_memory"]) {
    assertEquals(observed(`mcp__${server}__note`, { text: "x" }), null);
  }
  assert(observed("mcp__memory-bank__note", { text: "x" }) !== null);
  const own = "/home/u/.local/state/memory-hooks";
  assertEquals(observed("Read", { "file_path": `${own}/config.json` }), null);
  assertEquals(observed("Grep", { pattern: "x", path: own }), null);
  assert(observed("Read", { "file_path": `${own}-not/x` }) !== null);
  const skipTools = ["TodoWrite", "mcp__x__*"];
  assertEquals(observed("TodoWrite", {}, null, { skipTools }), null);
  assertEquals(observed("mcp__x__y", {}, null, { skipTools }), null);
  assert(observed("mcp__xx__y", {}, null, { skipTools }) !== null);
});

Deno.test("A failure tells what it said", () => {
  const failed = seen("Edit", { "file_path": `${CWD}/a.ts` }, null, {
    outcome: "error",
    error: "String to replace not found in file.",
  });
  assertEquals(failed.title, "Could not write a.ts");
  assertEquals(failed.detail, "String to replace not found in file.");
});

Deno.test("Whatever a tool was asked and answers, there is a line of it within bounds", () => {
  const deep: unknown[] = [];
  let at = deep;
  for (let depth = 0; depth < 5000; depth++) at.push(at = []);
  const values: unknown[] = [
    null,
    undefined,
    "",
    0,
    true,
    [],
    {},
    deep,
    { content: { content: { content: [[[["x"]]]] } } },
    { file: 7, filenames: 7, structuredPatch: [7, { lines: 7 }], stdout: {} },
    { file: null, filenames: [null, 7], structuredPatch: {}, results: [7] },
    { "file_path": 7, command: [], pattern: {}, url: 7, edits: [7, null] },
    { "file_path": "a\0b", command: "\u0000\u001b[", query: "\ud800" },
  ];
  const large: unknown[] = [
    Array.from(
      { length: 50_000 },
      () => ({ type: "text", text: "é".repeat(50) }),
    ),
    Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`k${n}`, n])),
    { text: "\u{1f600}".repeat(100_000), title: "\u{1f600}".repeat(1000) },
  ];
  const tools =
    "Read NotebookRead Write Edit MultiEdit NotebookEdit Bash BashOutput Grep Glob LS WebFetch WebSearch Task mcp__a__b mcp__ Other"
      .split(" ");
  for (const tool of tools) {
    for (const input of values) {
      for (const answer of input === null ? [...values, ...large] : values) {
        const draft = observed(tool, input, answer);
        if (draft === null) continue;
        assert(draft.title !== "" && draft.title.length <= 200);
        assert(!/[\n\p{Cc}]/u.test(draft.title), draft.title);
        assert((draft.title + draft.detail).isWellFormed());
        assert(draft.detail.length <= 2000);
        assert(draft.files.length <= 20);
        assert(draft.files.every((path) => path.startsWith("/")));
      }
    }
  }
});
