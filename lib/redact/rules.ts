import type { Rule } from "./rule.ts";
import { anthropicKey } from "./rules/anthropic.ts";
import { awsAccessKey, awsSecret } from "./rules/aws.ts";
import { basicAuth } from "./rules/basic_auth.ts";
import { bearerToken } from "./rules/bearer_token.ts";
import { commandPassword } from "./rules/command_password.ts";
import { credentialPair } from "./rules/credential_pair.ts";
import { email } from "./rules/email.ts";
import { githubPat } from "./rules/github.ts";
import { gitlabToken } from "./rules/gitlab.ts";
import { googleKey } from "./rules/google.ts";
import { huggingFaceToken } from "./rules/hugging_face.ts";
import { iban } from "./rules/iban.ts";
import { jwt } from "./rules/jwt.ts";
import { npmToken } from "./rules/npm.ts";
import { openaiKey } from "./rules/openai.ts";
import { passphrase } from "./rules/passphrase.ts";
import { passwordBefore } from "./rules/password_before.ts";
import { paymentCard } from "./rules/payment_card.ts";
import { phone } from "./rules/phone.ts";
import { privateKey } from "./rules/private_key.ts";
import { secretAssignment } from "./rules/secret_assignment.ts";
import { sendgridKey } from "./rules/sendgrid.ts";
import { slackToken } from "./rules/slack.ts";
import { stripeKey } from "./rules/stripe.ts";
import { telegramToken } from "./rules/telegram.ts";
import { urlPassword } from "./rules/url_password.ts";
import { vendorToken } from "./rules/vendor_token.ts";
import { vnCccd } from "./rules/vn_cccd.ts";

/**
 * All rules. Of two matches of the same place the one whose rule stands first wins: what has a shape of its own, then what its
 * surroundings tell, then numbers, the surest first.
 */
export const RULES: readonly Rule[] = [
  privateKey,
  awsAccessKey,
  awsSecret,
  anthropicKey,
  openaiKey,
  githubPat,
  gitlabToken,
  slackToken,
  stripeKey,
  googleKey,
  npmToken,
  huggingFaceToken,
  sendgridKey,
  telegramToken,
  vendorToken,
  jwt,
  bearerToken,
  basicAuth,
  urlPassword,
  commandPassword,
  credentialPair,
  passwordBefore,
  email,
  passphrase,
  secretAssignment,
  iban,
  vnCccd,
  paymentCard,
  phone,
];
