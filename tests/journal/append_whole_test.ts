import { assertEquals, assertThrows } from "@std/assert";
import { appendWhole } from "../../lib/journal/append_whole.ts";
import { tempDir } from "../_support/temp.ts";

/** A file whose disk is full after three bytes. */
function onFullDisk(path: string, canCut: boolean): Deno.FsFile & Disposable {
  const file = Deno.openSync(path, { read: true, append: true, create: true });
  let room = 3;
  const writeSync = (bytes: Uint8Array): number => {
    if (room === 0) throw new Error("no space left on device");
    const count = file.writeSync(bytes.subarray(0, room));
    room -= count;
    return count;
  };
  return new Proxy(file, {
    get(_, name) {
      if (name === "writeSync") return writeSync;
      if (name === "truncateSync" && !canCut) {
        return () => {
          throw new Deno.errors.PermissionDenied("Access is denied");
        };
      }
      const value = Reflect.get(file, name);
      return typeof value === "function" ? value.bind(file) : value;
    },
  });
}

for (const [canCut, left] of [[true, "old"], [false, "oldent"]] as const) {
  Deno.test(
    `appendWhole() throws what the write failed with, where a file ${
      canCut ? "can" : "cannot"
    } be cut`,
    async () => {
      await using tmp = await tempDir();
      const path = `${tmp.path}/day.md`;
      await Deno.writeTextFile(path, "old");
      using file = onFullDisk(path, canCut);
      assertThrows(
        () => appendWhole(file, new TextEncoder().encode("entry")),
        Error,
        "no space left on device",
      );
      assertEquals(await Deno.readTextFile(path), left);
    },
  );
}
