import { readRegularFile } from "../private_file.ts";
import { askInstalled } from "./ask_installed.ts";
import type { Form } from "./entry.ts";
import { Failure } from "./failure.ts";
import type { Machine } from "./machine.ts";
import { planConfig } from "./plan_config.ts";
import type { Progress } from "./progress.ts";

/** Milliseconds in which the worker is up once its daemon runs: it looks at its settings every 15 s. */
const UP_MS = 20_000;
const POLL_MS = 50;

/**
 * The address that opens the viewer, with the token in its last part, which a browser never sends. The daemon is started where it does
 * not run.
 *
 * @param machine The machine. Needs all permissions.
 * @param form How the programs are installed, `null` where they are not.
 * @param progress Is told when it has to wait.
 * @throws {Failure} when the worker is off, or does not come up.
 */
export async function viewerAddress(
  machine: Machine,
  form: Form | null,
  progress: Progress,
): Promise<string> {
  const plan = planConfig(machine, null);
  if (!plan.config.worker.http) {
    throw new Failure(
      `Cannot open the viewer: worker.http is off in ${plan.path}; set it to on, and ask again`,
    );
  }
  await askInstalled(machine, form, "open the viewer", "ping", {});
  const { places } = machine;
  return await progress.step("Waiting for the viewer", async () => {
    const end = performance.now() + UP_MS;
    while (performance.now() < end) {
      const port = read(places.workerPort, /^\d{1,5}$/);
      const token = read(places.workerToken, /^[0-9a-f]{64}$/);
      if (port !== null && token !== null && await answers(port)) {
        return `http://127.0.0.1:${port}/#token=${token}`;
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    throw new Failure(
      `Cannot open the viewer: the worker did not come up within ${
        UP_MS / 1000
      } s; ${places.state}/memory-hooks.log says more`,
    );
  });
}

function read(path: string, shape: RegExp): string | null {
  const text = readRegularFile(path, 256)?.trim() ?? "";
  return shape.test(text) ? text : null;
}

/** A file may be left by a worker that was killed. */
async function answers(port: string): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/health`, {
      signal: AbortSignal.timeout(1000),
    });
    const { status } = await response.json();
    return status === "ok";
  } catch {
    return false;
  }
}
