import { isWordUnit, type ScanRule } from "../rule.ts";
import { isKeyLike } from "../key_like.ts";
import { isSecretName, mayBeSecretName } from "../secret_name.ts";
import {
  isBareSecret,
  isLooseSecret,
  isQuotedSecret,
  type Setting,
} from "./_secret_value.ts";
import { isPlaceholder } from "../not_secret.ts";
import { connectorAt } from "./_connector.ts";
import { isNameUnit, nameEnd } from "../name_end.ts";
import { cookiesAt, parametersAt } from "./_header.ts";
import { behindTag, nextLineSecret } from "./_next_line.ts";
import { SECRET } from "../named_secret.ts";
import { spokenNameAt } from "../spoken_name.ts";
import { elementAt, LONGEST_CELL, type Value, valueAt } from "./_value.ts";

/** Values that a secret's name stands in front of, in whatever syntax has names. */
export const secretAssignment: ScanRule = {
  ...SECRET,
  find: (text, at) => {
    const end = nameEnd(text, at);
    const start = nameStart(text, at, end);
    const name = text.slice(start, end);
    const isSure = spokenNameAt(text, at) > 0 || isSecretName(name);
    if (!isSure && !mayBeSecretName(name)) return undefined;
    if (lastLetters(name, 6) === "cookie") return cookiesAt(text, end);
    const value = assigned(text, name, start, end);
    if (isSure || value === undefined) return value;
    return isKeyLike(text.slice(value.start, value.end)) ? value : undefined;
  },
};

/** First words of a name of two: `API key`, `client secret`. */
const FIRST_WORDS =
  " api access secret private account auth encryption signing client connection master shared ";

function nameStart(text: string, at: number, end: number): number {
  let start = at;
  while (start > end - 64 && isNameUnit(text.charCodeAt(start - 1))) start--;
  // Behind an escape, its letter is none of the name; behind a percent-encoded character, its digits.
  if (text[start - 1] === "\\" && "nrt".includes(text[start] ?? " ")) start++;
  if (text[start - 1] === "%") start = Math.min(at, start + 2);
  if (text[start - 1] !== " ") return start;
  let first = start - 1;
  while (first > start - 14 && isWordUnit(text.charCodeAt(first - 1))) first--;
  const word = text.slice(first, start - 1).toLowerCase();
  return FIRST_WORDS.includes(` ${word} `) ? first : start;
}

function lastLetters(name: string, count: number): string {
  return name.slice(-count).toLowerCase();
}

