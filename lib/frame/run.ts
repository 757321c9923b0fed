import type { Config } from "../config.ts";
import type { HostEvent } from "../event.ts";
import type { Log } from "../log.ts";
import type { Environment, Places } from "../place.ts";
import type { Hook } from "../registry.ts";
import type { Project } from "../project/project_of.ts";
import type { ProjectSettings } from "../project/project_settings.ts";
import type { Flags } from "./flags.ts";
import { runProcess } from "./hook_process.ts";
import { eventOf, type Fields, readFields } from "./read_event.ts";

/** What a handler gets. */
export interface Context {
  readonly event: HostEvent;
  /** The event as it came, for what only one hook asks for. */
  readonly fields: Fields;
  readonly places: Places;
  readonly config: Config;
  readonly log: Log;
  readonly env: Environment;
  readonly now: () => Date;
  /** What stands on the command line. */
  readonly flags: Flags;
  /** Which project it happened in; found out when it is asked for. */
  project(): Project;
  /** What the project wants. That nothing at all, or not this hook, is wanted, the handler need not ask. */
  readonly settings: ProjectSettings;
  /** The command that starts a worker (see `HookProcess`). */
  worker(name: "rebuild" | "memoryd"): string;
  /** Milliseconds left before the hook must have ended. */
  left(): number;
}

/** Does a hook's work, and gives what is written to stdout. */
export type Handler = (context: Context) => Promise<string> | string;

/**
 * Runs a hook: reads the event, calls the handler, writes its answer in one piece, and exits 0 whatever happens. Everything that
 * goes wrong is one line in the log.
 *
 * @param hook The hook's row in the registry.
 * @param script The hook's own place, `import.meta`.
 * @param handler Gets the event; what it returns is written to stdout. It is given up at the hook's deadline.
 */
export function run(
  hook: Hook,
  script: ImportMeta,
  handler: Handler,
): void {
  runProcess(hook, script, async (process, input) => {
    const { places, log, env, now, flags } = process;
    const warnings: string[] = [];
    const understood = understand(
      hook,
      input.text,
      input.end,
      env,
      (warning) => {
        warnings.push(warning);
      },
    );
    const site = await process.site(understood?.event.cwd ?? null);
    if (site.off) return "";
    for (const warning of warnings) log.warn(warning);
    if (understood === null) return "";
    const config = await process.config();
    return await handler({
      ...understood,
      places,
      config,
      log,
      env,
      now,
      flags,
      project: site.project,
      settings: site.settings,
      worker: process.worker,
      left: process.left,
    });
  });
}

function understand(
  hook: Hook,
  text: string,
  end: string,
  env: Environment,
  warn: (message: string) => void,
): Pick<Context, "event" | "fields"> | null {
  const events: readonly string[] = hook.events;
  const expected = hook.events[0] ?? null;
  let fields: Fields | null;
  try {
    fields = readFields(text, env, expected);
  } catch (error) {
    // The message of a JSON error may quote the text; its kind and length say enough.
    const kind = error instanceof TypeError ? "no JSON object" : "not JSON";
    warn(
      `Ignored an event that is ${kind}: ${text.length} characters, stdin ${end}`,
    );
    return null;
  }
  if (fields === null) {
    warn(`Ignored an empty event, stdin ${end}`);
    return null;
  }
  const unusable: string[] = [];
  const event = eventOf(fields, expected, (it) => void unusable.push(it));
  if (event.name !== null && !events.includes(event.name)) {
    warn("Ignored an event that this hook is not for");
    return null;
  }
  if (unusable.length > 0) {
    warn(`Went on without what the event lacks: ${unusable.join(", ")}`);
  }
  return { event, fields };
}
