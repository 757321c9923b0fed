import {
  type Sandbox,
  sandbox,
  type SandboxOptions,
} from "../_support/sandbox.ts";

/**
 * A sandbox for capture hooks, with a socket whose path is short enough. To the hooks a daemon runs, since its lock is held: none starts
 * one, which would take away the rows that a test looks at.
 *
 * @param options What it starts with.
 */
export async function captureBox(
  options: SandboxOptions = {},
): Promise<Sandbox> {
  const box = await sandbox({
    notes: null,
    home: "h",
    ...options,
    env: (home) => ({
      XDG_RUNTIME_DIR: `${home}/r`,
      ...options.env?.(home),
    }),
  });
  await Deno.mkdir(box.places.state, { recursive: true, mode: 0o700 });
  const lock = await Deno.open(box.places.daemonLock, {
    read: true,
    write: true,
    create: true,
    mode: 0o600,
  });
  await lock.lock(true);
  return {
    ...box,
    async [Symbol.asyncDispose](): Promise<void> {
      lock.close();
      await box[Symbol.asyncDispose]();
    },
  };
}
