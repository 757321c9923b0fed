import { join } from "./path.ts";
import { appendPrivateLine } from "./private_file.ts";

/** Writes what happened into the one log. No method ever throws. */
export interface Log {
  /** What is worth knowing but asks for nothing. */
  info(message: string): void;
  /** What the user may want to mend. */
  warn(message: string): void;
  /** What did not work. */
  error(message: string, cause?: unknown): void;
}

/** The log's size in bytes at which it becomes `memory-hooks.log.1` and a new one begins. */
export const LOG_LIMIT = 1024 * 1024;

const LINE_LIMIT = 2000;

/** Shapes of well-known secrets. A path or an error may hold one; payloads are never logged at all. */
const SECRET = (): RegExp =>
  /\b(?:AKIA|ASIA)[A-Z0-9]{12,}|\b(?:sk|pk|rk)[-_][A-Za-z0-9_-]{16,}|\bgh[pousr]_[A-Za-z0-9]{20,}|\bgithub_pat_[A-Za-z0-9_]{20,}|\bxox[abprs]-[A-Za-z0-9-]{10,}|\bAIza[A-Za-z0-9_-]{30,}|\bnpm_[A-Za-z0-9]{30,}|(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]*|:\/\/[^\s/:@]{1,200}:[^\s/@]{1,200}@/g;

/** What every shape above begins with. Most texts have none, and compiling the shapes costs a hook 0.4 ms (2.9.6, measured). */
const BEGINNINGS =
  "AKIA ASIA sk- sk_ pk- pk_ rk- rk_ ghp_ gho_ ghu_ ghs_ ghr_ github_pat_ xox AIza npm_ eyJ ://"
    .split(" ");

/**
 * Takes what looks like a secret out of a text.
 *
 * @param text Any text; the work is linear in its length.
 */
export function withoutSecrets(text: string): string {
  return BEGINNINGS.some((it) => text.includes(it))
    ? text.replace(SECRET(), "[secret]")
    : text;
}

/**
 * Opens the log `memory-hooks.log`, bounded to two files of 1 MiB. A log that cannot be written is no reason to fail: the line
 * is dropped.
 *
 * @param folder The state folder. Needs read and write permission on it.
 * @param source Who logs, the program's short name.
 * @param now The clock.
 */
export function openLog(folder: string, source: string, now: () => Date): Log {
  const path = join(folder, "memory-hooks.log");
  const write = (level: string, message: string): void => {
    try {
      rotate(path);
      appendPrivateLine(
        path,
        `${now().toISOString()} ${level} ${source}: ${oneLine(message)}\n`,
      );
    } catch {
      // Nowhere to say it: a hook's stderr is shown to the user or to the model.
    }
  };
  return {
    info: (message) => write("INFO", message),
    warn: (message) => write("WARN", message),
    error: (message, cause) =>
      write(
        "ERROR",
        cause === undefined ? message : `${message}: ${reason(cause)}`,
      ),
  };
}

/**
 * What an error says, in one line. A refused permission means that the settings have changed since the installation.
 *
 * @param cause What was thrown.
 */
export function reason(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  if (cause instanceof Deno.errors.NotCapable) {
    // Deno's own advice, another flag, is none for a user.
    const what = cause.message.replace(/, (?:run again|specify).*$/s, "");
    return `${what}, which the hooks were not installed for; run install.ts again`;
  }
  return `${cause.name}: ${cause.message}`;
}

function oneLine(message: string): string {
  return withoutSecrets(message.slice(0, 2 * LINE_LIMIT)).slice(0, LINE_LIMIT)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trimEnd();
}

/** Puts a full log aside. Where that fails, the line is written all the same: no line is worth less than the bound. */
function rotate(path: string): void {
  try {
    if (Deno.statSync(path).size < LOG_LIMIT) return;
    // The lock keeps two hooks from rotating one after the other, the second of which would throw the first's lines away.
    using file = Deno.openSync(path, { read: true, write: true });
    if (!file.tryLockSync(true)) return;
    // Once more: it may be another hook's new log by now.
    const { ino, size } = file.statSync();
    if (size >= LOG_LIMIT && Deno.statSync(path).ino === ino) {
      Deno.renameSync(path, `${path}.1`);
    }
  } catch {
    // No log yet, or another hook has just put it aside.
  }
}
