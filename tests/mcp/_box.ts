import {
  type Sandbox,
  sandbox,
  type SandboxOptions,
} from "../_support/sandbox.ts";

/**
 * Makes a home whose daemon has its socket in a short folder: the path of a socket cannot be long.
 *
 * @param options What it starts with.
 */
export function mcpBox(options: SandboxOptions = {}): Promise<Sandbox> {
  return sandbox({
    ...options,
    env: (home) => ({ XDG_RUNTIME_DIR: home, ...options.env?.(home) }),
  });
}
