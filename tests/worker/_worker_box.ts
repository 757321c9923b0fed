import { readRegularFile } from "../../lib/private_file.ts";
import type { RunningProgram } from "../_support/program.ts";
import type { SandboxOptions } from "../_support/sandbox.ts";
import { until } from "../_support/until.ts";
import { type DaemonBox, daemonBox, LONG_MS } from "../daemon/_daemon.ts";

/** A home in which the daemon serves its worker. */
export interface WorkerBox extends AsyncDisposable {
  readonly daemon: DaemonBox;
  /** Starts the daemon, and waits until its worker has said where it is. */
  serving(): Promise<RunningProgram>;
  /** The port of the file, 0 where there is none. */
  port(): number;
  /** The token of the file. */
  token(): string;
  /** Asks the worker, with the token. */
  ask(path: string, options?: Asking): Promise<Response>;
  /** Asks the worker for JSON, with the token, which has to be answered by 200. */
  json(path: string, options?: Asking): Promise<Record<string, unknown>>;
}

/** How something is asked. */
export interface Asking {
  readonly method?: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  readonly signal?: AbortSignal;
}

/** A port that hardly anybody has: each box begins at one of its own. */
export function somePort(): number {
  return 20_000 + Math.floor(Math.random() * 12_000);
}

/** Makes such a home. */
export async function workerBox(
  options: SandboxOptions & { readonly firstPort?: number } = {},
): Promise<WorkerBox> {
  const { firstPort = somePort(), ...rest } = options;
  const daemon = await daemonBox({
    ...rest,
    config: `${rest.config ?? ""}worker:\n  http: on\n  port: ${firstPort}\n`,
  });
  const { places } = daemon;
  const port = (): number =>
    Number(readRegularFile(places.workerPort)?.trim() ?? 0);
  const token = (): string => readRegularFile(places.workerToken)?.trim() ?? "";
  const ask = async (
    path: string,
    { method, body, headers, signal }: Asking = {},
  ): Promise<Response> =>
    await fetch(`http://127.0.0.1:${port()}${path}`, {
      method: method ?? (body === undefined ? "GET" : "POST"),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
      headers: {
        "authorization": `Bearer ${token()}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
    });
  return {
    daemon,
    port,
    token,
    ask,
    async serving() {
      const program = daemon.start();
      await until("the worker's port", () => port() > 0, LONG_MS);
      return program;
    },
    async json(path, asking) {
      const response = await ask(path, asking);
      const text = await response.text();
      if (response.status !== 200) {
        throw new Error(`${path} was answered by ${response.status}: ${text}`);
      }
      return JSON.parse(text);
    },
    [Symbol.asyncDispose]: () => daemon[Symbol.asyncDispose](),
  };
}

/** Sends bytes as they are; returns what comes back until the other side closes, or what came matches. */
export async function raw(
  port: number,
  request: string,
  enough = /^$/,
): Promise<string> {
  using connection = await Deno.connect({ hostname: "127.0.0.1", port });
  const bytes = new TextEncoder().encode(request);
  for (let at = 0; at < bytes.length;) {
    at += await connection.write(bytes.subarray(at));
  }
  const decoder = new TextDecoder();
  const buffer = new Uint8Array(16 * 1024);
  let text = "";
  while (text === "" || !enough.test(text)) {
    const count = await connection.read(buffer);
    if (count === null) break;
    text += decoder.decode(buffer.subarray(0, count), { stream: true });
  }
  return text;
}
