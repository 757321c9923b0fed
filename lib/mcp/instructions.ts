import type { Tool } from "./tool.ts";
import { TOOLS } from "./tools.ts";

/**
 * What a host tells the model of this server: one paragraph, and what is wrong with the installation.
 *
 * @param drift What `readDrift()` found; `""` for nothing.
 */
export function instructions(drift: string): string {
  const paragraph =
    `This memory outlives the session. Read before you work: pulse(domain) for the subject at hand, recall or search for a question, list_domains where it is unclear how a subject is filed; further readers: ${
      named("reader", "pulse", "recall", "search", "list_domains")
    }. Write as you go, not at the end: ${
      named("writer")
    }. A domain is a path, outermost first (acme/x100), and covers what is below it. Say so where a claim is unverified, and settle it later with set_confidence; ${
      named("editor", "set_confidence", "help")
    } keep what is there right. search and recall find notes of the vault, too, marked with source "vault"; read those as files. Secrets and <private> blocks are taken out before anything is stored. help() explains each tool.`;
  return drift === "" ? paragraph : `${paragraph}\n\n${drift}`;
}

/** The names of all tools of a kind, but for some. */
function named(kind: Tool["kind"], ...without: readonly string[]): string {
  return TOOLS.filter((tool) =>
    tool.kind === kind && !without.includes(tool.name)
  )
    .map(({ name }) => name).join(", ");
}
