import { assertEquals, assertThrows } from "@std/assert";
import { Failure } from "../../lib/install/failure.ts";
import { readSettings } from "../../lib/install/read_settings.ts";
import { tempDir, writeFiles } from "../_support/temp.ts";

Deno.test("readSettings() says of a file that may not be read its mode, and its path once", async () => {
  await using tmp = await tempDir();
  const path = `${tmp.path}/settings.json`;
  await writeFiles(tmp.path, { "settings.json": "{}" });
  await Deno.chmod(path, 0o000);
  // Root may read it all the same, so that its refusal is the one that others get.
  const { readFileSync } = Deno;
  Deno.readFileSync = () => {
    throw new Deno.errors.PermissionDenied(
      `Permission denied (os error 13): readfile '${path}'`,
    );
  };
  try {
    const { message } = assertThrows(() => readSettings(path), Failure);
    assertEquals(
      message,
      `Cannot read ${path}: this user may not read it (mode 0000); nothing was changed`,
    );
  } finally {
    Deno.readFileSync = readFileSync;
  }
});
