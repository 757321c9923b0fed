import { runProgram } from "../_support/program.ts";

/** Undone at the end of the scope. */
export interface Hindrance extends AsyncDisposable {
  /** Ends it earlier. */
  end(): Promise<void>;
}

/** Whether file systems can be mounted here. Without that, a test that wants a full or read-only one takes the next best. */
export const CAN_MOUNT: boolean = await canMount();

/** Makes a folder read-only with all below it: for root by a mount, for others by its mode. */
export async function readOnly(path: string): Promise<Hindrance> {
  if (!CAN_MOUNT) {
    await Deno.chmod(path, 0o555);
    return hindrance(() => Deno.chmod(path, 0o755));
  }
  await mount(["--bind", path, path]);
  await mount(["-o", "remount,bind,ro", path]);
  return hindrance(() => unmount(path));
}

/**
 * Puts a file system that has room for so many bytes at a folder.
 *
 * @throws {Error} where nothing can be mounted.
 */
export async function smallDisk(
  path: string,
  bytes: number,
): Promise<Hindrance> {
  await mount(["-t", "tmpfs", "-o", `size=${bytes},mode=700`, "tmpfs", path]);
  return hindrance(() => unmount(path));
}

/** Fills a small disk up to its last block; returns the file that has the room. */
export async function fill(path: string): Promise<string> {
  const name = `${path}/.filling`;
  using file = await Deno.open(name, { write: true, create: true });
  const block = new Uint8Array(4096);
  try {
    while (true) await file.write(block);
  } catch {
    return name;
  }
}

function hindrance(undo: () => Promise<void>): Hindrance {
  let undone: Promise<void> | undefined;
  const end = (): Promise<void> => undone ??= undo();
  return { end, [Symbol.asyncDispose]: end };
}

async function canMount(): Promise<boolean> {
  const folder = await Deno.makeTempDir({ prefix: "mh-mount-" });
  try {
    await mount(["-t", "tmpfs", "-o", "size=64k", "tmpfs", folder]);
    await unmount(folder);
    return true;
  } catch {
    return false;
  } finally {
    await Deno.remove(folder);
  }
}

async function mount(args: string[]): Promise<void> {
  await run("mount", args);
}

async function unmount(path: string): Promise<void> {
  await run("umount", ["-l", path]);
}

async function run(command: string, args: string[]): Promise<void> {
  const env = { PATH: "/usr/bin:/bin:/usr/sbin:/sbin" };
  const { code, stderr } = await runProgram({ command, args, env });
  if (code !== 0) {
    throw new Error(`Cannot ${command} ${args.join(" ")}: ${stderr}`);
  }
}
