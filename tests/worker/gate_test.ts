import { assert, assertEquals, assertMatch } from "@std/assert";
import { raw, workerBox } from "./_worker_box.ts";

Deno.test("who has no token learns nothing but that the worker is there", async () => {
  await using box = await workerBox();
  await box.serving();
  const url = `http://127.0.0.1:${box.port()}`;
  const open = await fetch(`${url}/health`);
  assertEquals(await open.json(), { status: "ok" });
  const page = await fetch(`${url}/`);
  assertEquals(page.status, 200);
  assertMatch(await page.text(), /^(?:<!doctype html>|memory-hooks: )/);
  const token = box.token();
  assertMatch(token, /^[0-9a-f]{64}$/);
  for (
    const headers of [
      {},
      { authorization: `Bearer ${token.slice(1)}0` },
      { authorization: `Bearer ${token}0` },
      { authorization: token },
      { authorization: "Bearer " },
      { "x-memory-hooks-token": "" },
      { cookie: `token=${token}` },
    ] as Record<string, string>[]
  ) {
    for (const path of ["/api/health", "/api/stream", "/api/no-such", "/x"]) {
      const response = await fetch(`${url}${path}`, { headers });
      assertEquals(response.status, 401);
      assertEquals((await response.json()).error.code, "unauthorized");
    }
  }
  const inAddress = await fetch(`${url}/api/health?token=${token}`);
  assertEquals(inAddress.status, 401);
  await inAddress.body?.cancel();
  for (
    const headers of [
      { authorization: `bearer ${token}` },
      { "x-memory-hooks-token": token },
    ] as Record<string, string>[]
  ) {
    const response = await fetch(`${url}/api/health`, { headers });
    assertEquals((await response.json()).status, "ok");
  }
});

Deno.test("another host's name, and another site's page, are refused", async () => {
  await using box = await workerBox();
  await box.serving();
  const port = box.port();
  const authorization = `Authorization: Bearer ${box.token()}`;
  const statusOf = async (...lines: string[]): Promise<number> => {
    const [first, ...headers] = lines;
    const answer = await raw(
      port,
      [first, ...headers, authorization, "Connection: close", "", ""].join(
        "\r\n",
      ),
    );
    return Number(answer.split(" ")[1]);
  };
  const get = "GET /api/health HTTP/1.1";
  const host = `Host: 127.0.0.1:${port}`;
  const cases: readonly (readonly [status: number, lines: string[]])[] = [
    [200, [get, host]],
    [200, [get, `Host: localhost:${port}`]],
    [403, [get, "Host: evil.example"]],
    [403, [get, `Host: evil.example:${port}`]],
    [403, [get, "Host: 127.0.0.1"]],
    [403, [get, `Host: 127.0.0.1:${port + 1}`]],
    [403, [get, `Host: 127.0.0.1.evil.example:${port}`]],
    [403, ["GET /api/health HTTP/1.0"]],
    [403, ["GET http://evil.example/api/health HTTP/1.1", host]],
    [200, [get, host, `Origin: http://127.0.0.1:${port}`]],
    [200, [get, host, `Origin: http://localhost:${port}`]],
    [403, [get, host, "Origin: http://evil.example"]],
    [403, [get, host, `Origin: https://localhost:${port}`]],
    [403, [get, host, `Origin: http://localhost:${port + 1}`]],
    [403, [get, host, "Origin: http://localhost"]],
    [403, [get, host, "Origin: null"]],
    [403, [get, host, "Origin: file://"]],
    [200, [get, host, "Sec-Fetch-Site: same-origin"]],
    [403, [get, host, "Sec-Fetch-Site: cross-site"]],
    [403, [get, host, "Sec-Fetch-Site: same-site"]],
    [403, ["GET / HTTP/1.1", "Host: evil.example"]],
    [403, [
      "OPTIONS /api/health HTTP/1.1",
      host,
      "Origin: http://evil.example",
    ]],
  ];
  for (const [status, lines] of cases) {
    assertEquals(await statusOf(...lines), status, lines.join(" | "));
  }
  // Deno 2.9 refuses it by itself.
  const twice = await statusOf(get, host, "Host: evil.example");
  assert(twice === 400 || twice === 403, String(twice));
});

Deno.test("a page of another site is never told that it may ask, and nothing frames or keeps an answer", async () => {
  await using box = await workerBox();
  await box.serving();
  for (const [path, method] of [["/", "GET"], ["/api/health", "OPTIONS"]]) {
    const response = await box.ask(path ?? "", { method: method ?? "GET" });
    await response.body?.cancel();
    const names = [...response.headers.keys()];
    assertEquals(
      names.filter((name) => name.startsWith("access-control")),
      [],
    );
    assertEquals(response.headers.get("x-content-type-options"), "nosniff");
    assertEquals(response.headers.get("referrer-policy"), "no-referrer");
    assertEquals(response.headers.get("cache-control"), "no-store");
    assertEquals(response.headers.get("set-cookie"), null);
    assertMatch(
      response.headers.get("content-security-policy") ?? "",
      /^default-src 'none';/,
    );
  }
});

Deno.test("methods, paths, types and sizes are checked", async () => {
  await using box = await workerBox();
  await box.serving();
  const status = async (
    path: string,
    method: string,
    body?: string,
    type = "application/json",
  ): Promise<number> => {
    const response = await fetch(`http://127.0.0.1:${box.port()}${path}`, {
      method,
      ...(body === undefined ? {} : { body }),
      headers: {
        authorization: `Bearer ${box.token()}`,
        ...(body === undefined ? {} : { "content-type": type }),
      },
    });
    await response.body?.cancel();
    return response.status;
  };
  assertEquals(await status("/api/health", "HEAD"), 200);
  assertEquals(await status("/api/health", "OPTIONS"), 204);
  assertEquals(await status("/api/health", "POST", "{}"), 405);
  assertEquals(await status("/api/health", "PUT", "{}"), 405);
  assertEquals(await status("/api/warden", "DELETE"), 405);
  assertEquals(await status("/api/no-such", "GET"), 404);
  assertEquals(await status("/api/health/", "GET"), 404);
  assertEquals(await status("/api/%zz", "GET"), 404);
  assertEquals(await status("/api/warden", "POST", '{"minutes":30}'), 200);
  assertEquals(
    await status("/api/warden", "POST", '{"minutes":30}', "text/plain"),
    415,
  );
  for (
    const body of ["", "{", "[]", "1", '{"minutes":0}', '{"minutes":1,"x":2}']
  ) {
    assertEquals(await status("/api/warden", "POST", body), 400, body);
  }
  const long = JSON.stringify({ minutes: 30, x: "x".repeat(1024 * 1024) });
  assertEquals(await status("/api/warden", "POST", long), 413);
});

Deno.test("a body of no known length is bounded while it comes", async () => {
  await using box = await workerBox();
  await box.serving();
  const piece = `${(64 * 1024).toString(16)}\r\n${" ".repeat(64 * 1024)}\r\n`;
  const answer = await raw(
    box.port(),
    [
      "POST /api/warden HTTP/1.1",
      `Host: 127.0.0.1:${box.port()}`,
      `Authorization: Bearer ${box.token()}`,
      "Content-Type: application/json",
      "Transfer-Encoding: chunked",
      "Connection: close",
      "",
      piece.repeat(17),
    ].join("\r\n"),
    /too_large/,
  );
  assertMatch(answer, /^HTTP\/1\.1 413 /);
  assertMatch(answer, /"code":"too_large"/);
});
