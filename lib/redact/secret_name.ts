import { isDigit, isWordUnit } from "./rule.ts";

/** How the last word of a secret's name ends, whatever is in front: `DB_PASSWORD`, `mypassword`. */
const ENDINGS = [
  "password",
  "passwd",
  "passwort",
  "kennwort",
  "wachtwoord",
  "senha",
  "passphrase",
  "passcode",
  "pwd",
  "secret",
  "apikey",
  "accesskey",
  "secretkey",
  "privatekey",
  "credential",
  "matkhau",
  "connectionstring",
  "connstr",
  "authtoken",
  "accesstoken",
  "refreshtoken",
  "bearertoken",
  "idtoken",
  "sessiontoken",
  "apitoken",
  "bottoken",
  "csrftoken",
  "xsrftoken",
  "usertoken",
  "apptoken",
  "deploytoken",
  "personaltoken",
  "devicetoken",
  "clienttoken",
  "secrettoken",
];

/** Last words of their own: `token`, but not `maxtoken`. */
const LAST =
  " pass passw pw token auth authorization authkey cookie sas otp totp ";

/** One of these is in every secret's name. */
const PARTS = [
  "pass",
  "pw",
  "key",
  "token",
  "secret",
  "auth",
  "conn",
  "credential",
  "cookie",
  "otp",
  "sas",
  "khau",
  "kennwort",
  "wachtwoord",
  "senha",
];

/** Most names have none, which costs a fresh process a tenth of what taking them apart does. */
function hasPartOfOne(lower: string): boolean {
  for (let index = 0; index < PARTS.length; index++) {
    if (lower.includes(PARTS[index] as string)) return true;
  }
  return false;
}

/** Words that make a secret's name with `key` behind them. */
const KEYS =
  " api access secret private encryption signing master account auth shared storage service ssh license deploy webhook rsa aes hmac session subscription ";

/** Words that follow without changing what the name is about. */
const AFTER =
  " value val b64 base64 plain raw str string text old new prod dev test staging live current confirmation confirm again repeat base ";

/** Words that, one or two words before the end, make it something else: `public_key`, `reset_password`, `next_token`. */
const BEFORE =
  " public no is has with use need show forgot reset change min max num total primary foreign next prev require requires invalid missing wrong bad page continuation ";

/**
 * Whether a value with this name is a secret: `password`, `DB_PASSWORD`, `clientSecret`, `x-api-key`; but not `token_count`,
 * `public_key` or `passwordMinLength`. The name's last word decides. `tokens` are none: a language model counts them.
 *
 * @param text A key, variable, flag or element name. Only its last 64 units are looked at.
 */
export function isSecretName(text: string): boolean {
  if (text.length < 2 || !hasPartOfOne(text.toLowerCase())) return false;
  const words = wordsOf(text.slice(-64));
  let last = words.length - 1;
  // `DB_PASSWORD_2`, `tokenValue`; but a text is none, and a `connection string` ends with such a word.
  if (
    last > 0 && isAfter(words[last] ?? "") &&
    words[last - 1] !== "connection" && words[last - 1] !== "conn"
  ) last--;
  let word = words[last] ?? "";
  const earlier = words[last - 1] ?? "";
  if (has(BEFORE, earlier) || has(BEFORE, words[last - 2] ?? "")) return false;
  if (has(LAST, word)) return true;
  if (word === "string" || word === "str") {
    return earlier === "connection" || earlier === "conn";
  }
  if (word === "khau") return earlier === "mat";
  if (word.endsWith("s") && word !== "pass") word = word.slice(0, -1);
  if (word === "key") return has(KEYS, earlier);
  if (word === "token") return false;
  while (isDigit(word.charCodeAt(word.length - 1))) word = word.slice(0, -1);
  if (has(LAST, word)) return true;
  for (const ending of ENDINGS) if (word.endsWith(ending)) return true;
  return false;
}

/** Words that make a key's name that of no secret: `cache_key`. */
const DATA_KEYS =
  " cache partition sort row primary foreign public hash range lookup index map dict unique object idempotency routing column dedupe lock sequence registry event state query group bucket translation i18n message node item record entity build file path host sibling parent composite natural join shard default search sub hot short arrow menu ";

/**
 * Whether a value with this name is a secret if it looks like one: any vendor's or purpose's key, `MAPS_KEY` or `mistralKey`, and
 * `GITHUB_PAT`, which {@linkcode isSecretName} does not know.
 *
 * @param text A key, variable, flag or element name. Only its last 64 units are looked at.
 */
export function mayBeSecretName(text: string): boolean {
  // Most names are of neither kind, and this tells cheaply.
  const end = text.slice(-3).toLowerCase();
  if (end !== "key" && end !== "pat") return false;
  const words = wordsOf(text.slice(-64));
  const word = words[words.length - 1] ?? "";
  const earlier = words[words.length - 2] ?? "";
  if (word !== "key" && word !== "pat" || earlier === "") return false;
  return !has(DATA_KEYS, earlier) && !has(BEFORE, earlier);
}

/** The words of a name in lower case: parted by signs, and by capitals as in `clientSecret`. */
function wordsOf(name: string): string[] {
  const words: string[] = [];
  let from = 0;
  for (let index = 0; index <= name.length; index++) {
    const unit = name.charCodeAt(index);
    const isPart = isWordUnit(unit) && unit !== 0x5f;
    const isHump = unit >= 0x41 && unit <= 0x5a &&
      name.charCodeAt(index - 1) > 0x5a;
    if (isPart && !isHump) continue;
    if (index > from) words.push(name.slice(from, index).toLowerCase());
    from = isPart ? index : index + 1;
  }
  return words;
}

function isAfter(word: string): boolean {
  return isDigit(word.charCodeAt(0)) && word.length <= 3 || has(AFTER, word);
}

/** Whether a word is in a list of words, which has a space on either side of each. */
function has(words: string, word: string): boolean {
  return word !== "" && words.includes(` ${word} `);
}
