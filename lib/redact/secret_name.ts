/** Last words of names whose values are secrets. A name may have anything in front of them: `DB_PASSWORD`, `mypassword`. */
const ANYWHERE =
  "pass(?:word|wd|phrase|code)|passw|pwd|secret|credential|mat_?khau|api_?key|apikey|access_?key|secret_?key|private_?key|(?:encryption|signing|master|account|auth|shared|storage|service|ssh|license|deploy|webhook|rsa|aes|hmac)_?key|connection_?string|conn_?str";

/** Last words that must be words of their own, or stand behind a known one: `token`, but not `maxtoken`. */
const AS_WORD =
  "pass|token|(?:auth|access|refresh|bearer|id|session|api|bot|csrf|xsrf|user|app|deploy|personal|secret|device|push)token|auth|authorization|authkey|cookie|salt_?key|key_?secret|sas|otp|totp";

/** What may follow without changing what the name is about. */
const ENDING =
  "(?:_?(?:value|val|b64|base64|plain|raw|str|string|text|old|new|prod|dev|test|staging|live|current|confirmation|confirm|again|repeat|\\d{1,3}))?";

let name: RegExp | undefined;

/** Whether a plural names secrets too; `tokens` counts those of a language model more often. */
const PLURAL = "(?:s(?<!tokens|sass|auths))?";

/**
 * Whether a value with this name is a secret: `password`, `DB_PASSWORD`, `clientSecret`, `x-api-key`; but not `token_count`,
 * `public_key` or `passwordMinLength`. The name's last word decides.
 *
 * @param text A key, variable, flag or element name. Only its last 64 units are looked at.
 */
export function isSecretName(text: string): boolean {
  if (text.length < 3) return false;
  const words = text.slice(-64).trim()
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replace(/ậ/g, "a").replace(/ẩ/g, "a")
    .replace(/[^a-z0-9]+/g, "_");
  name ??= new RegExp(
    `(?:(?:${ANYWHERE})|(?:^|_)(?:${AS_WORD}))${PLURAL}${ENDING}$`,
  );
  return name.test(words) && !NOT.test(words);
}

/** Names that end like a secret's and hold none. */
const NOT =
  /(?:^|_)(?:public|no|is|has|with|use|need|show|forgot|reset|change|min|max|num|total|primary|foreign|next|prev|require|requires|invalid|missing|wrong|bad)_(?:[a-z]+_)?[a-z]+$/;
