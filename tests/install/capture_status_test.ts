import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { captureStatus } from "../../lib/install/capture_status.ts";
import { desiredEntries, register } from "../../lib/install/register.ts";
import { colours } from "../../lib/install/report.ts";
import { reportStatus, statusJson } from "../../lib/install/report_status.ts";
import { openStore } from "../../lib/store/open_store.ts";
import { CAPTURED } from "../../lib/store/row.ts";
import { tempDir, writeFiles } from "../_support/temp.ts";
import { machineAt, readTree } from "./_support.ts";

const TIME = Date.UTC(2026, 5, 15, 12);

/** A prompt of a session in a folder. */
function prompt(number: number, session: string, cwd: string) {
  const at = (TIME + number * 1000) * 1e6;
  return {
    id: `p${number}`,
    kind: CAPTURED.prompt,
    at,
    payload: { session_id: session, prompt_redacted: "x", cwd },
  };
}

Deno.test("captureStatus() changes nothing where nothing is, and says so", async () => {
  await using tmp = await tempDir();
  const machine = machineAt(tmp.path);
  const path = `${tmp.path}/.claude/settings.json`;
  const status = captureStatus(machine, [path], null, []);
  assertEquals(await readTree(tmp.path), {});
  const text = reportStatus(status, null, colours(false));
  assertStringIncludes(text, "Capture is not installed.\n");
  assertStringIncludes(text, `${path}: nothing\n`);
  assertEquals(statusJson(status), {
    installed: false,
    files: [{ path, groups: {}, problem: null }],
    daemon: {
      running: false,
      pid: null,
      since: null,
      version: null,
      answers: null,
      socket: machine.places.socket,
    },
    spool: { rows: 0, bytes: 0, lost: 0, oldest: null },
    store: {
      folder: machine.places.store,
      rows: null,
      bytes: 0,
      first: null,
      last: null,
      problem: null,
    },
    lastRow: null,
  });
});

Deno.test("captureStatus() knows the last row of a project, however its folder is named", async () => {
  await using tmp = await tempDir();
  const machine = machineAt(tmp.path);
  const { store: folder, capture } = machine.places;
  const project = `${tmp.path}/me@example.com/p`;
  await Deno.mkdir(`${project}/below`, { recursive: true });
  await Deno.symlink(project, `${tmp.path}/link`);
  {
    using store = openStore({
      folder,
      headFile: `${capture}/chain-head.json`,
      now: () => new Date(TIME),
    });
    store.append([
      prompt(1, "s1", `${tmp.path}/<EMAIL>/p/below`),
      prompt(2, "s2", `${tmp.path}/other`),
    ]);
  }
  const last = (path: string | null) =>
    captureStatus(machine, [], path, []).lastRow?.session ?? null;
  assertEquals(last(null), "s2");
  assertEquals(last(project), "s1");
  assertEquals(last(`${tmp.path}/link`), "s1");
  assertEquals(last(`${tmp.path}/nowhere`), null);
  const { store } = captureStatus(machine, [], null, []);
  assertEquals([store.rows, store.first?.seq, store.last?.seq], [2, 1, 2]);
  assert(store.bytes > 4096);
});

Deno.test("captureStatus() counts what waits and what was lost, and names what cannot be understood", async () => {
  await using tmp = await tempDir();
  const machine = machineAt(tmp.path);
  const { capture, store } = machine.places;
  const path = `${tmp.path}/.claude/settings.json`;
  await writeFiles(tmp.path, {
    ".claude/settings.json": "{}\n",
    "broken.json": "{,}",
  });
  await writeFiles(`${capture}/spool`, {
    "0000000000000001-2-abc.row": "12345",
    "0000000000000002-2-abc.row": "123",
    "0000000000000003-2-abc.row.bad": "1",
    "size": "..",
    "gap": "ptt",
    "0000000000000004.gap": "s",
  });
  await writeFiles(store, { "store.sqlite": "no database".repeat(99) });
  register(
    machine,
    path,
    desiredEntries(machine, "native", {}, ["capture"], path),
    ["capture"],
  );
  const status = captureStatus(
    machine,
    [`${tmp.path}/broken.json`, path],
    null,
    [],
  );
  assertEquals(status.spool, {
    rows: 2,
    bytes: 8,
    lost: 4,
    oldest: new Date(0),
  });
  assertStringIncludes(status.files[0]?.problem ?? "", "line 1, column 2");
  assertEquals(status.files[1]?.groups, {
    capture: ["UserPromptSubmit", "PostToolUse", "PostToolUseFailure", "Stop"],
  });
  assert(status.store.problem !== null);
  const text = reportStatus(status, null, colours(false));
  assertStringIncludes(text, "Capture is installed.\n");
  assertStringIncludes(text, "2 rows, 8 bytes, the oldest for ");
  assertStringIncludes(text, "; 4 found no room and are lost\n");
  assertStringIncludes(text, `${store}: ${status.store.problem}\n`);
});
