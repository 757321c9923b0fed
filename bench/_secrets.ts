/** A source of numbers that gives the same ones for the same seed. */
export interface Random {
  /** A whole number from 0 up to but not including `limit`. */
  below(limit: number): number;
  /** One of the items. */
  pick<T>(items: ArrayLike<T>): T;
  /** So many characters of an alphabet. */
  text(alphabet: string, length: number): string;
}

/** A secret that a rule must find. */
export interface Secret {
  /** The rule that it is made for. Another rule may find it as well. */
  readonly rule: string;
  readonly value: string;
  /** The name that it usually has: the only thing that makes a password one. */
  readonly name: string;
  /** Whether it needs the name. */
  readonly named: boolean;
  /** Whether the value has white space or line ends, so that it cannot stand anywhere. */
  readonly spaced: boolean;
}

/** A text that holds a secret. */
export interface Poured {
  readonly syntax: string;
  readonly text: string;
}

/** Marsaglia's xorshift32, which is good enough for samples. */
export function seeded(seed: number): Random {
  let state = seed | 1;
  const below = (limit: number): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
  };
  const pick = <T>(items: ArrayLike<T>): T => items[below(items.length)] as T;
  const text = (alphabet: string, length: number): string =>
    Array.from({ length }, () => pick(alphabet)).join("");
  return { below, pick, text };
}

const DIGITS = "0123456789";
const LOWER = "abcdefghijklmnopqrstuvwxyz";
const UPPER = LOWER.toUpperCase();
const ALNUM = LOWER + UPPER + DIGITS;
const BASE64 = ALNUM + "+/";
const BASE64_URL = ALNUM + "-_";

type Maker = (random: Random) => string;

/** Secrets that their shape tells. */
const SHAPED: Readonly<Record<string, readonly (readonly [string, Maker])[]>> =
  {
    aws_access_key: [
      ["aws_access_key_id", (r) => "AKIA" + r.text(UPPER + DIGITS, 16)],
      ["aws_access_key_id", (r) => "ASIA" + r.text(UPPER + DIGITS, 16)],
    ],
    anthropic_key: [[
      "anthropic_api_key",
      (r) => "sk-ant-api03-" + r.text(BASE64_URL, 93) + "AA",
    ]],
    openai_key: [
      ["openai_api_key", (r) => "sk-" + r.text(ALNUM, 48)],
      ["openai_api_key", (r) => "sk-proj-" + r.text(BASE64_URL, 90) + "A"],
      ["openai_api_key", (r) => "sk-svcacct-" + r.text(BASE64_URL, 60) + "A"],
    ],
    github_pat: [
      ["github_token", (r) => `gh${r.pick("oprsu")}_` + r.text(ALNUM, 36)],
      [
        "github_token",
        (r) => `github_pat_${r.text(ALNUM, 22)}_${r.text(ALNUM, 59)}`,
      ],
    ],
    gitlab_token: [[
      "gitlab_token",
      (r) => "glpat-" + r.text(BASE64_URL, 19) + r.pick(ALNUM),
    ]],
    slack_token: [
      [
        "slack_token",
        (r) =>
          "xoxb" +
          `-${r.text(DIGITS, 12)}-${r.text(DIGITS, 13)}-${r.text(ALNUM, 24)}`,
      ],
      [
        "slack_token",
        (r) => "xapp" + `-1-A${r.text(UPPER, 9)}5-${r.text(DIGITS, 13)}-abc`,
      ],
    ],
    stripe_key: [
      [
        "stripe_key",
        (r) => r.pick(["sk", "rk", "pk"]) + "_live_" + r.text(ALNUM, 24),
      ],
      ["stripe_signing", (r) => "whsec" + "_" + r.text(ALNUM, 32)],
    ],
    google_key: [
      ["google_api_key", (r) => "AIza" + "Sy" + r.text(BASE64_URL, 32) + "a"],
      ["google_secret", (r) => "GOCSPX" + "-" + r.text(BASE64_URL, 27) + "a"],
      ["google_token", (r) => "ya29" + ".a0" + r.text(BASE64_URL, 120) + "a"],
    ],
    npm_token: [["npm_token", (r) => "npm" + "_" + r.text(ALNUM, 36)]],
    hugging_face_token: [[
      "hf_token",
      (r) => "hf" + "_" + r.text(LOWER + UPPER, 34),
    ]],
    sendgrid_key: [[
      "sendgrid_key",
      (r) => `SG.${r.text(ALNUM, 22)}.${r.text(ALNUM, 43)}`,
    ]],
    telegram_token: [[
      "telegram_token",
      (r) => `1${r.text(DIGITS, 9)}:AA${r.text(BASE64_URL, 32)}a`,
    ]],
    jwt: [[
      "id_token",
      (r) =>
        `eyJ${r.text(ALNUM, 33)}.eyJ${r.text(ALNUM, 80)}.${
          r.text(BASE64_URL, 42)
        }a`,
    ]],
    bearer_token: [[
      "authorization",
      (r) => "Bearer " + r.text(BASE64_URL, 39) + r.pick(DIGITS),
    ]],
    basic_auth: [[
      "authorization",
      (r) => "Basic " + btoa(`${r.text(LOWER, 6)}:${r.text(ALNUM, 12)}`),
    ]],
    email: [[
      "email",
      (r) =>
        `${r.text(LOWER, 5)}.${r.text(LOWER, 7)}@${r.text(LOWER, 8)}.${
          r.pick(["com", "vn", "co.uk", "io", "org"])
        }`,
    ]],
    iban: [["iban", makeIban]],
    vn_cccd: [[
      "cccd",
      (r) => r.pick(["001", "036", "048", "079", "096"]) + r.text(DIGITS, 9),
    ]],
    payment_card: [["card", makeCard]],
    phone: [
      ["phone", (r) => `+84${r.pick("35789")}${r.text(DIGITS, 8)}`],
      ["phone", (r) => `0${r.pick("35789")}${r.text(DIGITS, 8)}`],
      ["phone", (r) => `212-555-${r.text(DIGITS, 4)}`],
      ["phone", (r) => `+1-415-555-${r.text(DIGITS, 4)}`],
    ],
    private_key: [["private_key", makePem]],
  };

