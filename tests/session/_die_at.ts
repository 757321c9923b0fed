/**
 * Kills this process by SIGKILL just before its nth change of the file system; a write has another chance to be the last thing: in
 * its middle, as the kernel may cut it when a process is killed.
 */
export function dieAt(nth: number): void {
  let changes = 0;
  const count = (): boolean => ++changes === nth;
  const die = (): never => {
    Deno.kill(Deno.pid, "SIGKILL");
    while (true);
  };
  const { openSync, renameSync, removeSync, mkdirSync, writeTextFileSync } =
    Deno;
  const writeSync = Deno.FsFile.prototype.writeSync;
  Object.assign(Deno, {
    openSync(path: string, options: Deno.OpenOptions): Deno.FsFile {
      if ((options.create || options.createNew) && count()) die();
      return openSync(path, options);
    },
    renameSync(from: string, to: string): void {
      if (count()) die();
      renameSync(from, to);
    },
    removeSync(path: string): void {
      if (count()) die();
      removeSync(path);
    },
    mkdirSync(path: string, options: Deno.MkdirOptions): void {
      if (count()) die();
      mkdirSync(path, options);
    },
    writeTextFileSync(
      path: string,
      text: string,
      options: Deno.WriteFileOptions,
    ): void {
      if (count()) die();
      if (count()) {
        writeTextFileSync(path, text.slice(0, text.length / 2), options);
        die();
      }
      writeTextFileSync(path, text, options);
    },
  });
  Deno.FsFile.prototype.writeSync = function (bytes: Uint8Array): number {
    if (count()) die();
    if (count()) {
      writeSync.call(this, bytes.subarray(0, bytes.length / 2));
      die();
    }
    return writeSync.call(this, bytes);
  };
}
