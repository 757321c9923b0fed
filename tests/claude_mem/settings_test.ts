import { assertEquals } from "@std/assert";
import { exists } from "../../lib/private_file.ts";
import { captureBox } from "../capture/_capture_box.ts";
import { prompted } from "../capture/_events.ts";
import { spooledRows } from "../capture/_rows.ts";

Deno.test("G1: settings that are absent stay so, a byte order mark is passed over, broken ones are the defaults, and stdout has none of it", async () => {
  const capture = async (config: string | undefined): Promise<unknown> => {
    await using box = await captureBox();
    const { config: path } = box.places;
    if (config !== undefined) {
      await Deno.mkdir(path.slice(0, path.lastIndexOf("/")), {
        recursive: true,
      });
      await Deno.writeTextFile(path, config);
    }
    for (const hook of ["capture-prompt", "user-prompt-submit"] as const) {
      const { code, stdout } = await box.run(
        hook,
        prompted("Write to eve@example.com"),
      );
      assertEquals([code, stdout], [0, ""], hook);
    }
    assertEquals(exists(path), config !== undefined);
    const [row] = await spooledRows(box);
    return row?.payload.prompt_redacted;
  };
  const allowed = "capture:\n  email_allow: [example.com]\n";
  assertEquals(await capture(undefined), "Write to <EMAIL>");
  assertEquals(await capture(allowed), "Write to eve@example.com");
  assertEquals(await capture(`\uFEFF${allowed}`), "Write to eve@example.com");
  assertEquals(await capture(`${allowed} {[`), "Write to <EMAIL>");
  assertEquals(await capture(""), "Write to <EMAIL>");
});
