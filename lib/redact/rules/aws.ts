import {
  isDigit,
  isWordUnit,
  type Samples,
  type ScanRule,
  type Span,
} from "../rule.ts";

/** Ids of long-lived and of temporary keys (seed: capture, with `ASIA` added). */
export const awsAccessKey: ScanRule = {
  name: "aws_access_key",
  token: "<AWS_KEY>",
  find: (text, at) => {
    const id = text.slice(at, at + 4);
    if (id !== "AKIA" && id !== "ASIA") return undefined;
    let end = at + 4;
    while (end < at + 20 && isUpperOrDigit(text.charCodeAt(end))) end++;
    return end === at + 20 ? { start: at, end } : undefined;
  },
};

function isUpperOrDigit(unit: number): boolean {
  return isDigit(unit) || unit >= 0x41 && unit <= 0x5a;
}

/** The seed's form goes as a whole. */
const SEED = (): RegExp => /[ \t]{0,20}=[ \t]{0,20}[^\s"'`<>$&;,]{8,256}/y;

/** A secret key with its name, in other syntaxes, or right behind its key's id. The name stays. */
export const awsSecret: ScanRule = {
  name: "aws_secret",
  token: "<AWS_SECRET>",
  find: (text, at) => {
    if (text[at + 2] === "I" || text[at + 2] === "i") {
      return keyBehind(text, at + 20);
    }
    const name = text.slice(at, at + 24).toLowerCase();
    const end = name.indexOf("key") + 3;
    if (end < 3) return undefined;
    if (/^aws_secret(?:_access)?_key/.test(name)) {
      const seed = SEED();
      seed.lastIndex = at + end;
      if (seed.test(text)) return { start: at, end: seed.lastIndex };
    }
    return keyBehind(text, at + end);
  },
};

/** Forty letters, digits, `+` and `/` of all kinds, close behind an index: a hash has no capitals, a path hardly that length. */
function keyBehind(text: string, from: number): Span | undefined {
  let end = from;
  for (let words = 0; words < 4; words++) {
    let start = end;
    while (start < from + 60 && !isKeyUnit(text.charCodeAt(start))) start++;
    end = start;
    while (end <= start + 40 && isKeyUnit(text.charCodeAt(end))) end++;
    if (end - start < 40) continue;
    const key = text.slice(start, end);
    const isKey = end - start === 40 && /[A-Z]/.test(key) &&
      /[a-z]/.test(key) && /\d/.test(key);
    return isKey ? { start, end } : undefined;
  }
  return undefined;
}

function isKeyUnit(unit: number): boolean {
  // + /
  return isWordUnit(unit) && unit !== 0x5f || unit === 0x2b || unit === 0x2f;
}

export const awsAccessKeySamples: Samples = {
  hit: [
    ["AKIA" + "1234567890ABCDEF", "<AWS_KEY>"],
    ["use this key AKIA" + "1234567890123456", "use this key <AWS_KEY>"],
    ["id:\\nASIA" + "QWERTYUIOP123456", "id:\\n<AWS_KEY>"],
  ],
  miss: ["AKIA is a prefix", "akia1234567890abcdef", "ASIA-PACIFIC REGION"],
};

export const awsSecretSamples: Samples = {
  hit: [
    [
      "aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/" + "bPxRfiCYEXAMPLEKEY",
      "<AWS_SECRET>",
    ],
    [
      "AWS_SECRET_KEY=wJalrXUtnFEMI/K7MDENG/" + "bPxRfiCYEXAMPLEKEY",
      "<AWS_SECRET>",
    ],
    [
      '{"aws_secret_access_key": "wJalrXUtnFEMI/K7MDENG/' +
      'bPxRfiCYEXAMPLEKEY"}',
      '{"aws_secret_access_key": "<AWS_SECRET>"}',
    ],
    [
      "SecretAccessKey: wJalrXUtnFEMI/K7MDENG/" + "bPxRfiCYEXAMPLEKEY",
      "SecretAccessKey: <AWS_SECRET>",
    ],
    [
      "AKIA" + "1234567890ABCDEF,wJalrXUtnFEMI/K7MDENG/" + "bPxRfiCYEXAMPLEKEY",
      "<AWS_KEY>,<AWS_SECRET>",
    ],
  ],
  miss: [
    "aws_secret_access_key = ${AWS_SECRET}",
    "the AWS secret access key is missing",
    "the secret access key of AKIA is a pair's other half",
  ],
};
