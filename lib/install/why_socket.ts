import { dirname } from "@std/path";

/** The longest path that a socket can have, in bytes: Linux has 107, macOS 103. */
const MAX_BYTES = Deno.build.os === "linux" ? 107 : 103;

/**
 * Explains why the daemon's socket cannot be used, or not safely.
 *
 * @param path The socket. Needs read permission on its folder; that need not be there.
 * @returns `null` where nothing speaks against it.
 */
export function whySocket(path: string): string | null {
  const bytes = new TextEncoder().encode(path).length;
  if (bytes > MAX_BYTES) {
    return `${path} has ${bytes} bytes, and a socket's path ${MAX_BYTES} at most (XDG_RUNTIME_DIR names a shorter one)`;
  }
  const folder = dirname(path);
  const there = lstat(folder);
  if (there === null) return null;
  if (!there.isDirectory) return `${folder} is no folder`;
  if (Deno.build.os !== "windows") {
    if (there.uid !== Deno.uid()) return `${folder} belongs to another user`;
    if (((there.mode ?? 0) & 0o077) !== 0) {
      return `others may enter ${folder} (chmod 700 mends it)`;
    }
  }
  const socket = lstat(path);
  return socket === null || socket.isSocket
    ? null
    : `${path} is something else than a socket`;
}

function lstat(path: string): Deno.FileInfo | null {
  try {
    return Deno.lstatSync(path);
  } catch {
    return null;
  }
}
