import { isWordUnit } from "./rule.ts";
import { spokenNameAt } from "./spoken_name.ts";

/** What may follow a name. */
const CONNECTING = " \t\n=:：>\"'`\\],)[(-?%*→|";

/** Words that may stand between a name and its value, or begin what does. */
const BETWEEN =
  " is was are to from là bằng ist lautet est es should will must set changed reset for of on value ";

/** In names of passwords, which need nothing but a space in between. */
const PASSWORDS = [
  "pass",
  "pw",
  "kennwort",
  "wachtwoord",
  "senha",
  "identified",
];

/** As far as an equals sign behind a type may be away. */
const NEAR = 60;

/** Whether a word may be the name of a value: most are not, and what follows tells so. */
export function namesValue(text: string, at: number): boolean {
  const end = nameEnd(text, at);
  const after = text[end] ?? "a";
  return CONNECTING.includes(after) &&
    (after !== " " || namesBeforeSpace(text, at, end));
}

/** As prose is full of, and source code. */
function namesBeforeSpace(text: string, at: number, end: number): boolean {
  let start = at;
  while (start > at - 64 && isNameUnit(text.charCodeAt(start - 1))) start--;
  // An element with attributes: `<token type="x">`, `<a:apiKey id="1">`.
  if (text.slice(Math.max(0, start - 32), start).includes("<")) return true;
  const name = text.slice(start, end).toLowerCase();
  // A flag, or a password.
  if (name.includes("-") || !isAscii(name)) return true;
  if (PASSWORDS.some((it) => name.includes(it))) return true;
  if (text.slice(end, end + NEAR).includes("= ")) return true;
  let from = end;
  while (text[from] === " ") from++;
  let to = from;
  while (to < from + 12 && isLetter(text.charCodeAt(to))) to++;
  // A sign, or another script.
  if (to === from) return true;
  return BETWEEN.includes(` ${text.slice(from, to).toLowerCase()} `) ||
    text.charCodeAt(to) > 0x7f;
}

function isLetter(unit: number): boolean {
  return unit >= 0x41 && unit <= 0x5a || unit >= 0x61 && unit <= 0x7a;
}

function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    if (text.charCodeAt(index) > 0x7e) return false;
  }
  return true;
}

/** Where a name ends that has a word of a secret in it. */
export function nameEnd(text: string, at: number): number {
  const spoken = spokenNameAt(text, at);
  if (spoken > 0) return at + spoken;
  if (text.startsWith("connection string", at)) return at + 17;
  let end = at;
  while (end < at + 48 && isNameUnit(text.charCodeAt(end))) end++;
  return end;
}

/** Whether a unit may stand in a name. */
export function isNameUnit(unit: number): boolean {
  // - .
  return isWordUnit(unit) || unit === 0x2d || unit === 0x2e;
}
