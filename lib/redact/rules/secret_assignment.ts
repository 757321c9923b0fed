import { isWordUnit, type Samples, type ScanRule } from "../rule.ts";
import { isSecretName } from "../secret_name.ts";
import {
  isBareSecret,
  isLooseSecret,
  isQuotedSecret,
  type Setting,
} from "./_secret_value.ts";
import { elementAt, type Value, valueAt } from "./_value.ts";

/** Values that a secret's name stands in front of, in whatever syntax has names. */
export const secretAssignment: ScanRule = {
  name: "secret_assignment",
  token: "<SECRET>",
  triggers: [
    "pass",
    "pwd",
    "secret",
    "token",
    "key",
    "auth",
    "credential",
    "connection",
    "connstr",
    "conn_str",
    "cookie",
    "otp",
    "mật khẩu",
    "mat_khau",
    "matkhau",
    "identified by",
  ],
  find: (text, at) => {
    const end = nameEnd(text, at);
    // Most of these words are no names of values, and this tells cheaply.
    if (!CONNECTING.includes(text[end] ?? "a")) return undefined;
    const start = nameStart(text, at, end);
    const name = text.slice(start, end);
    if (!isSecretName(name) && !SPOKEN.test(name)) return undefined;
    if (/cookie$/i.test(name)) return cookie(text, end);
    return assigned(text, name, start, end);
  },
};

/** What may follow a name. */
const CONNECTING = " \t\n=:>\"'`\\],)[(-?%*→|";

const SPOKEN = /^(?:mật khẩu|identified by)$/i;

/** Words that make a name with the word behind them. */
const FIRST_WORD =
  /(?:^|[^A-Za-z0-9])((?:api|access|secret|private|account|auth|encryption|signing|client|connection|master|shared)[ ])$/i;

function nameEnd(text: string, at: number): number {
  if (/^m.t k/i.test(text.slice(at, at + 5))) return at + 8;
  if (/^identified by/i.test(text.slice(at, at + 13))) return at + 13;
  let end = at;
  while (end < at + 48 && isNameUnit(text.charCodeAt(end))) end++;
  if (/^connection string\b/i.test(text.slice(at, at + 18))) return at + 17;
  return end;
}

function nameStart(text: string, at: number, end: number): number {
  let start = at;
  while (start > end - 64 && isNameUnit(text.charCodeAt(start - 1))) start--;
  // Behind an escape, its letter is none of the name; behind a percent-encoded character, its digits.
  if (text[start - 1] === "\\" && /[nrt]/.test(text[start] ?? "")) start++;
  if (text[start - 1] === "%") start = Math.min(at, start + 2);
  const before = FIRST_WORD.exec(text.slice(Math.max(0, start - 14), start));
  return start - (before?.[1]?.length ?? 0);
}

function isNameUnit(unit: number): boolean {
  return isWordUnit(unit) || unit === 0x2d || unit === 0x2e;
}

/**
 * What stands between a name and its value: an XML tag's end; a second key or attribute called `value`; a sign, behind a type or not;
 * a comma or bracket, as in a list or call; a word; or nothing but white space.
 */
