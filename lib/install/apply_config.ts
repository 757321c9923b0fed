import { join } from "@std/path";
import { ensurePrivateFolder } from "../private_file.ts";
import type { ConfigPlan } from "./plan_config.ts";
import { readSettings } from "./read_settings.ts";
import { backUp, writeAtomic } from "./write_atomic.ts";

/** The first note of a vault that the installer made. */
const WELCOME = `---
summary: What this vault is for, and how Claude Code uses it
tags:
  - scope/global
  - type/guide
---

# Welcome

This folder is your vault: plain Markdown notes that belong to you and that Claude Code remembers.

- Each session starts with a brief: the notes that most others link to, and the summaries of all conventions.
- A note becomes a convention by the tag \`convention\` (or \`convention/<topic>\`), or by lying in the folder \`convention\`.
  Its line \`summary:\` is what each session reads.
- Link notes with double brackets around their names. What is linked most is what the brief names first.
- Each session leaves an entry in the folder \`journal\`.

Open the folder in Obsidian, or in any editor.
`;

/**
 * Carries out the plan for config and vault.
 *
 * @param plan The plan. Needs write permission on the config's folder, and on the default vault where it is made.
 * @param isOurs Whether the config is still the copy that an installation made: nothing of the user's is in it to be backed up.
 * @param now The time in a backup's name.
 * @returns What was done, in words.
 */
export function applyConfig(
  plan: ConfigPlan,
  isOurs: boolean,
  now: Date,
): string[] {
  const done: string[] = [];
  if (plan.after !== plan.before) {
    const { real } = readSettings(plan.path);
    if (plan.before === null) done.push(`Wrote ${plan.path}`);
    else {
      done.push(`Set the vault in ${plan.path}`);
      if (!isOurs) done.push(`Backup: ${backUp(real, now)}`);
    }
    writeAtomic(real, plan.after);
  }
  if (plan.makeVault) {
    const vault = plan.config.vault.path;
    ensurePrivateFolder(vault);
    Deno.writeTextFileSync(join(vault, "Welcome.md"), WELCOME, {
      createNew: true,
      mode: 0o600,
    });
    done.push(`Made the vault ${vault}`);
  }
  return done;
}
