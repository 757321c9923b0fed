import type { Samples, ScanRule } from "../rule.ts";
import { isDigit } from "../rule.ts";
import { standsAlone } from "./_numbers.ts";

/** Behind a `+` anything of this length is one (ITU-T E.164). */
const INTERNATIONAL = /[1-9](?:[ .()-]{0,2}\d){7,14}(?!\d)/y;

/** With a zero in front and groups, as in most countries; in one piece only as in Vietnam and Great Britain. */
const NATIONAL =
  /(?:0[35789]\d{8}|0[27]\d{9}|0\d{1,4}([ .-])\d{2,4}(?:\1\d{2,4}){1,3}|\(0\d{1,4}\)(?:[ .-]?\d{2,4}){2,4})(?!\d)/y;

/** As in North America. In one piece it is a number like any other. */
const AMERICAN =
  /(?:1([ .-]))?(?:[2-9]\d\d([.-])\d{3}\2\d{4}|\([2-9]\d\d\) ?\d{3}[ .-]\d{4})(?!\d)/y;

const LOOSE = /\(?\d(?:[ .()-]{0,2}\d){7,14}(?!\d)/y;

const DATE =
  /^(?:\d\d[ .\/-]\d\d[ .-](?:19|20)\d\d|(?:19|20)\d\d[ .-]\d\d[ .-]\d\d)/;

/** What says that a number is one. */
const ANNOUNCED =
  /(?:phone|mobile|\btel|fax|cell|sđt|sdt|hotline|zalo|whatsapp|điện thoại|dien ?thoai|di động)(?:[ _]?(?:number|no\.?|num|số))?["'`\\]{0,3}[\])]?\s{0,3}(?:=>|:=|[:=>,]|là|is|%3a|%3d)?\s{0,3}["'`\\(]{0,3}$/i;

/**
 * Telephone numbers (seed: capture, whose expression also ate timestamps, ids and decimals): international ones, national ones as they
 * are written, and any that its name announces.
 */
export const phone: ScanRule = {
  name: "phone",
  token: "<PHONE>",
  triggers: [],
  find: (text, at) => {
    let start = at;
    if (text[start - 1] === "(") start--;
    const plus = text[start - 1] === "+"
      ? 1
      : /%2b$/i.test(text.slice(Math.max(0, start - 3), start))
      ? 3
      : 0;
    if (plus > 0) {
      const end = match(INTERNATIONAL, text, at);
      start -= plus;
      if (end === undefined || isSum(text, start, plus)) return undefined;
      return standsAlone(text, start, end) ? { start, end } : undefined;
    }
    const end = match(NATIONAL, text, start) ?? match(NATIONAL, text, at) ??
      match(AMERICAN, text, start) ?? match(AMERICAN, text, at) ??
      announced(text, start);
    if (end === undefined || DATE.test(text.slice(at, at + 10))) {
      return undefined;
    }
    // A bracket that the number does not close is none of it.
    if (start < at && !text.slice(start, end).includes(")")) start = at;
    const digits = text.slice(start, end).replace(/\D/g, "").length;
    if (digits < 8 || digits > 15) return undefined;
    return standsAlone(text, start, end) ? { start, end } : undefined;
  },
};

function match(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

function announced(text: string, start: number): number | undefined {
  const end = match(LOOSE, text, start);
  if (end === undefined) return undefined;
  return ANNOUNCED.test(text.slice(Math.max(0, start - 40), start))
    ? end
    : undefined;
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
    ['"phone": "4155552671"', '"phone": "<PHONE>"'],
    ["tel:+14155552671", "tel:<PHONE>"],
    ["?to=%2B84906878091", "?to=<PHONE>"],
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
  ],
};
