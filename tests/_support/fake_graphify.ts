/** One call as the stand-in saw it. */
export interface GraphifyCall {
  args: string[];
  /** Real path of the folder it was started in. */
  cwd: string;
  /** The variables asked for, where they were set. */
  env: Record<string, string>;
}

/** What the stand-in does for a call. */
export interface GraphifyAnswer {
  stdout?: string;
  stderr?: string;
  /** Default 0. */
  exit?: number;
  /** Bytes of `x` that it prints to standard output before all else. */
  flood?: number;
  /** Seconds that it takes, before it writes files. */
  seconds?: number;
  /** It waits for `go()` before it writes files. */
  waits?: boolean;
  /** Never ends: it waits for a child process that sleeps, and ignores SIGTERM as that child does. See `pids()`. */
  hang?: boolean;
  /** Text by path relative to the vault, which is the folder that follows the command (`extract VAULT`), else the cwd. */
  files?: Record<string, string>;
}

/** A stand-in for graphify that records how it was called. */
export interface FakeGraphify {
  /** Absolute path of the executable, which is named `graphify`. */
  readonly path: string;
  /** The folder that it is in, for `PATH`. */
  readonly dir: string;
  /** Sets the answer for a command, such as `update`, or `update --file`, which goes first; `""` is for all others. */
  answer(command: string, answer: GraphifyAnswer): Promise<void>;
  /** Every call so far, oldest first. */
  calls(): Promise<GraphifyCall[]>;
  /** Lets all go on that wait, now and later. */
  go(): Promise<void>;
  /** Processes that hang or hung: the stand-in's own and its child's, per call. */
  pids(): Promise<number[]>;
}

/** Variables that graphify or its model server read, and a few that tests look for. */
const VARIABLES = [
  "HOME",
  "PATH",
  "OLLAMA_FLASH_ATTENTION",
  "OLLAMA_BASE_URL",
  "OLLAMA_API_KEY",
  "GRAPHIFY_OLLAMA_NUM_CTX",
  "GRAPHIFY_OLLAMA_KEEP_ALIVE",
  "GRAPHIFY_FORCE",
  "GRAPHIFY_OUT",
  "LD_PRELOAD",
  "PYTHONUTF8",
];

/** What every released graphify answers to the seed's `update --file P` (0.8.28 to 0.9.96). */
export const UNKNOWN_OPTION: GraphifyAnswer = {
  stderr: "error: unknown update option: --file\n",
  exit: 2,
};

/**
 * Writes an executable `graphify` into a folder: a sh script that appends its arguments, folder and environment to a file, in
 * one write a call, and does as it is told. Until it is told otherwise it prints nothing and exits with 0.
 *
 * @param dir Absolute path of the folder; made when missing.
 * @param variables Further environment variables to record.
 */
export async function fakeGraphify(
  dir: string,
  variables: string[] = [],
): Promise<FakeGraphify> {
  const path = `${dir}/graphify`;
  const state = `${dir}/graphify.state`;
  await Deno.mkdir(`${state}/answers`, { recursive: true });
  const script = scriptFor(state, [...VARIABLES, ...variables]);
  await Deno.writeTextFile(path, script, { mode: 0o755 });
  return {
    path,
    dir,
    answer: (command, answer) => writeAnswer(state, command, answer),
    go: () => Deno.writeTextFile(`${state}/go`, ""),
    calls: async () => parseCalls(await readText(`${state}/calls`)),
    pids: async () =>
      (await readText(`${state}/pids`)).split("\n").filter(Boolean).map(Number),
  };
}

function scriptFor(state: string, variables: string[]): string {
  const record = variables.map((name) =>
    `[ "\${${name}+x}" ] && set -- "$@" "${name}=$${name}"`
  );
  return `#!/bin/sh
state=${quote(state)}
first=$1 second=$2 count=$#
${record.join("\n")}
printf '%s\\0' "$count" "$(pwd -P)" "$@" "" >>"$state/calls"
PATH=/usr/bin:/bin
answer=$state/answers/$first
case $second in --*) [ -d "$answer $second" ] && answer="$answer $second" ;; esac
[ -n "$first" ] && [ -d "$answer" ] || answer=$state/answers/_
[ -d "$answer" ] || exit 0
[ -f "$answer/flood" ] && head -c "$(cat "$answer/flood")" /dev/zero | tr '\\0' x
[ -f "$answer/stdout" ] && cat "$answer/stdout"
[ -f "$answer/stderr" ] && cat "$answer/stderr" >&2
if [ -f "$answer/hang" ]; then
  trap '' TERM
  sleep 600 &
  printf '%s\\n' $$ $! >>"$state/pids"
  wait
  exit 1
fi
[ -f "$answer/seconds" ] && sleep "$(cat "$answer/seconds")"
if [ -f "$answer/waits" ]; then
  while [ -d "$state" ] && [ ! -f "$state/go" ]; do sleep 0.02; done
fi
root=.
[ -d "$second" ] && root=$second
[ -d "$answer/files" ] && cp -R "$answer/files/." "$root/"
[ -f "$answer/exit" ] && exit "$(cat "$answer/exit")"
exit 0
`;
}

/** Writes an answer beside the old one and swaps the two, so that no call sees half of it. */
async function writeAnswer(
  state: string,
  command: string,
  answer: GraphifyAnswer,
): Promise<void> {
  const path = `${state}/answers/${command === "" ? "_" : command}`;
  const fresh = `${state}/${crypto.randomUUID()}`;
  const { files = {}, hang, waits, ...rest } = answer;
  await Deno.mkdir(fresh);
  for (const [name, value] of Object.entries(rest)) {
    await Deno.writeTextFile(`${fresh}/${name}`, String(value));
  }
  if (hang) await Deno.writeTextFile(`${fresh}/hang`, "");
  if (waits) await Deno.writeTextFile(`${fresh}/waits`, "");
  for (const [name, text] of Object.entries(files)) {
    const file = `${fresh}/files/${name}`;
    await Deno.mkdir(file.slice(0, file.lastIndexOf("/")), { recursive: true });
    await Deno.writeTextFile(file, text);
  }
  await Deno.rename(path, `${fresh}.old`).catch((error: unknown) => {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  });
  await Deno.rename(fresh, path);
}

/** A record is: number of arguments, folder, arguments, `NAME=value`…, an empty field; each ended by NUL. */
function parseCalls(text: string): GraphifyCall[] {
  const fields = text.split("\0");
  const calls: GraphifyCall[] = [];
  for (let at = 0; at < fields.length - 1; at++) {
    const count = Number(fields[at]);
    const cwd = fields[at + 1] ?? "";
    const args = fields.slice(at + 2, at + 2 + count);
    const env: Record<string, string> = {};
    for (at += 2 + count; fields[at] !== ""; at++) {
      const [name = "", ...value] = fields[at]?.split("=") ?? [];
      env[name] = value.join("=");
    }
    calls.push({ args, cwd, env });
  }
  return calls;
}

async function readText(path: string): Promise<string> {
  try {
    return await Deno.readTextFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "";
    throw error;
  }
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
