import { assert, assertEquals, assertMatch } from "@std/assert";
import { until } from "../_support/until.ts";
import { LONG_MS } from "../daemon/_daemon.ts";
import { tell } from "./_tell.ts";
import { raw, type WorkerBox, workerBox } from "./_worker_box.ts";

const TALE = {
  session: "s-1",
  cwd: "/p/shop",
  prompts: ["Fix the cart", "And its discount"],
  files: ["/p/shop/cart.ts"],
  commands: { "deno test cart": "ok | 12 passed" },
  answer: "The cart is fixed.",
};

async function exported(box: WorkerBox, query = ""): Promise<string> {
  const response = await box.ask(`/api/export${query}`);
  assertEquals(response.status, 200);
  assertEquals(response.headers.get("content-type"), "application/x-ndjson");
  return await response.text();
}

async function imported(
  box: WorkerBox,
  body: string | Uint8Array<ArrayBuffer>,
): Promise<Response> {
  return await fetch(`http://127.0.0.1:${box.port()}/api/import`, {
    method: "POST",
    body,
    headers: {
      authorization: `Bearer ${box.token()}`,
      "content-type": "application/x-ndjson",
    },
  });
}

Deno.test("an export taken in elsewhere is the same there, and twice is once", async () => {
  await using first = await workerBox();
  await first.serving();
  await tell(first, TALE);
  await tell(first, { ...TALE, session: "s-2", cwd: "/p/bank" });
  const all = await exported(first);
  const kinds = all.trimEnd().split("\n").map((line) => JSON.parse(line).kind);
  assertEquals(
    new Set(kinds),
    new Set(["session", "prompt", "observation", "summary"]),
  );
  const one = await exported(first, "?project=bank");
  assertEquals(one.includes('"s-1"'), false);
  assertEquals(await exported(first, "?session=s-2"), one);

  await using second = await workerBox();
  await second.serving();
  const counts = await (await imported(second, all)).json();
  assertEquals(
    [counts.sessions, counts.prompts, counts.observations, counts.unfit],
    [2, 4, 4, 0],
  );
  assertEquals(await exported(second), all);
  const again = await (await imported(second, all)).json();
  assertEquals(again.known, kinds.length);
  assertEquals(await exported(second), all);
  const { items } = await second.json("/api/search?query=discount") as {
    items: unknown[];
  };
  assert(items.length > 0);
});

Deno.test("what is no export is refused, and what came before it was taken in", async () => {
  await using box = await workerBox();
  await box.serving();
  for (
    const [body, status] of [
      ["not json\n", 400],
      ['{"kind":"session"}\n{"kind":"nothing"}\n7\n', 200],
      ["", 200],
      [`${"x".repeat(2 * 1024 * 1024)}\n`, 400],
      [new Uint8Array([0x7b, 0xff, 0xfe, 0x0a]), 400],
    ] as const
  ) {
    const response = await imported(box, body);
    assertEquals(response.status, status);
    await response.body?.cancel();
  }
  const wrong = await box.ask("/api/import", {
    body: {},
    headers: { "content-type": "text/plain" },
  });
  assertEquals(wrong.status, 415);
  await wrong.body?.cancel();
  assertEquals(await box.json("/api/projects"), { projects: [] });
});

Deno.test("an import is bounded, and one at a time is enough", async () => {
  await using box = await workerBox();
  await box.serving();
  const port = box.port();
  const head = (length: number): string =>
    [
      "POST /api/import HTTP/1.1",
      `Host: 127.0.0.1:${port}`,
      `Authorization: Bearer ${box.token()}`,
      "Content-Type: application/x-ndjson",
      `Content-Length: ${length}`,
      "",
      "",
    ].join("\r\n");
  const long = await raw(port, head(64 * 1024 * 1024 + 1), /too_large/);
  assertMatch(long, /^HTTP\/1\.1 413 /);
  const first = await Deno.connect({ hostname: "127.0.0.1", port });
  await first.write(new TextEncoder().encode(`${head(100)}{`));
  await until("the other to be refused", async () => {
    const response = await imported(box, "");
    await response.body?.cancel();
    return response.status === 503;
  }, LONG_MS);
  first.close();
  await until("room for the next", async () => {
    const response = await imported(box, "");
    await response.body?.cancel();
    return response.status === 200;
  }, LONG_MS);
});

Deno.test("while a long import goes on, others are answered, and hooks' rows stored", async () => {
  await using box = await workerBox();
  await box.serving();
  const lines: string[] = [];
  for (let number = 0; number < 4000; number++) {
    const session = `long-${number % 50}`;
    if (number < 50) {
      lines.push(JSON.stringify({
        kind: "session",
        session,
        project: "/p/long",
        name: "long",
        cwd: "/p/long",
        host: "claude",
        began_at: 1_700_000_000_000,
        last_at: 1_700_000_000_000,
        ended_at: null,
        redactions: 0,
        answer: "",
      }));
    }
    lines.push(JSON.stringify({
      kind: "prompt",
      session,
      number: Math.floor(number / 50) + 1,
      at: 1_700_000_000_000 + number,
      row_id: `row-${number}`,
      text: `Prompt ${number}: ${"some words of a person ".repeat(40)}`,
    }));
  }
  let isDone = false;
  const importing = imported(box, lines.join("\n")).then(async (response) => {
    isDone = true;
    return await response.json();
  });
  let slowest = 0;
  let answers = 0;
  while (!isDone) {
    const began = performance.now();
    await tell(box, {
      session: "meanwhile",
      cwd: "/p/shop",
      prompts: [`Prompt ${answers}`],
    });
    slowest = Math.max(slowest, performance.now() - began);
    answers++;
  }
  const counts = await importing;
  assertEquals([counts.sessions, counts.prompts], [50, 4000]);
  assert(answers > 3, `${answers} answers meanwhile`);
  assert(slowest < 3000, `${slowest} ms`);
});
