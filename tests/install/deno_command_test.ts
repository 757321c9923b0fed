import { assertEquals, assertStringIncludes } from "@std/assert";
import { denoCommand } from "../../lib/install/deno_command.ts";
import { tempDir } from "../_support/temp.ts";
import { runInstaller } from "./_support.ts";

Deno.test("denoCommand() is the command that starts this very Deno", async () => {
  await using tmp = await tempDir();
  const deno = `${tmp.path}/deno-2.9.6`;
  const bin = `${tmp.path}/bin`;
  await Deno.writeTextFile(deno, "", { mode: 0o755 });
  await Deno.mkdir(bin);
  const command = (path: string, deno: string) =>
    denoCommand({ deno, denoVersion: "2.9.6", env: () => path }).join(" ");
  assertEquals(command(bin, deno), deno);
  await Deno.writeTextFile(`${bin}/deno`, "another one", { mode: 0o755 });
  assertEquals(command(bin, deno), deno);
  await Deno.remove(`${bin}/deno`);
  await Deno.symlink(deno, `${bin}/deno`);
  assertEquals(command(bin, deno), "deno");
  assertEquals(
    command(bin, "/home/u/.npm/_npx/0f/node_modules/@deno/linux/deno"),
    "npx -y deno@2.9.6",
  );
});

Deno.test("install.ts --help names commands that work as it was started itself", async () => {
  await using tmp = await tempDir();
  const deno = `${tmp.path}/a deno`;
  await Deno.copyFile(Deno.execPath(), deno);
  const { stdout } = await runInstaller(tmp.path, ["--help"], { deno });
  assertStringIncludes(
    stdout,
    `'${deno}' run -A install.ts --verify [--json]\n`,
  );
});
