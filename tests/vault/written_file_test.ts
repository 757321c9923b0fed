import { assertEquals } from "@std/assert";
import { readEvent } from "../../lib/frame/read_event.ts";
import { writtenFile } from "../../lib/vault/written_file.ts";

function written(fields: Record<string, unknown>): string | null {
  const event = readEvent(
    JSON.stringify({
      cwd: "/home/u/p",
      hook_event_name: "PostToolUse",
      ...fields,
    }),
    () => undefined,
    "PostToolUse",
  );
  return event === null ? null : writtenFile(event);
}

const PATCH = [{ oldStart: 1, lines: ["-a", "+b"] }];

Deno.test("writtenFile() gives the file of every tool that writes", () => {
  const path = "/v/a note's «ü» 日本.md";
  for (const tool of ["Write", "Edit", "MultiEdit"]) {
    assertEquals(
      written({ tool_name: tool, tool_input: { file_path: path } }),
      path,
    );
  }
  assertEquals(
    written({
      tool_name: "NotebookEdit",
      tool_input: { notebook_path: "/v/n.ipynb" },
    }),
    "/v/n.ipynb",
  );
  assertEquals(
    written({
      tool_name: "NotebookEdit",
      tool_input: { file_path: "/v/n.ipynb" },
    }),
    "/v/n.ipynb",
  );
});

Deno.test("writtenFile() takes the path from what was asked, not from the answer", () => {
  assertEquals(
    written({
      tool_name: "Write",
      tool_input: { file_path: "/v/a.md", content: "x" },
      tool_response: {
        type: "create",
        filePath: "../v/a.md",
        structuredPatch: [],
      },
    }),
    "/v/a.md",
  );
});

Deno.test("writtenFile() gives nothing for another tool, whatever it names", () => {
  for (
    const tool of [
      "Read",
      "Bash",
      "Glob",
      "write",
      "mcp__x__Write",
      "",
      null,
      7,
    ]
  ) {
    assertEquals(
      written({ tool_name: tool, tool_input: { file_path: "/v/a.md" } }),
      null,
      `${tool}`,
    );
  }
});

Deno.test("writtenFile() gives nothing without a path that can be one", () => {
  for (const path of [undefined, null, "", 7, ["/v/a.md"], {}, "/v/a\0.md"]) {
    for (const tool of ["Write", "NotebookEdit"]) {
      assertEquals(
        written({
          tool_name: tool,
          tool_input: { file_path: path, notebook_path: path },
        }),
        null,
        JSON.stringify(path),
      );
    }
  }
  for (const input of [null, [1], "x", undefined]) {
    assertEquals(written({ tool_name: "Write", tool_input: input }), null);
  }
});

Deno.test("writtenFile() places a relative path in the session's folder", () => {
  const input = {
    "tool_name": "Write",
    "tool_input": { file_path: "notes/a.md" },
  };
  assertEquals(written(input), "/home/u/p/notes/a.md");
  assertEquals(written({ ...input, cwd: null }), null);
});

Deno.test("writtenFile() passes over what did not change the file", () => {
  const write = (response: unknown): string | null =>
    written({
      tool_name: "Write",
      tool_input: { file_path: "/v/a.md", content: "x" },
      tool_response: response,
    });
  const unchanged = { type: "update", structuredPatch: [] };
  for (
    const [response, isWritten] of [
      [
        {
          type: "create",
          structuredPatch: [],
          content: "",
          originalFile: null,
        },
        true,
      ],
      [{
        type: "update",
        structuredPatch: PATCH,
        content: "b",
        originalFile: "a",
      }, true],
      [{ ...unchanged, content: "x", originalFile: "x" }, false],
      [unchanged, false],
      // A patch may leave out what differs in line ends only.
      [{ ...unchanged, content: "x\n", originalFile: "x\r\n" }, true],
      [{ filePath: "/v/a.md", structuredPatch: [], originalFile: "x" }, false],
      [
        { filePath: "/v/a.md", structuredPatch: PATCH, originalFile: "x" },
        true,
      ],
      [{ type: "create", staged: true, structuredPatch: PATCH }, false],
      [{ type: "create", staged: false }, true],
      [{ staged: "true" }, true],
      [undefined, true],
      [null, true],
      ["The file was written", true],
      [[], true],
      [{}, true],
    ] as const
  ) {
    assertEquals(
      write(response),
      isWritten ? "/v/a.md" : null,
      JSON.stringify(response),
    );
  }
});
