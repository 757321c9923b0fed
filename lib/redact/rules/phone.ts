import type { Samples, ScanRule } from "../rule.ts";
import { isDigit } from "../rule.ts";
import { standsAlone } from "./_numbers.ts";

/** Behind a `+` anything of this length is one (ITU-T E.164). */
const INTERNATIONAL = (): RegExp => /[1-9](?:[ .()-]{0,2}\d){7,14}(?!\d)/y;

/** With a zero in front and groups, as in most countries; in one piece only as in Vietnam and Great Britain. */
const NATIONAL = (): RegExp =>
  /(?:0[35789]\d{8}|0[27]\d{9}|0[1-9]\d{0,3}([ .-])\d{2,4}(?:\1\d{2,4}){1,3}|\(0\d{1,4}\)(?:[ .-]?\d{2,4}){2,4})(?!\d)/y;

/** As in North America. In one piece it is a number like any other. */
const AMERICAN = (): RegExp =>
  /(?:1([ .-]))?(?:[2-9]\d\d([.-])\d{3}\2\d{4}|\([2-9]\d\d\) ?\d{3}[ .-]\d{4})(?!\d)/y;

const LOOSE = (): RegExp => /\(?\d(?:[ .()-]{0,2}\d){7,14}(?!\d)/y;

const DATE = (): RegExp =>
  /^(?:\d\d[ .\/-]\d\d[ .-](?:19|20)\d\d|(?:19|20)\d\d[ .-]\d\d[ .-]\d\d)/;

/** What says that a number is one, in lower case. */
const ANNOUNCING =
  "phone mobile tel fax cell sđt sdt hotline zalo whatsapp thoại thoai động"
    .split(" ");

/** The last letters of these and of the next words. */
const LAST_LETTERS = "elxtopigrmốàsad";

/** Words that may stand between the name and the number. */
const FILLING = "number no num số là is %3a %3d".split(" ");

/**
 * Telephone numbers (seed: capture, whose expression also ate timestamps, ids and decimals): international ones, national ones as they
 * are written, and any that its name announces.
 */
export const phone: ScanRule = {
  name: "phone",
  token: "<PHONE>",
  digits: 8,
  find: (text, at) => {
    let start = at;
    if (text[start - 1] === "(") start--;
    const plus = plusBefore(text, start);
    if (plus > 0) {
      const end = match(INTERNATIONAL(), text, at);
      start -= plus;
      const number = text.slice(at, end);
      if (end === undefined || isSum(text, start, plus)) return undefined;
      if (DATE().test(number) || /^\d\.\d+$/.test(number)) return undefined;
      return standsAlone(text, start, end) ? { start, end } : undefined;
    }
    const shape = shapeAt(text, at);
    let end = shape && match(shape, text, start);
    if (shape && end === undefined && start < at) end = match(shape, text, at);
    end ??= announced(text, start);
    if (end === undefined || DATE().test(text.slice(at, at + 10))) {
      return undefined;
    }
    // A bracket that the number does not close is none of it.
    if (start < at && !text.slice(start, end).includes(")")) start = at;
    if (/isbn/i.test(text.slice(Math.max(0, start - 12), start))) {
      return undefined;
    }
    if (isHexDump(text, start, end)) return undefined;
    const digits = text.slice(start, end).replace(/\D/g, "").length;
    if (digits < 8 || digits > 15) return undefined;
    return standsAlone(text, start, end) ? { start, end } : undefined;
  },
};

/** Pairs, as in France, with more pairs around them. */
function isHexDump(text: string, start: number, end: number): boolean {
  return end - start === 14 && text[start + 2] === text[end - 3] &&
    (isDigit(text.charCodeAt(end + 1)) ||
      /[0-9a-f]{2} $/.test(text.slice(Math.max(0, start - 3), start)));
}

function match(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

/** Which of the shapes it may have, which most numbers do not. */
function shapeAt(text: string, at: number): RegExp | undefined {
  // The day of a timestamp is too short.
  if (!hasNineDigits(text, at)) return undefined;
  if (text[at] === "0") return NATIONAL();
  const third = text[at + (text[at] === "1" ? 1 : 3)];
  return third === "-" || third === "." || third === ")" || third === " "
    ? AMERICAN()
    : undefined;
}

function hasNineDigits(text: string, at: number): boolean {
  let digits = 0;
  for (let index = at; digits < 9 && index < at + 18; index++) {
    if (isDigit(text.charCodeAt(index))) digits++;
    else if (!" .()-".includes(text.charAt(index))) return false;
  }
  return digits === 9;
}

/** Behind its name, a number may have any shape. */
function announced(text: string, start: number): number | undefined {
  const before = text.slice(Math.max(0, start - 24), start).toLowerCase();
  let rest = stripped(before);
  if (before.length - rest.length > 8) return undefined;
  // Nearly always it is another, which this tells cheaply.
  if (!LAST_LETTERS.includes(rest.slice(-1) || " ")) return undefined;
  const filling = FILLING.find((word) => rest.endsWith(word));
  if (filling !== undefined) rest = stripped(rest.slice(0, -filling.length));
  return ANNOUNCING.some((name) => rest.endsWith(name))
    ? match(LOOSE(), text, start)
    : undefined;
}

/** Without the signs and spaces at its end. */
function stripped(text: string): string {
  let end = text.length;
  while (end > 0 && ` \t"'\`\\:=>.,([])`.includes(text[end - 1] ?? "")) end--;
  return text.slice(0, end);
}

/** The length of the plus in front, which may be percent-encoded, or 0. */
function plusBefore(text: string, start: number): number {
  if (text[start - 1] === "+") return 1;
  const encoded = (text[start - 1] === "B" || text[start - 1] === "b") &&
    text[start - 2] === "2" && text[start - 3] === "%";
  return encoded ? 3 : 0;
}

/** `a+12345678`, `1e+12345678` and base64 have a plus too. */
function isSum(text: string, start: number, plus: number): boolean {
  if (plus === 3) return false;
  const before = text.charCodeAt(start - 1);
  if (isDigit(before)) return true;
  return /[A-Za-z)\]]$/.test(text.slice(Math.max(0, start - 1), start)) &&
    text[start - 2] !== "\\";
}

