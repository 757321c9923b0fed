/** Words that stand where a secret would: types, keywords, what a document says in its place. */
const WORDS =
  /^(?:string|str|text|varchar|char|number|integer|int|bool|boolean|bytes?|buffer|object|array|list|any|unknown|undefined|void|never|none|null|nil|true|false|yes|no|on|off|optional|required|redacted|removed|hidden|masked|secret|password|passwd|pwd|pass|token|key|api_?key|your_?\w{0,30}|my_?(?:password|secret|token|key)|example|sample|placeholder|dummy|fake|foo|bar|baz|todo|tbd|n\/a|x{2,}|\*{2,}|\.{2,}|-{2,}|_{2,}|•{2,}|…|self|this|user|username|empty|default|env|prompt|stdin|file|enabled|disabled|bearer|basic|oauth2?|jwt|ssl|tls|sha\d{1,3}|md5|utf-?8|base64|bcrypt|argon2\w{0,2}|scrypt|hmac|rsa|aes|ed25519|changeme_\w{0,30}|insert_?\w{0,30}|replace_?\w{0,30}|enter_?\w{0,30})$/i;

/** A reference to a secret that is somewhere else. */
const REFERENCE =
  /^(?:\$|%[A-Za-z_]\w*%|\{\{|<[^>]*>?$|\[[^\]]*\]?$|#\{|@|&[a-z]|process\.env|import\.meta|Deno\.env|os\.(?:environ|getenv)|env[.(:\[]|getenv|ENV\[|secrets?\.|vars\.|vault[:.]|ssm:|arn:|op:\/\/|file:\/\/|var\.|local\.|data\.|config\.|settings\.|self\.|this\.|props\.|params\.|args\.|req(?:uest)?\.|options\.|opts\.|input\.|body\.|user\.|!(?:Ref|Sub|GetAtt|vault)\b|ENC\[|\/run\/secrets\/)/;

/** Nothing longer is a placeholder. */
const LONGEST = 120;

/**
 * Whether a value that has a secret's name says so little that it is none: empty, a placeholder such as `xxx`, `****`, `<token>` and
 * `your-key`, a reference such as `${VAR}` and `process.env.X`, a keyword or a type.
 *
 * @param value The value without its quotes.
 */
export function isPlaceholder(value: string): boolean {
  if (value.length > LONGEST) return false;
  const trimmed = value.trim();
  return trimmed.length < 3 || WORDS.test(trimmed) ||
    REFERENCE.test(trimmed) || /^(.)\1*$/.test(trimmed) ||
    /^your[-_ ]/i.test(trimmed) || /\$\{|\{\{|%s|\.\.\.$/.test(trimmed);
}

/**
 * Whether a value looks made up by a machine or by somebody who cares: letters with digits or signs, or upper and lower case mixed.
 * Words, identifiers and sentences do not.
 *
 * @param value The value without its quotes.
 */
export function looksRandom(value: string): boolean {
  if (value.length < 6 || /\s/.test(value.slice(0, 256))) return false;
  const head = value.slice(0, 256);
  const letters = /[A-Za-z]/.test(head);
  if (/\d/.test(head)) {
    return letters
      ? !/^[a-z]+[_-]?[vV]?\d{1,2}$/i.test(head) || head.length > 10
      : head.length >= 8;
  }
  return letters &&
    (/[!@#%^&*+=~?]/.test(head) ||
      head.length >= 16 && /[a-z][A-Z].*[a-z][A-Z].*[a-z][A-Z]/.test(head) &&
        !/[.(]/.test(head));
}
