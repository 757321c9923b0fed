import type { PatternRule, Samples } from "../rule.ts";

/** Ids of long-lived and of temporary keys (seed: capture, with `ASIA` added). */
export const awsAccessKey: PatternRule = {
  name: "aws_access_key",
  token: "<AWS_KEY>",
  triggers: ["akia", "asia"],
  pattern: () => /A[KS]IA[0-9A-Z]{16}/y,
};

/** A secret key with its name (the seed's form goes as a whole, other syntaxes keep the name), or right behind its key's id. */
export const awsSecret: PatternRule = {
  name: "aws_secret",
  token: "<AWS_SECRET>",
  triggers: [
    "aws_secret",
    "aws-secret",
    "awssecret",
    "secretaccesskey",
    "secret access key",
    "secret_access_key",
    "akia",
    "asia",
  ],
  pattern: () =>
    /aws_secret(?:_access)?_key[ \t]{0,20}=[ \t]{0,20}[^\s"'`<>$&;,]{8,256}|((?:(?:aws[_-]?)?secret[_ -]?(?:access[_ -]?)?key["'\]\\]{0,4}(?:\s{0,8}(?::=|=>|[:=,>])\s{0,8}|\s{1,4}(?:is\s)?)|A[KS]IA[0-9A-Z]{16}["'\\]{0,3}[\s,;:|/]{1,8}(?:[\w ]{0,30}[=:]\s?)?)["'`\\]{0,3})[A-Za-z0-9\/+]{40}(?![A-Za-z0-9\/+])/iy,
  check: (match) =>
    match[1] === undefined || !/^[0-9a-f]{40}$/.test(match[0].slice(-40)),
};

export const awsAccessKeySamples: Samples = {
  hit: [
    ["AKIA" + "1234567890ABCDEF", "<AWS_KEY>"],
    ["use this key AKIA" + "1234567890123456", "use this key <AWS_KEY>"],
    ["id:\\nASIA" + "QWERTYUIOP123456", "id:\\n<AWS_KEY>"],
  ],
  miss: ["AKIA is a prefix", "akia1234567890abcdef", "ASIA-PACIFIC REGION"],
};

const SECRET = "wJalrXUtnFEMI/K7MDENG/" + "bPxRfiCYEXAMPLEKEY";

export const awsSecretSamples: Samples = {
  hit: [
    [`aws_secret_access_key = ${SECRET}`, "<AWS_SECRET>"],
    [`AWS_SECRET_KEY=${SECRET}`, "<AWS_SECRET>"],
    [
      `{"aws_secret_access_key": "${SECRET}"}`,
      '{"aws_secret_access_key": "<AWS_SECRET>"}',
    ],
    [`SecretAccessKey: ${SECRET}`, "SecretAccessKey: <AWS_SECRET>"],
    [
      `AKIA${"1234567890ABCDEF"},${SECRET}`,
      "<AWS_KEY>,<AWS_SECRET>",
    ],
  ],
  miss: [
    "aws_secret_access_key = ${AWS_SECRET}",
    "the AWS secret access key is missing",
    "the secret access key of AKIA is a pair's other half",
  ],
};