function assigned(
  text: string,
  name: string,
  start: number,
  end: number,
): Value | undefined {
  const before = text.slice(Math.max(0, start - NEAR), start);
  // `${PASSWORD:-…}` is a variable; the user of an address is another rule's.
  if (before.endsWith("${") || before.endsWith("://")) return undefined;
  const connector = connectorAt(text, end, before);
  if (connector === undefined) return undefined;
  const { kind, sign } = connector;
  const from = behindTag(text, connector.from);
  // Most of what has nothing but a space behind it is prose.
  const isFlag = name.startsWith("-");
  const isPassword = /pass|pw|kennwort|wachtwoord|senha|[^ -~]|identified/i
    .test(
      name,
    );
  if (kind === "space" && !isFlag && !isPassword) return undefined;
  // `pass` is a verb as well.
  const isPass = name.toLowerCase() === "pass";
  if (isPass && sign.startsWith(" :")) return undefined;
  if (kind === "element") {
    const value = elementAt(text, from);
    if (value === undefined) return undefined;
    const setting = { name, plain: true, spaced: false, next: "" };
    return isQuotedSecret(text.slice(value.start, value.end), setting)
      ? value
      : undefined;
  }
  const near = kind === "sign" ? nextLineSecret(text, from) : undefined;
  if (near !== undefined) return near;
  const line = kind === "sign" && beginsLine(before);
  const value = valueAt(
    text,
    from,
    line ? "line" : kind === "sign" ? "other" : "cell",
  );
  if (value === undefined) return undefined;
  const content = text.slice(value.start, value.end);
  if (isPlaceholder(content) && !SCHEMES.includes(` ${content} `)) {
    return undefined;
  }
  const quoted = value.quote !== "";
  const next = text[value.end] ?? "";
  const setting: Setting = {
    name,
    plain: line && next !== ";" ||
      "?&;".includes(before.trimEnd().slice(-1) || "a") ||
      isFlag || sign === "=" && /^[A-Z0-9_]{4,}$/.test(name),
    spaced: sign.startsWith(" ") && sign.includes("="),
    next,
  };
  let found: boolean;
  switch (kind) {
    case "sign":
      return withRest(text, judged(text, value, content, setting), line);
    case "list": {
      // A row of values, not of arguments.
      const row = /^$|[\n,;|]$|\| $/.test(before) && !/[([]|=./.test(content);
      const listed = quoted ? QUOTES.includes(before.slice(-1) || "a") : row;
      found = listed && !content.startsWith("-") &&
        isLooseSecret(content, false);
      break;
    }
    case "call":
      found = quoted && isLooseSecret(content, false) &&
        !/^(?:get|read|load|fetch|has|is|use)/i.test(name);
      break;
    case "word":
      found = !isPass &&
        (isLooseSecret(content, quoted) ||
          isPassword && WORD_AND_NUMBER().test(content));
      break;
    case "space":
      if (isFlag) {
        found = !content.startsWith("-") && !isProse(content) &&
          isBareSecret(content, setting);
      } else {
        found = !isPass && !content.startsWith("-") &&
          isLooseSecret(content, quoted) && (quoted || /\d/.test(content));
      }
  }
  if (!found) return undefined;
  const isCut = !quoted && content.length === LONGEST_CELL;
  return isCut ? valueAt(text, from, "other") : value;
}

/** Whether a line begins behind this, but for what env files, shells, YAML lists and diffs put in front of a name. */
function beginsLine(before: string): boolean {
  let from = before.lastIndexOf("\n") + 1;
  // Nothing but the text's beginning is that near.
  if (from === 0 && before.length === NEAR) return false;
  from = Math.max(from, before.lastIndexOf("\\n") + 2);
  const lead = before.slice(from).trim();
  return lead === "" || LEADS.includes(` ${lead} `);
}

const QUOTES = "\"'`";

/** As people make passwords. Behind any other name it is rather a name, too. */
const WORD_AND_NUMBER = (): RegExp => /^[A-Za-z]{4,32}\d{1,4}$/;

/** Words behind a flag that a sentence is about. */
function isProse(content: string): boolean {
  return " flag flags option options argument arguments or and is to for with in on if from when as was can must should may "
    .includes(` ${content} `);
}

/** How far it is looked back from a name. */
const NEAR = 16;

const LEADS = " - export set ENV + ";

/** Schemes of an Authorization header, but for two that have rules of their own. */
const SCHEMES =
  " Token token ApiKey Digest Bot Key OAuth Negotiate AWS4-HMAC-SHA256 ";

/** With what follows on the same line, where that is words of a password as well: `S3cr3t Pa55`. */
function withRest(
  text: string,
  value: Value | undefined,
  isLine: boolean,
): Value | undefined {
  if (!isLine || value === undefined || value.quote !== "") return value;
  if (text[value.end] !== " ") return value;
  const rest =
    /(?: (?=[A-Za-z]*\d)[A-Za-z0-9!@#$%^&*+-]{3,32}){1,3}(?=\r?\n|$)/y;
  rest.lastIndex = value.end;
  return rest.test(text) ? { ...value, end: rest.lastIndex } : value;
}

function judged(
  text: string,
  value: Value,
  content: string,
  setting: Setting,
): Value | undefined {
  if (lastLetters(setting.name, 13) === "authorization") {
    if (/^b(?:earer|asic)\b/i.test(content)) return undefined;
    const [scheme = ""] = content.split(" ", 1);
    if (SCHEMES.includes(` ${scheme} `)) {
      const from = value.start + scheme.length + 1;
      const parameters = parametersAt(text, from);
      if (parameters !== undefined) return parameters;
      const rest = valueAt(text, from, "line");
      if (rest === undefined) return undefined;
      const secret = text.slice(rest.start, rest.end);
      return isBareSecret(secret, setting) ? rest : undefined;
    }
  }
  const good = value.quote === ""
    ? isBareSecret(content, setting)
    : isQuotedSecret(content, setting);
  return good ? value : undefined;
}
