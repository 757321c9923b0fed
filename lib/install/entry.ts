import { join, resolve } from "@std/path";
import { type Group, type Hook, programName } from "../registry.ts";
import { GROUPS, hooksOf } from "./groups.ts";
import type { DesiredEntry, IsOurs } from "./settings/plan_edit.ts";
import { simpleCommands } from "./_shell_words.ts";

/** How the programs are installed: executables of their own, or scripts run by a private copy of Deno. */
export type Form = "native" | "script";

/** A program and its arguments. */
export interface Invocation {
  readonly command: string;
  readonly args: readonly string[];
}

/** What keeps a program from a `deno.json` that lies around, and from ever waiting for a permission. */
export const ISOLATION = ["--no-config", "--no-lock", "--no-prompt"] as const;

/** The flags, beside the permissions and V8's, that a script is run with. It loads nothing that is not beside it. */
export const RUN_FLAGS: readonly string[] = [
  ...ISOLATION,
  "--no-remote",
  "--no-npm",
];

/**
 * The flags, beside the permissions and V8's, that an executable is compiled with. Its code cache would be a file in the folder for temporary
 * files, which others may write to, and nobody would ever remove. Compiled as a whole, it starts as quickly without (2.7.11, measured).
 */
export const COMPILE_FLAGS: readonly string[] = [
  ...ISOLATION,
  "--no-code-cache",
];

/**
 * How an installed hook is started.
 *
 * @param hook The hook.
 * @param form How it is installed.
 * @param bin The folder of programs.
 * @param flags Its permissions and what V8 is told; an executable has them inside.
 * @param exe `.exe` on Windows, else empty.
 */
export function invocation(
  hook: Hook,
  form: Form,
  bin: string,
  flags: readonly string[],
  exe: string,
): Invocation {
  const name = programName(hook);
  if (form === "native") return { command: join(bin, name + exe), args: [] };
  return {
    command: join(bin, `deno${exe}`),
    args: [
      "run",
      ...RUN_FLAGS,
      ...flags,
      join(bin, `${name}.js`),
    ],
  };
}

/**
 * The entry of a hook in Claude Code's settings, in exec form: with `args`, also an empty list, no shell reads the command,
 * so that spaces, quotes and `$` are safe (Claude Code 2.1.332, measured).
 *
 * @param hook The hook.
 * @param event Its event.
 * @param program How it is started.
 */
export function entryOf(
  hook: Hook,
  event: string,
  program: Invocation,
): DesiredEntry {
  return {
    event,
    matcher: hook.matcher,
    handler: {
      type: "command",
      command: program.command,
      args: [...program.args],
      timeout: hook.timeoutSeconds,
    },
  };
}

/**
 * Makes the function that tells this product's entries, in every spelling that an older version or a person may have used: exec
 * form, a shell's command with or without quotes, `deno run` on one of the scripts. What counts is the program that is
 * started, so a foreign tool with our name among its arguments is not ours, nor is a line that also starts something else.
 *
 * @param project The product's folder.
 * @param base The folder that a relative script in these settings is taken from.
 * @param groups The hooks that count; all others are like anybody's.
 */
export function ownEntries(
  project: string,
  base: string,
  groups: readonly Group[] = GROUPS,
): IsOurs {
  const { program: ownProgram, script: ownScript, unquoted } = patterns(
    hooksOf(groups),
  );
  const isScript = (path: string): boolean => {
    if (ownProgram.test(nameOf(path))) return true;
    const script = slashes(path);
    if (!ownScript.test(script)) return false;
    const full = slashes(resolve(base, path));
    return full.startsWith(`${slashes(project)}/hooks/`) ||
      /\/memory-hooks[^/]*\/hooks\/[^/]+$/.test(script);
  };
  const starts = (words: readonly string[]): boolean => {
    const [program, ...args] = withoutWrappers(words);
    if (program === undefined) return false;
    if (isScript(program)) return true;
    const name = nameOf(program).replace(/\.exe$/i, "");
    if (name === "deno") {
      const script = denoScript(args);
      return script !== null && isScript(script);
    }
    if (/^(?:ba|da|z)?sh$/.test(name)) {
      const script = args.find((word) => !word.startsWith("-"));
      return script !== undefined && isCommand(script);
    }
    return false;
  };
  const isCommand = (text: string): boolean => {
    if (unquoted.test(text.trim())) return true;
    const commands = simpleCommands(text).filter((words) => !isIdle(words));
    return commands.length > 0 && commands.every(starts);
  };
  return (handler) => {
    if (typeof handler !== "object" || handler === null) return false;
    const { type, command: given, bash, args } = handler as Record<
      string,
      unknown
    >;
    const command = given ?? bash;
    if (typeof command !== "string") return false;
    if (type !== undefined && type !== "command") return false;
    return Array.isArray(args)
      ? starts([command, ...args.map(String)])
      : isCommand(command);
  };
}

/** What the programs of some hooks look like. */
function patterns(
  hooks: readonly Hook[],
): Readonly<Record<"program" | "script" | "unquoted", RegExp>> {
  const names = hooks.map(programName).join("|");
  return {
    program: new RegExp(
      `^(?:${names})(?:\\.exe|\\.cmd|\\.js|\\.ts)?$`,
      "i",
    ),
    script: new RegExp(
      `(?:^|/)(?:${hooks.map(({ source }) => source).join("|")})$`,
    ),
    // An installed program whose path has spaces that nobody quoted: one path all the same, since no second one starts in it.
    unquoted: new RegExp(
      String
        .raw`^(?:[/~]|\$HOME/|[A-Za-z]:[\\/])(?!.*\s[-/~$"'&|;])[^"'&|;<>]*[\\/]memory-hooks[\\/]bin[\\/](?:${names})(?:\.exe|\.js)?$`,
      "i",
    ),
  };
}

function slashes(path: string): string {
  return path.replaceAll("\\", "/");
}

function nameOf(path: string): string {
  return slashes(path).replace(/^.*\//, "");
}

/** Commands that only prepare or guard: they do nothing that anybody would miss. */
function isIdle(words: readonly string[]): boolean {
  return words.every((word) => ASSIGNMENT.test(word)) ||
    /^(?:cd|test|\[|true|:|exit|export|exec)$/.test(words[0] ?? "") &&
      !(words[0] === "exec" && words.length > 1);
}

const ASSIGNMENT = /^[A-Za-z_][A-Za-z0-9_]*=/;

/** The words from the program on: without assignments, `env`, `exec`, `npx` and the like. */
function withoutWrappers(words: readonly string[]): readonly string[] {
  let rest = words;
  while (rest.length > 0) {
    const word = rest[0] ?? "";
    if (ASSIGNMENT.test(word)) {
      rest = rest.slice(1);
    } else if (/^(?:env|exec|nohup|nice|command|npx)$/.test(nameOf(word))) {
      rest = rest.slice(1);
      while (rest[0]?.startsWith("-")) rest = rest.slice(1);
      if (/^deno@/.test(rest[0] ?? "")) rest = ["deno", ...rest.slice(1)];
    } else break;
  }
  return rest;
}

/** Options of `deno run` whose value is a word of its own. */
const WITH_VALUE = /^(?:-c|--config|--import-map|--cert|-L|--log-level)$/;

function denoScript(args: readonly string[]): string | null {
  for (let index = args[0] === "run" ? 1 : 0; index < args.length; index++) {
    const word = args[index] ?? "";
    if (WITH_VALUE.test(word)) index++;
    else if (!word.startsWith("-")) return word;
  }
  return null;
}
