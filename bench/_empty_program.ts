import { COMPILE_FLAGS } from "../lib/install/entry.ts";
import { type Hook, HOOKS } from "../lib/registry.ts";
import { FORM, nativeFlags } from "../tests/_support/hook_programs.ts";
import { startProgram } from "../tests/_support/program.ts";
import { writeAnew } from "./_write_anew.ts";
import type { Sandbox } from "../tests/_support/sandbox.ts";
import type { Contender } from "./_measure.ts";

/**
 * A program that does nothing but print an empty object, started as a hook is: with its flags and permissions, in this process's form. But
 * V8 is told nothing, as it is not by whoever writes such a program.
 *
 * @param box Where it is put.
 * @param name The hook.
 * @param against The hooks that are measured against it: as executables they are written anew, as it is.
 */
export async function emptyProgram(
  box: Sandbox,
  name: Hook["name"],
  against: readonly Hook["name"][] = [name],
): Promise<Contender> {
  const script = `${box.home}/empty.js`;
  await Deno.writeTextFile(script, 'console.log("{}");\n');
  let { command, args } = box.command(name);
  args = [
    ...args.slice(0, -1).filter((word) => !word.startsWith("--v8-flags")),
    script,
  ];
  if (FORM === "native") {
    command = `${box.home}/empty-${name}`;
    args = [];
    const compiler = Deno.env.get("MEMORY_HOOKS_NATIVE_DENO") ??
      Deno.execPath();
    const { code } = await new Deno.Command(compiler, {
      args: [
        "compile",
        "--quiet",
        "--no-check",
        ...COMPILE_FLAGS,
        ...nativeFlags(box.home, HOOKS[name]),
        "--output",
        command,
        script,
      ],
    }).output();
    if (code !== 0) throw new Error("Cannot compile an empty program");
    for (const hook of against) await writeAnew(box.command(hook).command);
    await writeAnew(command);
  }
  return {
    name: `empty program as ${name}`,
    async run() {
      const { ms } = await startProgram({
        command,
        args,
        env: box.env,
        cwd: box.project,
        stdin: '{"hook_event_name":"X"}\n',
      }).result;
      return ms;
    },
  };
}
