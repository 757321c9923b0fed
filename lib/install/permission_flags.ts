import { dirname } from "@std/path";
import type { Hook, PathGrant } from "../registry.ts";
import { PERMISSIONS } from "../permissions.ts";
import type { Targets } from "./targets.ts";

/** What the Deno at hand understands in a list of grants. */
export interface Dialect {
  /** Whether a doubled comma stands for one in a path. */
  readonly commaEscape: boolean;
  /** Whether a Unix socket needs `--allow-net=unix:PATH`, and may be named so. */
  readonly unixGrant: boolean;
}

/** The permissions of one hook as Deno's command line takes them. */
export interface PermissionFlags {
  readonly flags: readonly string[];
  /** Where a grant is wider or narrower than the registry says, in words. */
  readonly notes: readonly string[];
}

/**
 * Turns a hook's row in the registry into exact `--allow-…` flags.
 *
 * A comma parts two paths of a list. Deno 2.7.11 to 2.9.0 take a doubled comma for one of a path, 2.9.6 does not, and
 * `--allow-run` never does (measured). Where it cannot be said, the nearest folder above whose path has no comma is granted, and
 * a program is left out. A Unix socket needs, besides its path to read and to write, a grant of its own in 2.9, which 2.7 refuses to start with (measured).
 *
 * @param hook The hook.
 * @param targets What the registry's names stand for.
 * @param dialect What the Deno that they are for understands.
 */
export function permissionFlags(
  hook: Hook,
  targets: Targets,
  dialect: Dialect,
): PermissionFlags {
  const { read, write, run, env, socket, loopback } = PERMISSIONS[hook.name];
  const flags: string[] = [];
  const notes = new Set<string>();

  const paths = (grants: readonly PathGrant[]): string[] =>
    grants.flatMap((grant) =>
      grant === "everything" ? [] : targets.paths[grant]
    )
      .map((path) => {
        if (!path.includes(",")) return path;
        if (dialect.commaEscape) return path.replaceAll(",", ",,");
        const parent = parentWithoutComma(path);
        notes.add(
          `${hook.name} may use all of ${parent}: this Deno cannot be told of ${path}, which has a comma`,
        );
        return parent;
      });
  const add = (name: string, values: readonly string[]): void => {
    if (values.length > 0) {
      flags.push(`--allow-${name}=${[...new Set(values)].join(",")}`);
    }
  };

  if (read.includes("everything")) flags.push("--allow-read");
  else add("read", paths(read));
  add("write", paths(write));
  add(
    "run",
    run.flatMap((name) =>
      (targets.programs[name] ?? []).filter((path) => {
        if (!path.includes(",")) return true;
        notes.add(
          `${hook.name} cannot start ${name}: Deno cannot be told of ${path}, which has a comma`,
        );
        return false;
      })
    ),
  );
  const net = loopback === true ? ["127.0.0.1"] : [];
  if (socket && dialect.unixGrant) {
    const proof = targets.proofSocket ?? "";
    if (targets.socket.includes(",")) {
      notes.add(
        `${hook.name} cannot use the daemon's socket: Deno cannot be told of ${targets.socket}, which has a comma`,
      );
    } else {
      const sockets = proof === "" || proof.includes(",")
        ? [targets.socket]
        : [targets.socket, proof];
      net.push(...sockets.map((path) => `unix:${path}`));
    }
  }
  add("net", net);
  add("env", env);
  return { flags, notes: [...notes] };
}

function parentWithoutComma(path: string): string {
  let parent = dirname(path);
  while (parent.includes(",")) parent = dirname(parent);
  return parent;
}
