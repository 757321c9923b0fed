import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { askDaemon } from "../../lib/daemon/ask_daemon.ts";
import { exists } from "../../lib/private_file.ts";
import { pathsBelow } from "../_support/files_below.ts";
import { until } from "../_support/until.ts";
import { LONG_MS } from "../daemon/_daemon.ts";
import { briefOf } from "../hooks/_answer.ts";
import { toldIn } from "../recall/_recall_box.ts";
import { happenings } from "./_events.ts";
import { recordingBox } from "./_recording_box.ts";

const EARLIER = "earlier";

/** The fields of a tool that changed a file. */
function edit(path: string, text: string): Record<string, unknown> {
  return {
    session_id: EARLIER,
    tool_use_id: crypto.randomUUID(),
    tool_name: "Edit",
    tool_input: { file_path: path, old_string: "x", new_string: text },
    tool_response: {
      filePath: path,
      structuredPatch: [{ lines: ["-x", `+${text}`] }],
    },
  };
}

Deno.test("F3, F4: what is known of a file that was read is told with the next prompt, however its path is said", async () => {
  await using box = await recordingBox();
  const { box: sandbox } = box.worker.daemon;
  await box.prompt("Mend the belt", { session_id: EARLIER });
  await box.tool(edit("src/press.ts", "const belt = 7;"));
  await box.stored();
  for (
    const [session, path] of [
      ["absolute", `${box.project}/src/press.ts`],
      ["relative", "src/press.ts"],
    ] as const
  ) {
    const own = { session_id: session };
    await box.prompt("go on", own);
    await box.tool({
      ...own,
      tool_name: "Read",
      tool_input: { file_path: path },
      tool_response: { type: "text", file: { filePath: path, numLines: 3 } },
    });
    await box.stored();
    const { stdout } = await sandbox.run("user-prompt-submit", {
      ...own,
      prompt: "go on",
    });
    assertStringIncludes(toldIn(stdout), "src/press.ts", session);
    assertStringIncludes(toldIn(stdout), "belt", session);
  }
  const { stdout } = await sandbox.run("user-prompt-submit", {
    session_id: "none",
    prompt: "go on",
  });
  assertEquals(stdout, "");
});

Deno.test("F6: a file of which nothing is known keeps no other out", async () => {
  await using box = await recordingBox();
  const { project } = box;
  await box.tool(edit(`${project}/a.ts`, "const a = 1;"));
  await box.stored();
  const query = [`${project}/none.ts`, "", "\0", `${project}/a.ts`]
    .map((path) => `path=${encodeURIComponent(path)}`).join("&");
  const { observations } = await box.worker.json(
    `/api/observations/by-file?${query}`,
  ) as { observations: { files: string[] }[] };
  assertEquals(observations.map(({ files }) => files), [[`${project}/a.ts`]]);
});

Deno.test("Q1: words are found in any order, with a gap, by their beginnings, in Chinese; nothing is syntax", async () => {
  await using box = await recordingBox();
  await box.prompt("Fix stdin hang on empty input");
  await box.prompt("请修复购物车的总价计算错误");
  await box.stored();
  const find = async (query: string): Promise<number> => {
    const { items } = await box.worker.json(
      `/api/search?kind=prompt&query=${encodeURIComponent(query)}`,
    ) as { items: unknown[] };
    return items.length;
  };
  for (
    const query of ["stdin empty", "empty stdin", "hang input", "std", "购物车"]
  ) assertEquals(await find(query), 1, query);
  for (const query of ['"', "*", "OR", 'stdin" OR "x', "NEAR(", "-stdin"]) {
    assert(await find(query) >= 0, query);
  }
});

Deno.test("Q2: a memory that somebody noted is told at the next session's start", async () => {
  await using box = await recordingBox();
  const { box: sandbox, places } = box.worker.daemon;
  await askDaemon({ socket: places.socket, places, start: () => {} }, "note", {
    content: "Deploys of the label printer happen on Tuesdays.",
    title: "Label printer deploys",
    domain: "acme/printing",
  });
  await until("the snapshot", () => exists(places.snapshot), LONG_MS);
  const brief = briefOf(await sandbox.run("session-start", {}));
  assertStringIncludes(brief, "Label printer deploys");
});

Deno.test("N1, N2, N3: a folder is the same with a slash at its end, home is known by its sign, and none is no project", async () => {
  await using box = await recordingBox();
  const { home } = box.worker.daemon.box;
  const nameOf = async (cwd: unknown): Promise<unknown[]> => {
    const session_id = crypto.randomUUID();
    await box.prompt("Hi", { session_id, cwd });
    const { name, project } = (await box.told(session_id))?.session ?? {};
    return [name, project];
  };
  assertEquals(await nameOf("/p/shop"), ["shop", "/p/shop"]);
  assertEquals(await nameOf("/p/shop/"), ["shop", "/p/shop"]);
  assertEquals(await nameOf("~/shop"), ["shop", `${home}/shop`]);
  // The host did not say: it is the folder that the hook was started in.
  assertEquals(await nameOf(null), ["my project", box.project]);
});

Deno.test("G2: whatever all hooks, the daemon and its worker leave is the user's alone", async () => {
  await using box = await recordingBox({ notes: { "a.md": "a" } });
  const { box: sandbox, places } = box.worker.daemon;
  for (const [hook, event] of happenings(sandbox)) {
    await sandbox.run(hook, event);
  }
  await box.stored();
  await box.worker.json("/api/statistics");
  await sandbox.settled();
  const found: string[] = [];
  for (const folder of [places.state, places.store, places.capture]) {
    for (const path of [folder, ...await pathsBelow(folder)]) {
      const { isDirectory, isSocket, mode } = await Deno.lstat(path);
      const right = isDirectory ? 0o700 : 0o600;
      if (!isSocket) assertEquals((mode ?? 0) & 0o777, right, path);
      found.push(path);
    }
  }
  for (const name of [places.workerPort, places.workerToken, places.turns]) {
    assert(found.includes(name), name);
  }
});
