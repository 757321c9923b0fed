// What `memory-user-prompt-submit` costs with 100,000 observations in the store: against an empty program that may do the same.
import { storeEvent } from "../lib/lifecycle/store_event.ts";
import { openStore } from "../lib/store/open_store.ts";
import { CAPTURED, type Row } from "../lib/store/row.ts";
import { FORM } from "../tests/_support/hook_programs.ts";
import { startProgram } from "../tests/_support/program.ts";
import { type Sandbox, sandbox } from "../tests/_support/sandbox.ts";
import { until } from "../tests/_support/until.ts";
import { type Contender, medians, printTable } from "./_measure.ts";
import { emptyProgram } from "./_empty_program.ts";

/** The hook: at most so many times an empty program. */
const MOST = 1.4;

/** Where the daemon does not answer, no bound but this: milliseconds over the empty program. */
const MOST_WITHOUT_MS = 350;

/**
 * Measures the hook in this process's form.
 *
 * @param rounds How often it is run.
 * @param observations How many observations are in the store.
 * @returns Whether every figure is within its bound.
 */
export async function benchRecallHook(
  rounds: number,
  observations: number = 100_000,
): Promise<boolean> {
  await using box = await sandbox({
    home: "h",
    notes: { "Hub.md": "[[One]]\n", "One.md": "one\n" },
    env: (home) => ({ XDG_RUNTIME_DIR: home }),
    // With the settings that an installation leaves, whose parse is kept.
    config: await Deno.readTextFile(new URL("../config.yaml", import.meta.url)),
  });
  // A repository, as nearly every project is one.
  await Deno.mkdir(`${box.project}/.git`);
  fill(box, observations);
  const daemon = startProgram({ ...box.command("memoryd"), env: box.env });
  try {
    await until("the daemon", () => listens(box.places.socket));
    let sessions = 0;
    const hook = (what: string, prompt: string, says: boolean): Contender => ({
      name: what,
      async run() {
        const { code, stdout, stderr, ms } = await box.run(
          "user-prompt-submit",
          { session_id: `bench-${sessions++ % 50}-${what.length}`, prompt },
        );
        if (code !== 0 || stderr !== "" || (stdout !== "") !== says) {
          throw new Error(`${what} failed: ${stdout}${stderr}`);
        }
        return ms;
      },
    });
    const contenders = [
      hook("a prompt that nothing is known of", UNKNOWN, false),
      hook("a prompt of one line", "ok go on", false),
    ];
    const told: Contender = {
      name: "a prompt that is told something",
      async run() {
        const session = `bench-told-${sessions++}`;
        const { stdout, ms } = await box.run("user-prompt-submit", {
          session_id: session,
          prompt: "Why did widget 4711 of the press jam in hall 17?",
        });
        if (stdout === "") throw new Error("nothing was told");
        return ms;
      },
    };
    const empty = await emptyProgram(box, "user-prompt-submit");
    const found = await medians([empty, ...contenders, told], rounds);
    const time = (name: string): number => found.get(name) ?? NaN;
    const floor = time(empty.name);
    const good = printTable(
      `memory-user-prompt-submit, ${observations} observations, against an empty program (${FORM})`,
      [...contenders, told].map(({ name }) => ({
        what: name,
        figure: `${time(name).toFixed(1)} / ${floor.toFixed(1)} ms`,
        value: time(name) / floor,
        bound: MOST,
      })),
    );
    daemon.kill("SIGKILL");
    await daemon.result;
    Deno.writeTextFileSync(`${box.places.state}/memoryd.try`, ".");
    const alone = await medians([empty, {
      ...told,
      name: "without a daemon",
      run: async () => {
        Deno.writeTextFileSync(`${box.places.state}/memoryd.try`, ".");
        return await told.run();
      },
    }], Math.min(rounds, 10));
    const over = (alone.get("without a daemon") ?? NaN) -
      (alone.get(empty.name) ?? NaN);
    return printTable("The same without a daemon", [{
      what: "over an empty program",
      figure: "ms",
      value: over,
      bound: MOST_WITHOUT_MS,
    }]) && good;
  } finally {
    daemon.kill("SIGKILL");
    await daemon.result;
  }
}

const UNKNOWN =
  `Please add a dark theme to the settings page of the podcast player. It should follow the system's preference, remember what was chosen, and never flash white while it loads. The colours are in src/theme/tokens.css.`;

async function listens(socket: string): Promise<boolean> {
  try {
    (await Deno.connect({ transport: "unix", path: socket })).close();
    return true;
  } catch {
    return false;
  }
}

function fill({ places, project }: Sandbox, observations: number): void {
  using store = openStore({
    folder: places.store,
    headFile: `${places.capture}/chain-head.json`,
    now: () => new Date(),
    stored: (db, row, seq) => void storeEvent(db, row, seq),
  });
  const now = Date.now();
  let batch: Row[] = [];
  for (let n = 0; n < observations; n++) {
    batch.push({
      id: `bench-${n}`,
      kind: CAPTURED.toolUse,
      at: (now - (observations - n) * 1000) * 1e6,
      payload: {
        session_id: `old-${Math.floor(n / 100)}`,
        tool_name: "Edit",
        tool_args_hash: "00".repeat(32),
        outcome: "success",
        redaction_match_count: 0,
      },
      beside: {
        project: n % 2 === 0 ? `${project}/.git` : "/elsewhere",
        name: "bench",
        host: "claude",
        observation: {
          kind: "write",
          tool: "Edit",
          outcome: "success",
          title: `Edited src/press/widget_${n % 9973}.ts`,
          detail: `What widget ${
            n % 9973
          } of the press does when it jams in hall ${
            n % 31
          }: it stops the belt, waits and tries again.`,
          files: [`/home/u/p/src/press/widget_${n % 9973}.ts`],
        },
      },
    });
    if (batch.length === 5000 || n === observations - 1) {
      store.append(batch);
      batch = [];
    }
  }
}

if (import.meta.main) {
  const [rounds = 40, observations = 100_000] = Deno.args.map(Number);
  Deno.exitCode = await benchRecallHook(rounds, observations) ? 0 : 1;
}
