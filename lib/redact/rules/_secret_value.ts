import { looksRandom } from "../not_secret.ts";
import { isSecretName } from "../secret_name.ts";
import { isPhrase } from "./_phrase.ts";

/** Where a value stands. */
export interface Setting {
  /** The name in front of it, as it is written. */
  readonly name: string;
  /** Whether its line has nothing but the assignment, or it is part of a query string: no code looks like this. */
  readonly plain: boolean;
  /** Whether white space is on both sides of the sign. */
  readonly spaced: boolean;
  /** What follows it. */
  readonly next: string;
}

/** Names whose every value is a secret, even a word. */
const STRONG = (): RegExp =>
  /pass(?:w(?:or)?[dt]|phrase|code)?\d*$|pwd?\d*$|kennwort$|wachtwoord$|senha$|passe$|[^ -~]|secret\w{0,8}$|credentials?$|key\d*$|mật khẩu|khau$|identified by|otp$|conn/i;

/** Names whose value may be several words. */
const PHRASED = (): RegExp => /pass|pw|khẩu|khau|secret$/i;

const PATH = (): RegExp =>
  /^(?:https?:\/\/[^\s@]*|(?:~|\.{0,2})\/(?:[a-z0-9_.-]+\/)*[a-z0-9_.-]*|[A-Za-z]:\\.*|\.\.?\/.*)$/;

const WORD_AND_WORDS = (): RegExp => /^[A-Za-z]+(?:[-_.:/ ]+[A-Za-z]+)*$/;

/** Whether a value in quotes is a secret. */
export function isQuotedSecret(content: string, { name }: Setting): boolean {
  if (isDull(content, name)) return false;
  const strong = STRONG().test(name);
  if (/\s/.test(content)) {
    if (/conn/i.test(name)) return /[=:]/.test(content);
    return PHRASED().test(name) && isPhrase(content);
  }
  if (strong) return content.length >= 4;
  return looksRandom(content) && content.length >= 8 ||
    content.length >= 20 && !WORD_AND_WORDS().test(content);
}

/** Whether a value without quotes is a secret: it may be a type, a variable or a call as well. */
export function isBareSecret(content: string, setting: Setting): boolean {
  if (content.length > 256) return true;
  if (isDull(content, setting.name)) return false;
  // A call or an element.
  if (/[([]$|^[A-Za-z_$][A-Za-z_.$]*[([]/.test(content)) {
    return false;
  }
  if (/^[\w.$:!&*>-]{1,80}[([]/.test(content) && !setting.plain) return false;
  if (/^[\w.$:]{1,80}\(.*\)?$/.test(content)) return false;
  const strong = STRONG().test(setting.name);
  if (/^\d+$/.test(content)) {
    if (/pass$/i.test(setting.name)) return false;
    return content.length >= (strong ? 4 : 9);
  }
  if (looksRandom(content) && !isReference(content)) {
    return strong || content.length >= 8;
  }
  if (!setting.plain || setting.spaced) return false;
  if (/[,()]/.test(setting.next)) return false;
  if (/[.:[]/.test(content) && isReference(content)) return false;
  return strong ? content.length >= 4 : content.length >= 12;
}

/** Whether a value that stands behind its name without a sign in between is a secret. */
export function isLooseSecret(content: string, quoted: boolean): boolean {
  if (isSecretName(content)) return false;
  if (quoted) {
    return !/\s/.test(content) && !isPath(content) && content.length > 3;
  }
  return looksRandom(content) && !isReference(content) && !isPath(content);
}

function isDull(content: string, name: string): boolean {
  // A shell's working folder has the name of a password.
  if (/^(?:OLD)?PWD$/.test(name) && /^(?:[\/~]|[A-Z]:)/.test(content)) {
    return true;
  }
  if (isPath(content) || /^\/[[(^\\]/.test(content)) return true;
  const bare = (text: string) => text.replace(/[^A-Za-z]/g, "").toLowerCase();
  return bare(content) === bare(name) && content.length < 40 ||
    !/\d/.test(content) && /^[\w.-]+$/.test(content) && isSecretName(content);
}

/** `user.password2`, `crate::config::TOKEN`, `this->key`: words with what binds them. */
function isReference(content: string): boolean {
  return /^[&*!]?[A-Za-z_$][A-Za-z_$]*\d{0,2}(?:(?:\??\.|::|->|\[)[A-Za-z_$]+\d{0,2}\]?)+$/
    .test(content);
}

/** A path or an address, which says where a secret is. */
function isPath(content: string): boolean {
  return (content.includes("/") || content.includes("\\")) &&
    PATH().test(content);
}
