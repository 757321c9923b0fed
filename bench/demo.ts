// `deno task demo`: the installed hooks at work in a throw-away home with a sample vault. It shows what the model would be told, the
// graph before and after a note is written, and the journal. Nothing outside the throw-away home is touched.
import { dirname, join } from "@std/path";
import { write } from "./_measure.ts";

const PROJECT = join(import.meta.dirname ?? ".", "..");

const NOTES: Record<string, string> = {
  "Deployment.md": `---
summary: How the shop gets onto the servers
tags: [ops]
---
# Deployment
Follow [[Release checklist]]; when it goes wrong, see [[Rollback]].
`,
  "Rollback.md":
    "# Rollback\nThe reverse of [[Deployment]], within [[Service levels|ten minutes]].\n",
  "Release checklist.md": "# Release checklist\nBefore a [[Deployment]].\n",
  "Service levels.md": "# Service levels\nWhat we promise.\n",
  "convention/naming.md": `---
summary: Files are snake_case, types are PascalCase
---
# Naming
`,
};

const home = await Deno.makeTempDir({ prefix: "memory-hooks-demo-" });
try {
  await demo();
} finally {
  await Deno.remove(home, { recursive: true });
}

async function demo(): Promise<void> {
  const vault = join(home, "Notes");
  const project = join(home, "shop");
  await Deno.mkdir(project);
  for (const [name, text] of Object.entries(NOTES)) {
    await Deno.mkdir(dirname(join(vault, name)), { recursive: true });
    await Deno.writeTextFile(join(vault, name), text);
  }

  title("Installing into a throw-away home");
  write(await install("--no-compile", "--vault", vault));

  title("A session starts: what the model is told");
  write(
    `${
      contextOf(await send("SessionStart", project, { source: "startup" }))
    }\n`,
  );

  title("The graph's report, which the background worker writes");
  write(await reportWith(vault, "Deployment"));

  title(
    "Claude writes a note: Canary.md, with links to Deployment and Rollback",
  );
  const note = join(vault, "Canary.md");
  const text =
    "# Canary\nA [[Deployment]] to a tenth of the servers, then [[Rollback]] or all.\n";
  await Deno.writeTextFile(note, text);
  await send("PostToolUse", project, {
    tool_name: "Write",
    tool_use_id: "toolu_demo",
    tool_input: { file_path: note, content: text },
    tool_response: {
      type: "create",
      filePath: note,
      structuredPatch: [],
      originalFile: null,
    },
  });
  write("The report a moment later:\n");
  write(await reportWith(vault, "Canary"));

  title("The session ends: the day's journal");
  await send("SessionEnd", project, { reason: "prompt_input_exit" });
  for await (const { name } of Deno.readDir(join(vault, "journal"))) {
    write(`${name}:\n${await Deno.readTextFile(join(vault, "journal", name))}`);
  }

  title("Uninstalling");
  write(await install("--uninstall"));
}

async function install(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", join(PROJECT, "install.ts"), ...args],
    cwd: PROJECT,
    clearEnv: true,
    env: environment(),
  }).output();
  if (code !== 0) throw new Error(new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout);
}

/** Starts what is registered for an event, just as Claude Code does. */
async function send(
  event: string,
  cwd: string,
  fields: Record<string, unknown>,
): Promise<string> {
  const settings = JSON.parse(
    await Deno.readTextFile(join(home, ".claude/settings.json")),
  );
  const { command, args } = settings.hooks[event][0].hooks[0];
  const child = new Deno.Command(command, {
    args,
    cwd,
    clearEnv: true,
    env: environment(),
    stdin: "piped",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const input = {
    session_id: "00000000-0000-4000-8000-000000000000",
    hook_event_name: event,
    cwd,
    transcript_path: join(home, "transcript.jsonl"),
    ...fields,
  };
  const stdin = child.stdin.getWriter();
  await stdin.write(new TextEncoder().encode(`${JSON.stringify(input)}\n`));
  await stdin.close();
  const { stdout } = await child.output();
  return new TextDecoder().decode(stdout);
}

function contextOf(answer: string): string {
  return JSON.parse(answer).hookSpecificOutput.additionalContext;
}

async function godNodes(vault: string): Promise<string> {
  const path = join(vault, "graphify-out/GRAPH_REPORT.md");
  const report = await Deno.readTextFile(path).catch(() => "");
  const start = report.indexOf("## God Nodes");
  return `${report.slice(start, report.indexOf("\n## ", start)).trim()}\n`;
}

/** The report, as soon as it knows a note; the worker waits until edits pause. */
async function reportWith(vault: string, note: string): Promise<string> {
  const end = Date.now() + 20_000;
  while (Date.now() < end) {
    const nodes = await godNodes(vault);
    if (nodes.includes(note)) return nodes;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`The report does not know ${note} after 20 s`);
}

/** The caches of this user's Deno serve, so that nothing is fetched again. */
function environment(): Record<string, string> {
  const env: Record<string, string> = { HOME: home, NO_COLOR: "1" };
  for (const name of ["PATH", "TMPDIR", "SystemRoot", "TEMP"]) {
    const value = Deno.env.get(name);
    if (value !== undefined) env[name] = value;
  }
  const cache = Deno.env.get("DENO_DIR") ??
    join(Deno.env.get("HOME") ?? home, ".cache/deno");
  return { ...env, DENO_DIR: cache };
}

function title(text: string): void {
  const bold = Deno.stdout.isTerminal() && !Deno.env.get("NO_COLOR");
  write(bold ? `\n\x1b[1m== ${text}\x1b[0m\n` : `\n== ${text}\n`);
}
