import {
  assert,
  assertEquals,
  assertMatch,
  assertStringIncludes,
} from "@std/assert";
import { encodeFrame, FrameDecoder } from "../../lib/daemon/frame.ts";
import { writePrivateFile } from "../../lib/private_file.ts";
import {
  type LastSession,
  projectFile,
} from "../../lib/summary/project_file.ts";
import { type Sandbox, sandbox, SESSION } from "../_support/sandbox.ts";
import { type StubDaemon, stubDaemon } from "../capture/_stub_daemon.ts";
import {
  assertInTime,
  assertSilent,
  briefOf,
  messageOf,
} from "../hooks/_answer.ts";
import { journalEntries, journalText } from "../hooks/_state.ts";

const TOLD: LastSession = {
  session: "earlier",
  at: Date.UTC(2026, 10, 30, 9, 5),
  request: "Make the basket faster",
  changed: "Wrote: src/basket.ts",
  decided: "A map, since lists are slow",
  open: "Measure it",
};

/** Leaves a project's file, as the daemon does. */
function leave(
  box: Sandbox,
  last: LastSession | null,
  earlier: readonly LastSession[] = [],
  project = box.project,
): void {
  writePrivateFile(
    projectFile(box.places, project),
    JSON.stringify({
      version: 1,
      project,
      name: "my project",
      sessions: 1,
      observations: 1,
      last,
      earlier,
    }),
  );
}

/** A home with a socket whose path is short enough. */
async function boxWithSocket(): Promise<Sandbox> {
  const box = await sandbox({
    home: "h",
    env: (home) => ({ XDG_RUNTIME_DIR: `${home}/r` }),
  });
  await Deno.mkdir(box.places.state, { recursive: true, mode: 0o700 });
  return box;
}

/** A daemon that answers every request. */
function answering(
  box: Sandbox,
  result: unknown,
  requests: unknown[] = [],
): Promise<StubDaemon> {
  return stubDaemon(box.places.socket, async (connection) => {
    using _ = connection;
    const decoder = new FrameDecoder();
    const piece = new Uint8Array(4096);
    const length = await connection.read(piece) ?? 0;
    for (const value of decoder.push(piece.subarray(0, length))) {
      requests.push(value);
      const { id } = value as { id: string };
      await connection.write(encodeFrame({ id, result }));
    }
  });
}

Deno.test("A session start tells what the last session in the project came to, from its file alone", async () => {
  await using box = await sandbox({ notes: null });
  leave(box, TOLD);
  const result = await box.run("session-start", { source: "startup" });
  const brief = briefOf(result);
  assertMatch(
    brief,
    /^# The last session in this project, until 2026-11-30T09:05Z$/m,
  );
  assertStringIncludes(brief, "## What was left open\n- Measure it");
  assertEquals(messageOf(result), "Memory loaded: the last session's summary.");
  assertEquals(
    (await box.log()).filter((line) => !line.includes("There is no vault")),
    [],
  );
});

Deno.test("What a session start has told, no prompt of the session tells again", async () => {
  await using box = await sandbox({ notes: null });
  leave(box, { ...TOLD, summary: "summary:3" });
  await box.run("session-start", { source: "startup" });
  assertEquals(
    await Deno.readTextFile(`${box.places.turns}/${SESSION}`),
    "i summary:3\n",
  );
});

Deno.test("A session is told of itself only after it was compacted", async () => {
  await using box = await sandbox({ notes: null });
  const own = { ...TOLD, session: SESSION, request: "Its own request" };
  leave(box, own, [TOLD]);
  const brief = async (source: string): Promise<string> =>
    briefOf(await box.run("session-start", { source }));
  assertStringIncludes(await brief("compact"), "# This session so far, until");
  assertStringIncludes(await brief("clear"), "- Make the basket faster");
  assertEquals(await brief("resume"), "");
  leave(box, TOLD, [own]);
  assertStringIncludes(await brief("resume"), "- Make the basket faster");
  assertStringIncludes(await brief("compact"), "- Its own request");
  leave(box, TOLD);
  assertEquals(await brief("compact"), "");
});

Deno.test("Another project's last session is not told of, nor any where recall is not wanted", async () => {
  await using box = await sandbox({ notes: null });
  leave(box, TOLD, [], `${box.home}/other/my project`);
  assertSilent(await box.run("session-start", {}));
  leave(box, TOLD);
  await Deno.writeTextFile(
    `${box.project}/.memory-hooks.yaml`,
    "recall: false\n",
  );
  assertSilent(await box.run("session-start", {}));
});

Deno.test("Worktrees share what the last session came to; a repository of the same name has its own", async () => {
  await using box = await sandbox({ notes: null });
  const main = `${box.home}/a/shop`;
  const tree = `${box.home}/shop-fix`;
  const other = `${box.home}/b/shop`;
  await Deno.mkdir(`${main}/.git/worktrees/fix`, { recursive: true });
  await Deno.mkdir(`${other}/.git`, { recursive: true });
  await Deno.mkdir(`${tree}/src`, { recursive: true });
  await Deno.writeTextFile(
    `${tree}/.git`,
    `gitdir: ${main}/.git/worktrees/fix\n`,
  );
  leave(box, TOLD, [], `${main}/.git`);
  const brief = async (cwd: string): Promise<string> =>
    briefOf(await box.run("session-start", { cwd }, { cwd }));
  for (const folder of [main, tree, `${tree}/src`]) {
    assertStringIncludes(await brief(folder), "- Make the basket faster");
  }
  assertEquals(await brief(other), "");
});

