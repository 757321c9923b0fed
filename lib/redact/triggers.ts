import { hasDigitBefore } from "./word_before.ts";
import { isBetweenNames } from "./between_names.ts";
import { hasUser } from "./authority.ts";
import { namesValue } from "./name_end.ts";
import { SPOKEN_NAMES } from "./spoken_name.ts";
import { VENDOR_TRIGGERS } from "./vendor_triggers.ts";

/** Where a rule is tried, and nowhere else. */
export interface RuleTriggers {
  /** The rule's name. */
  readonly rule: string;
  /**
   * Lower-case literals, one of which is in every text that the rule can match, whatever the case. None has a character that JSON escapes.
   */
  readonly literals: readonly string[];
  /** Whether a match must begin a word: see `startsWord()`. */
  readonly word?: boolean;
  /**
   * Whether the rule may match at a literal: for one that nearly every text holds.
   *
   * @param at Where the literal begins.
   */
  readonly may?: (text: string, at: number) => boolean;
}

/**
 * The triggers of all rules, apart from the rules: most texts hold none, and a hook that finds none need not load the rules, which are half
 * of what there is to it (1 ms; 2.9.6, measured). In the order of {@linkcode RULES}; those that have none, the rules for numbers, stand at its end.
 */
export const TRIGGERS: readonly RuleTriggers[] = [
  {
    rule: "private_key",
    literals: ["-----begin ", "putty-user-key-file", "age-secret-key-1"],
  },
  { rule: "aws_access_key", literals: ["akia", "asia"] },
  {
    rule: "aws_secret",
    literals: [
      "aws_secret",
      "aws-secret",
      "awssecret",
      "secretaccesskey",
      "secret access key",
      "secret_access_key",
      "akia",
      "asia",
    ],
  },
  { rule: "anthropic_key", literals: ["sk-ant-"] },
  { rule: "openai_key", literals: ["sk-"], word: true },
  {
    rule: "github_pat",
    literals: ["ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"],
  },
  {
    rule: "gitlab_token",
    literals: ["glpat-", "gldt-", "glptt-", "glrt-", "glcbt-", "glagent-"],
  },
  {
    rule: "slack_token",
    literals: ["xox", "xapp-", "hooks.slack.com/"],
    word: true,
  },
  {
    rule: "stripe_key",
    literals: [
      "sk_live_",
      "sk_test_",
      "rk_live_",
      "rk_test_",
      "pk_live_",
      "pk_test_",
      "whsec_",
    ],
  },
  {
    rule: "google_key",
    literals: ["aiza", "gocspx-", "ya29.", "1//0"],
    word: true,
  },
  { rule: "npm_token", literals: ["npm_", ":_auth"] },
  { rule: "hugging_face_token", literals: ["hf_"], word: true },
  { rule: "sendgrid_key", literals: ["sg."], word: true },
  { rule: "telegram_token", literals: [":aa", "%3aaa"] },
  { rule: "vendor_token", literals: VENDOR_TRIGGERS },
  { rule: "jwt", literals: ["eyj"], word: true },
  { rule: "bearer_token", literals: ["bearer"], word: true },
  { rule: "basic_auth", literals: ["basic ", "basic%20"], word: true },
  { rule: "url_password", literals: ["://", "%3a%2f%2f"], may: hasUser },
  { rule: "command_password", literals: [" -u", " --user", " -p", " -a "] },
  {
    rule: "credential_pair",
    literals: ["login", "creds", "credentials"],
    word: true,
  },
  {
    rule: "password_before",
    literals: [" as ", " is ", " là "],
    may: hasDigitBefore,
  },
  { rule: "email", literals: ["@", "%40"], may: isBetweenNames },
  {
    rule: "passphrase",
    literals: [
      "passphrase",
      "mnemonic",
      "seed phrase",
      "seed_phrase",
      "seed words",
      "recovery phrase",
      "recovery_phrase",
    ],
  },
  {
    rule: "secret_assignment",
    literals: [
      "pass",
      "pw",
      "secret",
      "token",
      "key",
      "_pat",
      "kennwort",
      "auth",
      "credential",
      "connection",
      "connstr",
      "conn_str",
      "cookie",
      "otp",
      "mat_khau",
      "matkhau",
      "wachtwoord",
      "senha",
      ...SPOKEN_NAMES,
    ],
    may: namesValue,
  },
];
