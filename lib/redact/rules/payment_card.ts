import type { PatternRule, Samples } from "../rule.ts";
import { standsAlone } from "./_numbers.ts";

/** Prefixes and lengths that card networks give out. */
const NETWORKS = (): RegExp =>
  /^(?:4(?:\d{12}|\d{15}|\d{18})|5[1-5]\d{14}|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}|3[47]\d{13}|3(?:0[0-5]|[689]\d)\d{11,13}|6(?:011|5\d\d|4[4-9]\d)\d{12,15}|35(?:2[89]|[3-8]\d)\d{12,15}|62\d{14,17}|(?:50|5[6-9]|6[37])\d{12,17}|9704\d{12,15}|220[0-4]\d{12,15})$/;

/** How cards are printed. Other groups are other numbers. */
const GROUPS = (): RegExp =>
  /^(?:\d+|\d{4}([ .-])\d{4}\1\d{4}\1\d{1,4}(?:\1\d{1,3})?|\d{4}([ .-])\d{6}\2\d{4,5})$/;

/** Numbers of payment cards: a known prefix, its length, and the check digit of ISO/IEC 7812 (Luhn). */
export const paymentCard: PatternRule = {
  name: "payment_card",
  token: "<CARD>",
  digits: 13,
  pattern: () => /[2-69]\d{3}(?:[ .-]?\d){9,15}(?!\d)/y,
  check: (match, text, index) => {
    const digits = match[0].replace(/[ .-]/g, "");
    if (!NETWORKS().test(digits) || !GROUPS().test(match[0])) return false;
    // In one piece, so many digits are an id far more often.
    if (digits.length > 16 && digits.length === match[0].length) {
      const before = text.slice(Math.max(0, index - 30), index);
      if (!/card|thẻ|pan\b|visa|amex/i.test(before)) return false;
    }
    return hasLuhnDigit(digits) &&
      standsAlone(text, index, index + match[0].length);
  },
};

function hasLuhnDigit(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place++) {
    let digit = digits.charCodeAt(digits.length - 1 - place) - 0x30;
    if (place % 2 === 1 && (digit *= 2) > 9) digit -= 9;
    sum += digit;
  }
  return sum % 10 === 0;
}

export const paymentCardSamples: Samples = {
  hit: [
    ["4111111111111111", "<CARD>"],
    ["card 4111 1111 1111 1111, 12/30", "card <CARD>, 12/30"],
    ["5500-0000-0000-0004", "<CARD>"],
    ["3782 822463 10005", "<CARD>"],
    ["6011000990139424", "<CARD>"],
    ["4111.1111.1111.1111.", "<CARD>."],
    ["4111\u00a01111\u202f1111 1111", "<CARD>"],
    ["4111\u20111111\u20111111\u20111111", "<CARD>"],
  ],
  miss: [
    "4111111111111112",
    "1700000000000000",
    "1234567890123456789",
    "4 111 111 111 111 111",
    "id-4111111111111111",
    "0.4111111111111111",
    "4111.1111 1111.1111",
    "4111111.111111111",
  ],
};
