/** Words that stand where a secret would: types, keywords, what a document says in its place. */
const WORDS =
  " string str text varchar char number integer int bool boolean byte bytes buffer object array list any unknown undefined void never none null nil true false yes no on off optional required redacted removed hidden masked secret password passwd pwd pass token key api_key apikey example sample placeholder dummy fake foo bar baz todo tbd n/a self this user username empty default env prompt stdin file enabled disabled bearer basic oauth oauth2 jwt ssl tls sha1 sha256 sha512 md5 utf8 utf-8 base64 bcrypt argon2 argon2i argon2id scrypt hmac rsa aes ed25519 await new async function lambda not return if same-origin include omit uint8array int32 int64 uint32 uint64 float32 float64 u8 u64 i64 vec<u8> invalid … ";

/** How a placeholder begins, in lower case. */
const PLACEHOLDERS =
  "your my_password my_secret my_token my_key mypassword mysecret changeme_ insert replace enter_ <"
    .split(" ");

/** How a reference to a secret that is elsewhere begins. */
const REFERENCES =
  "{{ #{ process.env import.meta Deno.env os.environ os.getenv env. env( env: env[ getenv ENV[ secret. secrets. vars. vault. vault: ssm: arn: op:// file:// var. local. data. config. settings. self. this. props. params. args. req. request. options. opts. input. body. user. ENC[ /run/secrets/"
    .split(" ");

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
  if (trimmed.length < 3) return true;
  const lower = trimmed.toLowerCase();
  if (WORDS.includes(` ${lower} `)) return true;
  for (const start of PLACEHOLDERS) if (lower.startsWith(start)) return true;
  for (const start of REFERENCES) if (trimmed.startsWith(start)) return true;
  const first = trimmed.charAt(0);
  if (trimmed === first.repeat(trimmed.length)) return true;
  if ("$@&!%[{".includes(first) && VARIABLE().test(trimmed)) return true;
  return trimmed.includes("${") || trimmed.includes("{{") ||
    trimmed.includes("%s") || trimmed.endsWith("...") ||
    trimmed.endsWith("…");
}

/** A password may begin with these signs too, but hardly goes on with one word and nothing else. */
const VARIABLE = (): RegExp =>
  /^(?:[$@&!](?:[({].*|[A-Za-z_][A-Za-z_.]*\d?)|%\w+%|\{[A-Za-z_][\w.]*(?:![rsa]|:.{0,20})?\}?|\[[^\]]*\]?)$/;

/**
 * Whether a value looks made up by a machine or by somebody who cares: letters with digits or signs, or upper and lower case mixed.
 * Words, identifiers and sentences do not.
 *
 * @param value The value without its quotes.
 */
export function looksRandom(value: string): boolean {
  if (value.length < 6) return false;
  const head = value.slice(0, 256);
  if (/\s/.test(head)) return false;
  const hasLetter = /[A-Za-z]/.test(head);
  if (/\d/.test(head)) {
    if (!hasLetter) return head.length >= 8;
    return head.length > 10 || !/^[A-Za-z]+[_-]?[vV]?\d{1,2}$/.test(head);
  }
  if (!hasLetter) return false;
  if (/[!@#%^&*+=~?]/.test(head)) return true;
  return head.length >= 16 && !/[.(]/.test(head) &&
    (head.match(/[a-z][A-Z]/g)?.length ?? 0) > 3;
}
