import { attempt } from "../frame/attempt.ts";
import type { Context } from "../frame/run.ts";
import { canRunGraphify, chooseEngine } from "../graph/choose.ts";
import { readGodNodes } from "../graph/god_nodes.ts";
import { outputFolder } from "../graph/graphify.ts";
import { isMissing } from "../private_file.ts";
import { join } from "../path.ts";
import { type BriefFacts, composeBrief, journalPath } from "./compose_brief.ts";
import { readVault, type VaultFacts } from "./read_vault.ts";

/**
 * Writes the brief of a session.
 *
 * @param context SessionStart's.
 * @returns The brief, `""` where there is nothing to say, and whether the index has to be brought up to date.
 */
export async function briefSession(
  context: Context,
): Promise<{ text: string; indexIsOld: boolean }> {
  const { config, log, event, env } = context;
  const nothing: VaultFacts = {
    godNodes: [],
    conventions: [],
    unnamedConventions: 0,
    indexIsOld: false,
  };
  const vault = realFolder(config.vault.path);
  const known = vault === null
    ? nothing
    : await attempt(log, "read the vault", () =>
      readVault(vault, context, context.now().getTime()), {
      ...nothing,
      indexIsOld: true,
    });
  const fromGraphify = vault !== null && chooseEngine(config) === "graphify"
    ? await attempt(
      log,
      "read the graph",
      () => readGodNodes(outputFolder(config), config.brief.godNodes),
      [],
    )
    : [];
  const facts: BriefFacts = {
    godNodes: fromGraphify.length > 0
      ? fromGraphify
      : known.godNodes.map(({ title, path, degree }) => ({
        label: title,
        path,
        degree,
      })),
    conventions: known.conventions,
    unnamedConventions: known.unnamedConventions,
    journal: vault === null ? null : journalPath(config, context.now()),
    projectGraph: projectGraph(event.cwd ?? env("CLAUDE_PROJECT_DIR") ?? null),
    graphify: canRunGraphify(),
  };
  return { text: composeBrief(facts, config), indexIsOld: known.indexIsOld };
}

/**
 * The project's own graph. Only the one below the folder in which the hook runs may be read, which is the session's.
 */
function projectGraph(cwd: string | null): string | null {
  if (cwd === null) return null;
  const path = join(cwd, "graphify-out/graph.json");
  try {
    return Deno.statSync(path).isFile ? path : null;
  } catch (error) {
    if (isMissing(error) || error instanceof Deno.errors.NotCapable) {
      return null;
    }
    throw error;
  }
}

function realFolder(path: string): string | null {
  try {
    return Deno.statSync(path).isDirectory ? Deno.realPathSync(path) : null;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}
