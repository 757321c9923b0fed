import type { Samples, ScanRule } from "../rule.ts";
import { isDigit, isWordUnit } from "../rule.ts";

/** Tokens of bots: the bot's number, a colon, and 35 characters that begin with `AA`. */
export const telegramToken: ScanRule = {
  name: "telegram_token",
  token: "<TELEGRAM_TOKEN>",
  find: (text, at) => {
    let start = at;
    while (start > at - 11 && isDigit(text.charCodeAt(start - 1))) start--;
    if (at - start < 7 || at - start > 10) return undefined;
    let end = at + (text[at] === ":" ? 1 : 3);
    const from = end;
    if (!text.startsWith("AA", from)) return undefined;
    while (end < from + 64 && isTokenUnit(text.charCodeAt(end))) end++;
    return end - from >= 30 && end - from <= 40 ? { start, end } : undefined;
  },
};

function isTokenUnit(unit: number): boolean {
  return isWordUnit(unit) || unit === 0x2d;
}

export const telegramTokenSamples: Samples = {
  hit: [
    [
      "123456789:AA" + "Habcdefghij1234567890abcdefghij12",
      "<TELEGRAM_TOKEN>",
    ],
    [
      "https://api.telegram.org/bot123456789:AA" +
      "Habcdefghij1234567890abcdefghij12/getMe",
      "https://api.telegram.org/bot<TELEGRAM_TOKEN>/getMe",
    ],
  ],
  miss: ["12:AA", "1234567890:AAbc", "aa:AA:bb:cc"],
};