export const phoneSamples: Samples = {
  hit: [
    ["call +849068780912 now", "call <PHONE> now"],
    ["+84 906 878 091", "<PHONE>"],
    ["+1 (415) 555-2671.", "<PHONE>."],
    ["gọi 0906878091 nhé", "gọi <PHONE> nhé"],
    ["0906 878 091", "<PHONE>"],
    ["028 3822 1234", "<PHONE>"],
    ["415-555-2671", "<PHONE>"],
    ["(415) 555-2671", "<PHONE>"],
    ["020 7946 0958", "<PHONE>"],
    ["01 44 55 66 77", "<PHONE>"],
    ['"phone": "4155552671"', '"phone": "<PHONE>"'],
    ["tel:+14155552671", "tel:<PHONE>"],
    ["?to=%2B84906878091", "?to=<PHONE>"],
    ["+49\u00a0170\u202f1234567", "<PHONE>"],
    ["415\u2011555\u20112671", "<PHONE>"],
  ],
  miss: [
    "issue #12345",
    "1700000000",
    "1700000000000",
    "1700000000000000",
    "1700000000000000000",
    "3.141592653589793",
    "1000 2000 3000",
    "2024-05-05 12:00:01",
    "2024-05-05T12:00:01.123+07:00",
    "01-02-2024 10",
    "192.168.100.200",
    "550e8400-e29b-41d4-a716-446655440000",
    "v1.20240501.12345678",
    "/users/0906878091",
    "order-415-555-2671",
    "1e+12345678",
    "0x0906878091",
    "ISBN: 0735710015",
    "+1.12345679",
    "+1980-02-29",
    "01 02 03 04 05 06 07 08",
    "3e 00 01 00 00 00 c5 01 02 03 04 05",
  ],
};