Deno.test("A broken project file is none", async () => {
  await using box = await sandbox({ notes: null });
  const path = projectFile(box.places, box.project);
  for (const text of ["", "{", '{"version":1,"last":{}}', "x".repeat(90_000)]) {
    writePrivateFile(path, text);
    assertSilent(await box.run("session-start", {}));
  }
  await Deno.remove(path);
  await Deno.mkdir(path);
  assertSilent(await box.run("session-start", {}));
});

Deno.test("The person is told what was loaded, and where the viewer is as long as the daemon runs", async () => {
  await using box = await sandbox({
    notes: {
      "Index.md": "# Index\n[[a]] [[b]]",
      "a.md": "# a\n[[b]]",
      "b.md": "# b",
    },
  });
  leave(box, TOLD);
  await box.run("session-start", {});
  await box.settled();
  await Deno.writeTextFile(box.places.workerPort, "37779\n");
  await Deno.writeTextFile(box.places.workerToken, "5ec7e7".repeat(10));
  const without = messageOf(await box.run("session-start", {}));
  assertMatch(
    without,
    /^Memory loaded: \d+ notes, the last session's summary\.$/,
  );
  using lock = await Deno.open(box.places.daemonLock, {
    read: true,
    write: true,
    create: true,
  });
  await lock.lock(true);
  const result = await box.run("session-start", {});
  assertEquals(
    messageOf(result),
    `${without}\nViewer: http://127.0.0.1:37779/`,
  );
  assert(!result.stdout.includes("5ec7e7"));
  for (const text of ["", "0", "http", "70000", "1".repeat(50)]) {
    await Deno.writeTextFile(box.places.workerPort, text);
    assertEquals(messageOf(await box.run("session-start", {})), without);
  }
});

Deno.test("Where nothing is loaded the person is still told of the viewer", async () => {
  await using box = await sandbox({ notes: null });
  await Deno.mkdir(box.places.state, { recursive: true, mode: 0o700 });
  await Deno.writeTextFile(box.places.workerPort, "37777\n");
  using lock = await Deno.open(box.places.daemonLock, {
    read: true,
    write: true,
    create: true,
  });
  await lock.lock(true);
  const { stdout } = await box.run("session-start", {});
  assertEquals(
    stdout,
    '{"systemMessage":"Viewer: http://127.0.0.1:37777/"}\n',
  );
});

Deno.test("SessionEnd journals what the daemon says that the session came to", async () => {
  await using box = await boxWithSocket();
  const requests: unknown[] = [];
  await using _ = await answering(box, {
    ...TOLD,
    decided: "A map,\nsince *lists* are slow",
    looked: "Read: a.ts",
    source: "extract",
  }, requests);
  assertSilent(await box.run("session-end", { reason: "logout" }));
  const [request] = requests as Record<string, unknown>[];
  assertEquals(request?.["request"], "summary");
  assertEquals(request?.["params"], { session: SESSION, ended: true });
  const text = await journalText(box);
  assertStringIncludes(
    text,
    [
      "- request: Make the basket faster",
      "- changed: Wrote: src/basket.ts",
      "- decided: A map,; since \\*lists\\* are slow",
      "- open: Measure it",
      `- session: \`${SESSION}\` (logout) ^`,
    ].join("\n"),
  );
  assertEquals((await journalEntries(box)).length, 1);
});

Deno.test("SessionEnd journals as before whoever sits on the socket", async () => {
  const servers: [string, (connection: Deno.Conn) => Promise<void>][] = [
    ["mute", async (connection) => {
      // Until the hook goes.
      while (await connection.read(new Uint8Array(4096)) !== null);
      connection.close();
    }],
    ["deaf", (connection) => Promise.resolve(connection.close())],
    ["web", async (connection) => {
      await connection.write(
        new TextEncoder().encode("HTTP/1.1 400 Bad Request\r\n\r\n"),
      );
      connection.close();
    }],
    ["babbling", async (connection) => {
      await connection.read(new Uint8Array(4096));
      await connection.write(encodeFrame({ id: "other", result: TOLD }));
      await connection.write(encodeFrame(null));
      connection.close();
    }],
  ];
  for (const [name, serve] of servers) {
    await using box = await boxWithSocket();
    await using stub = await stubDaemon(box.places.socket, async (one) => {
      // A hook that has gone is no concern of the test's.
      await serve(one).catch(() => one.close());
    });
    assertSilent(await box.run("session-end", { reason: "logout" }));
    assertEquals(stub.connections, 1, name);
    assertEquals((await journalEntries(box)).length, 1, name);
    assert(!(await journalText(box)).includes("- request:"), name);
    assertInTime(await box.log());
  }
});

Deno.test("SessionEnd does not ask in a folder that others may write to, nor where nothing is to tell", async () => {
  await using box = await boxWithSocket();
  await using stub = await answering(box, null);
  assertSilent(await box.run("session-end", {}));
  assertEquals(stub.connections, 1);
  const folder = box.places.socket.replace(/\/[^/]*$/, "");
  await Deno.chmod(folder, 0o777);
  assertSilent(await box.run("session-end", { session_id: "another" }));
  assertEquals(stub.connections, 1);
  const text = await journalText(box);
  assertEquals(text.match(/^- session: /gm)?.length, 2);
  assert(!text.includes("- request:"));
});

Deno.test("The hook of a turn's end asks nobody for a summary", async () => {
  await using box = await boxWithSocket();
  await using stub = await answering(box, TOLD);
  for (const active of [false, true]) {
    const { code, stderr } = await box.run("stop", {
      stop_hook_active: active,
      last_assistant_message: "I replaced the list by a map.",
    });
    assertEquals([code, stderr], [0, ""]);
  }
  assertEquals(stub.connections, 0);
  assertInTime(await box.log());
});
