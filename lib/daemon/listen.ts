import { dirname } from "../path.ts";
import { ensurePrivateFolder, removeFile } from "../private_file.ts";

/** The longest path that a socket can have, in bytes, on Linux (macOS: 103). */
const MAX_PATH = Deno.build.os === "linux" ? 107 : 103;

/**
 * Listens on the daemon's Unix socket, which nobody but the user can reach: mode 0600, in a folder of the user's own with mode 0700. What is
 * at the path already is removed only if it is a socket of the user's on which nobody listens any more; nothing else is ever touched.
 *
 * @param path The socket. Needs read and write permission on its folder, and the grant of the socket.
 * @param state The state folder, in which a file is made and removed: its owner is who we are. Needs write permission on it.
 * @returns The listener, or why there is none.
 */
export async function listen(
  path: string,
  state: string,
): Promise<Deno.UnixListener | string> {
  if (Deno.build.os === "windows") return "Windows has none that is private";
  const length = new TextEncoder().encode(path).length;
  if (length > MAX_PATH) return `its path has ${length} bytes`;
  const uid = ownUid(state);
  const folder = dirname(path);
  ensurePrivateFolder(folder);
  const { isDirectory, uid: owner, mode } = Deno.lstatSync(folder);
  if (!isDirectory) return `${folder} is no folder`;
  if (owner !== uid) return `${folder} is another user's`;
  if (((mode ?? 0) & 0o777) !== 0o700) Deno.chmodSync(folder, 0o700);
  const obstacle = await makeWay(path, uid);
  if (obstacle !== null) return obstacle;
  const listener = Deno.listen({ transport: "unix", path });
  Deno.chmodSync(path, 0o600);
  return listener;
}

/** Removes a dead socket of ours. Returns what else is in the way. */
async function makeWay(
  path: string,
  uid: number | null,
): Promise<string | null> {
  let there: Deno.FileInfo;
  try {
    there = Deno.lstatSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
  if (!there.isSocket) return `${path} is something else`;
  if (there.uid !== uid) return `${path} is another user's`;
  try {
    (await Deno.connect({ transport: "unix", path })).close();
    return `another program listens on ${path}`;
  } catch (error) {
    if (!(error instanceof Deno.errors.ConnectionRefused)) throw error;
    removeFile(path);
    return null;
  }
}

/** Who we are, without the permission to ask the system: the owner of a file that we make. */
function ownUid(state: string): number | null {
  const path = Deno.makeTempFileSync({ dir: state, prefix: ".uid-" });
  try {
    return Deno.statSync(path).uid;
  } finally {
    removeFile(path);
  }
}