const NAMES = [
  "DB_PASSWORD",
  "password",
  "clientSecret",
  "api_key",
  "ACCESS_TOKEN",
  "auth_token",
  "secret",
  "smtp_passwd",
  "adminPwd",
  "private_key",
  "SESSION_SECRET",
  "apiKey",
];

/** Passwords and secrets that only their name tells. */
const NAMELESS: readonly Maker[] = [
  (r) => r.text(ALNUM, 20 + r.below(20)) + r.pick(DIGITS),
  (r) => r.text("0123456789abcdef", 32),
  (r) => r.text(BASE64, 42) + r.pick(DIGITS) + "=",
  (r) => r.text(LOWER, 5) + r.text(DIGITS, 3) + r.pick("!#*^") + "x",
  (r) => r.text(ALNUM, 7) + r.pick("@$%/+:") + r.text(ALNUM, 6) + "7",
  (r) => r.pick(UPPER) + r.text(LOWER, 7) + "-" + r.text(DIGITS, 4),
];

/**
 * Makes so many secrets of each kind.
 *
 * @param count How many of each maker.
 */
export function makeSecrets(random: Random, count: number): Secret[] {
  const secrets: Secret[] = [];
  const add = (rule: string, name: string, value: string, named: boolean) =>
    secrets.push({ rule, name, value, named, spaced: /\s/.test(value) });
  for (let round = 0; round < count; round++) {
    for (const [rule, makers] of Object.entries(SHAPED)) {
      for (const [name, make] of makers) add(rule, name, make(random), false);
    }
    for (const make of NAMELESS) {
      add("secret_assignment", random.pick(NAMES), make(random), true);
    }
    const secret = random.text(BASE64, 39) + "a";
    if (/\d/.test(secret) && /[A-Z]/.test(secret)) {
      add("aws_secret", "aws_secret_access_key", secret, true);
    }
    add("url_password", "database_url", random.text(ALNUM, 16), true);
  }
  return secrets;
}

function makeCard(random: Random): string {
  const prefix = random.pick(["4", "51", "55", "37", "6011", "3530", "2221"]);
  const length = prefix === "37" ? 15 : 16;
  const body = prefix + random.text(DIGITS, length - 1 - prefix.length);
  let sum = 0;
  for (let place = 0; place < body.length; place++) {
    let digit = Number(body[body.length - 1 - place]);
    if (place % 2 === 0 && (digit *= 2) > 9) digit -= 9;
    sum += digit;
  }
  const card = body + String((10 - sum % 10) % 10);
  const separator = random.pick(["", "-"]);
  return length === 15 ? card : (card.match(/\d{4}/g) ?? []).join(separator);
}

function makeIban(random: Random): string {
  const [country, length, letters] = random.pick(
    [["DE", 22, 0], ["GB", 22, 4], ["FR", 27, 0], ["NL", 18, 4]] as const,
  );
  const body = random.text(UPPER, letters) +
    random.text(DIGITS, length - 4 - letters);
  let rest = 0;
  for (const unit of `${body}${country}00`) {
    const value = parseInt(unit, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return `${country}${String(98 - rest).padStart(2, "0")}${body}`;
}

function makePem(random: Random): string {
  const kind = random.pick(["", "RSA ", "EC ", "OPENSSH "]);
  const lines = Array.from({ length: 4 }, () => random.text(BASE64, 64));
  const name = `${kind}PRIVATE KEY-----`;
  return `-----BEGIN ${name}\n${lines.join("\n")}\n-----END ${name}`;
}
