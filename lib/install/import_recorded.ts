import type { ImportCounts } from "../lifecycle/types.ts";
import { redactValue } from "../redact/redact_value.ts";
import { askInstalled } from "./ask_installed.ts";
import type { Form } from "./entry.ts";
import type { Machine } from "./machine.ts";
import type { Progress } from "./progress.ts";
import { knowRules } from "../redact/known_rules.ts";
import { RULES } from "../redact/rules.ts";

knowRules(RULES);

/** Bytes of lines, about, that are sent at once: far below what a request may have. */
const AT_ONCE = 1024 * 1024;

/**
 * Takes in what an export gave. Secrets and private blocks are taken out first: the file may be from anywhere.
 *
 * @param machine The machine. Needs all permissions.
 * @param form How the programs are installed, `null` where they are not.
 * @param text JSON Lines. A line that is no record is counted, and passed over.
 * @param emailAllow Domains whose e-mail addresses stay.
 * @param progress Is told what takes long.
 * @throws {Failure} when there is no daemon to be had, or it does not do it.
 */
export async function importRecorded(
  machine: Machine,
  form: Form | null,
  text: string,
  emailAllow: readonly string[],
  progress: Progress,
): Promise<ImportCounts> {
  let sum: Record<string, number> = {};
  const send = async (records: readonly unknown[]): Promise<void> => {
    const counts = await askInstalled(
      machine,
      form,
      "import records",
      "import",
      { records },
      60_000,
    ) as ImportCounts;
    sum = Object.fromEntries(
      Object.entries(counts).map(([name, n]) => [name, n + (sum[name] ?? 0)]),
    );
  };
  return await progress.step("Taking records in", async () => {
    let some: unknown[] = [];
    let length = 0;
    for (const line of text.replace(/^\uFEFF/, "").split("\n")) {
      if (line.trim() === "") continue;
      some.push(redacted(line, emailAllow));
      length += line.length;
      if (length < AT_ONCE) continue;
      await send(some);
      some = [];
      length = 0;
    }
    await send(some);
    return sum as unknown as ImportCounts;
  });
}

/** A line's value; one that is no JSON is `null`, which is no record. */
function redacted(line: string, emailAllow: readonly string[]): unknown {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return null;
  }
  return redactValue(value, { emailAllow }).value;
}

/**
 * What an import came to, in words.
 *
 * @param counts What was taken in.
 */
export function importText(counts: ImportCounts): string {
  const { known, unfit, ...taken } = counts;
  const said = Object.entries(taken).filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} ${name}`);
  return `${
    said.length === 0 ? "Nothing new" : `Took in ${said.join(", ")}`
  }; ${known} were there already, ${unfit} were no records.`;
}
