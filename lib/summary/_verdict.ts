import type { Statement } from "./_statements.ts";

/** What stands below such a heading was done or found. */
const RESULT_HEADING =
  /\b(?:summary|results?|done|chang(?:es?|ed)|decisions?|conclusions?|outcome|fix(?:es|ed)?|findings?|root cause|why|what i)\b|zusammenfassung|ergebnis|entscheid|geändert|résumé|résultat|décision|resumen|resultado|cambios|итог|результат|总结|總結|结果|結果|变更|まとめ|変更|요약|결과/i;

/** And below such a one it is still to be done. */
const OPEN_HEADING =
  /\b(?:next(?: steps?)?|to-?do|to do|open(?: questions?| points?| issues?)?|remaining|follow[- ]?ups?|outstanding|not (?:yet )?done|left|known issues?|limitations?|caveats?)\b|nächste schritte|offene?\b|ausstehend|prochaines étapes|reste à faire|próximos pasos|pendiente|осталось|дальше|下一步|待办|待辦|遗留|今後|次の|残り|다음/i;

const DECISION =
  /\b(?:decided|decision|chose|chosen|opted|instead of|rather than|because|so that|therefore|turned out|root cause|settled on|went with|agreed|prefer(?:red|s)?|recommend(?:ed)?|no longer|now uses?|the (?:cause|problem|bug|reason|culprit) (?:is|was))\b|\b(?:weil|statt|stattdessen|entschieden|deshalb|parce que|au lieu de|décidé|porque|en lugar de|decidido)\b|потому что|вместо|решил|因为|因為|改为|决定|決定|ため|代わりに|때문/i;

const RESULT =
  /^(?:I|we|I've|we've|I have|we have)\b.{0,60}?\b(?:\p{L}+ed|wrote|made|built|found|set|put|ran|kept|left|took|split|cut|got|gave)\b|^(?!(?:need|speed|feed|indeed)\b)\p{L}+ed\b|\b(?:is|are) now\b|\btests? (?:now )?pass|\bpass(?:es|ed)\b|\bfixe[sd]\b|\bworks\b|\b(?:habe|wurde|ist jetzt|j'ai|a été|he |ha sido)\b/iu;

const SMALL_TALK =
  /^(?:done|great|sure|okay|ok|perfect|all set|here(?:'s| is| are)|let me|i'll|i will|you can|feel free|if you|want me|happy to|good|nice)\b/i;

const OPEN =
  /^(?:open|still open|to[- ]?do|next|remaining|pending|outstanding|offen(?: ist)?|noch offen)\b(?: (?:questions?|points?|issues?|items?|steps?))?\s*[:：]|\b(?:TODO|FIXME|next steps?|still (?:needs?|has|have|to|fails?|missing|open|unclear)|not (?:yet|done)|remain(?:s|ing)|left to (?:do|be)|yet to|need(?:s)? to be|should (?:still|also) be|hasn't|haven't|couldn't|could not|unable to|wasn't able|follow[- ]up|you(?:'ll| will)? (?:want|need|have) to|make sure (?:to|you)|before (?:deploying|merging|releasing|you (?:deploy|merge|release)))\b|\b(?:noch (?:nicht|offen|zu)|muss noch|steht noch aus|à faire|il reste|falta|pendiente|por hacer)\b|ещё не|осталось|尚未|还没|還沒|待办|待辦|まだ|未対応|未完了|残って|아직/i;

/** What a statement is of a summary. */
export interface Verdict {
  /** Whether it tells of what is to be done. */
  readonly isOpen: boolean;
  readonly isQuestion: boolean;
  /** How much it tells of what was decided or came out, 0 where it is nothing of the kind by its words. */
  readonly weight: number;
}

/**
 * Judges a statement by its words and by what it stands under. The words are English and a few of other languages; where none is known,
 * whoever asks goes by where it stands.
 *
 * @param statement The statement.
 */
export function verdict(
  { text, heading, isItem, isDone }: Statement,
): Verdict {
  const isQuestion = /[?？]["'”’)）]*$/.test(text);
  const isDecision = DECISION.test(text);
  // What is decided in a sentence below a list of what is open belongs to none of it.
  const isBelowOpen = OPEN_HEADING.test(heading) && (isItem || !isDecision);
  const isOpen = isDone === false ||
    (isDone !== true && (isBelowOpen || OPEN.test(text)));
  let weight = 0;
  if (RESULT_HEADING.test(heading)) weight += 2;
  if (isDecision) weight += 3;
  if (RESULT.test(text)) weight += 2;
  if (isDone === true) weight += 2;
  if (SMALL_TALK.test(text)) weight -= 3;
  return { isOpen, isQuestion, weight: isQuestion ? 0 : weight };
}
