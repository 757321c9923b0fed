import type { Verdict } from "../store/verify_chain.ts";
import { plainText } from "./plain_text.ts";

/**
 * What a verification came to, for people.
 *
 * @param verdict The verdict.
 * @param store The store's folder.
 */
export function reportVerdict(verdict: Verdict, store: string): string {
  const { bad, findings, rows, firstSeq, lastSeq, purged = 0 } = verdict;
  if (verdict.ok && rows === 0) {
    return `There is nothing to verify: no row is stored in ${store}.\n`;
  }
  const counted = `${rows} ${rows === 1 ? "row" : "rows"}`;
  const range = rows === 0 ? "" : ` (${firstSeq} to ${lastSeq})`;
  const lines = [
    ...bad === null
      ? []
      : [`first bad row ${bad.seq ?? "unknown"}: ${bad.why}`],
    ...findings.map(({ seq, why }) =>
      seq === null ? why : `row ${seq}: ${why}`
    ),
  ];
  return [
    verdict.ok
      ? `The chain is whole: ${counted}${range} in ${store}.`
      : `The chain is not whole: ${store}`,
    ...purged === 0 ? [] : [
      `Note: ${purged} of them ${
        purged === 1 ? "was" : "were"
      } purged: what they said is gone, that they were there is not.`,
    ],
    ...lines.map((line) => `${verdict.ok ? "Note:" : "✗"} ${plainText(line)}`),
    ...verdict.ok ? [] : [`${counted}${range} looked at are good.`],
    "",
  ].join("\n");
}