const CONNECTOR =
  /(?:[ \t][^<>\n]{0,100})?(>)|(\\{0,3}["']?[\s,]{1,40}\\{0,3}["']?value\\{0,3}["']?\s{0,4}[:=]\s{0,4})|(?:\\{0,3}["'`]?[\])]?(?:\[\w{0,20}\])?\*{0,2}([ \t]{0,16}(?:\??:[ \t]{0,4}&?(?:'static )?[A-Za-z][\w.<>[\]|]{0,30}[ \t]{1,4}=|[ \t]{0,4}string[ \t]{0,4}=|:=|={1,3}>?|:{1,2}|->|%3[aAdD])\*{0,2}[ \t]{0,16}))|\\{0,3}["'`]?([ \t]{0,4}[,(|][ \t]{0,16})|\*{0,2}([ \t]{1,4}(?:is|was|are|to|là|→|bằng)(?::)?[ \t]{1,4})|([ \t]{1,8})/y;

function assigned(
  text: string,
  name: string,
  start: number,
  end: number,
): Value | undefined {
  CONNECTOR.lastIndex = end;
  const connector = CONNECTOR.exec(text);
  if (connector === null) return undefined;
  const from = CONNECTOR.lastIndex;
  const [, element, pair, sign, list, word] = connector;
  const before = text.slice(Math.max(0, start - 12), start);
  if (element !== undefined) {
    const value = /<(?:\w+:)?$/.test(before)
      ? elementAt(text, from)
      : undefined;
    if (value === undefined || text[value.end] !== "<") return undefined;
    const content = text.slice(value.start, value.end);
    const setting = { name, plain: true, spaced: false, next: "" };
    return isQuotedSecret(content, setting) ? value : undefined;
  }
  const line = sign !== undefined &&
    /(?:^|\n|\\n)[ \t]*(?:- |export |set |ENV |\+ ?)?$/.test(before);
  const value = valueAt(text, from, line);
  if (value === undefined) return undefined;
  const content = text.slice(value.start, value.end);
  const next = text[value.end] ?? "";
  const setting: Setting = {
    name,
    plain: line && next !== ";" || /[?&]$/.test(before) || /^-/.test(name) ||
      /^[A-Z0-9_]{4,}$/.test(name) && sign === "=" || /[;]\s?$/.test(before),
    spaced: sign !== undefined && /^[ \t]/.test(sign) && /=/.test(sign),
    next,
  };
  if (sign !== undefined || pair !== undefined) {
    return judged(text, value, content, setting);
  }
  if (list !== undefined) {
    if (
      list.includes("(") && /^(?:get|read|load|fetch|has|is|use)/i.test(name)
    ) return undefined;
    if (list.includes("(") && value.quote === "") return undefined;
    return isLooseSecret(content, false) &&
        (value.quote !== "" || !list.includes(",") || /^$|[\n,;]$/.test(before))
      ? value
      : undefined;
  }
  const quoted = value.quote !== "";
  if (word !== undefined) {
    return isLooseSecret(content, quoted) ? value : undefined;
  }
  if (name.startsWith("-")) {
    return !/^-|^(?:flag|option|argument|or|and|is|to|for|with|in|on|if|from|when|as|was|can|must|should|may)$/
        .test(content) &&
        isBareSecret(content, { ...setting, plain: true })
      ? value
      : undefined;
  }
  return quoted && /pass|pwd|identified/i.test(name) &&
      isLooseSecret(content, true)
    ? value
    : undefined;
}

function judged(
  text: string,
  value: Value,
  content: string,
  setting: Setting,
): Value | undefined {
  // An Authorization header has a scheme in front. Two of them have rules of their own.
  const scheme =
    /^(?:Bearer|Basic|Token|ApiKey|Digest|Bot|Key|OAuth|Negotiate)$/i;
  if (/authorization$/i.test(setting.name)) {
    const [first = "", second] = content.split(" ", 2);
    if (scheme.test(first)) {
      if (/^b(?:earer|asic)$/i.test(first)) return undefined;
      const start = value.start + first.length + 1;
      if (second !== undefined && value.quote !== "") {
        return second.length >= 6 ? { ...value, start } : undefined;
      }
      const rest = valueAt(text, start, true);
      if (rest === undefined) return undefined;
      return isBareSecret(text.slice(rest.start, rest.end), setting)
        ? rest
        : undefined;
    }
  }
  const good = value.quote === ""
    ? isBareSecret(content, setting)
    : isQuotedSecret(content, setting);
  return good ? value : undefined;
}

/** A header of cookies, to the end of its line. */
function cookie(text: string, end: number): Value | undefined {
  const found =
    /(:[ \t]{0,4})[\w.-]{1,64}=[^\s;"']{6,4096}(?:; ?[^\s;"'=]{1,64}(?:=[^\s;"']{0,4096})?){0,40}/y;
  found.lastIndex = end;
  const match = found.exec(text);
  if (match === null) return undefined;
  return {
    start: end + (match[1] ?? "").length,
    end: found.lastIndex,
    quote: "",
  };
}

export const secretAssignmentSamples: Samples = {
  hit: [
    ["DB_PASSWORD=hunter2x", "DB_PASSWORD=<SECRET>"],
    ["export API_KEY='abc123def456'", "export API_KEY='<SECRET>'"],
    ['{"password": "hunter2x"}', '{"password": "<SECRET>"}'],
    ['{\\"password\\":\\"hunter2x\\"}', '{\\"password\\":\\"<SECRET>\\"}'],
    ["clientSecret: 8f7d6s5a4f", "clientSecret: <SECRET>"],
    ['client_secret = "8f7d6s5a4f"', 'client_secret = "<SECRET>"'],
    ["<password>hunter2x</password>", "<password><SECRET></password>"],
    ["X-Api-Key: 8f7d6s5a4f", "X-Api-Key: <SECRET>"],
    ["?a=1&token=8f7d6s5a4f&b=2", "?a=1&token=<SECRET>&b=2"],
    ["login --password hunter2x -v", "login --password <SECRET> -v"],
    ["the password is hunter2x, ok?", "the password is <SECRET>, ok?"],
    ["mật khẩu là hunter2x", "mật khẩu là <SECRET>"],
    [
      "CREATE USER a IDENTIFIED BY 'hunter2x'",
      "CREATE USER a IDENTIFIED BY '<SECRET>'",
    ],
    [
      "- name: DB_PASSWORD\n  value: hunter2x",
      "- name: DB_PASSWORD\n  value: <SECRET>",
    ],
    [
      "Server=db;Password=hunter2x;Pool=1",
      "Server=db;Password=<SECRET>;Pool=1",
    ],
    [
      'let password: string = "hunter2x";',
      'let password: string = "<SECRET>";',
    ],
    ["Cookie: sid=8f7d6s5a4f; a=b", "Cookie: <SECRET>"],
    ["Authorization: Token 8f7d6s5a4f", "Authorization: Token <SECRET>"],
  ],
  miss: [
    "PASSWORD=${DB_PASSWORD}",
    "password: process.env.DB_PASSWORD",
    "token: <token>",
    "password=xxx",
    "password: ****",
    "password: null",
    "secret: true",
    "token = getToken()",
    "password: string",
    "password: String,",
    "max_tokens: 4096",
    "token_count = 12345678",
    "public_key: abc123def456",
    "const token = await next(a1b2c3d4);",
    "the password is required",
    "password = user.password2",
    'type: "password"',
    '"password": "Enter your password"',
    "private_key: /etc/ssl/private/host.key",
    "passwordMinLength: 12345678",
    "login(user, password)",
    "author: abc123def456",
    "a keyboard: abc123def456",
  ],
};
