import type { Log } from "../log.ts";

/** What stands on a hook's command line, as `--name value` or `--name=value`. A hook asks for what applies to it; the rest is passed over. */
export interface Flags {
  /**
   * A flag's value; the last one counts.
   *
   * @param name The flag, without its dashes.
   * @returns `null` where it is not there.
   */
  text(name: string): string | null;
  /**
   * A flag's value as a number. One that is none, or out of range, is said in the log and does not count.
   *
   * @param name The flag, without its dashes.
   * @param least The least number that it may be.
   * @param most The greatest number that it may be.
   * @returns `null` where it is not there, or does not count.
   */
  number(name: string, least: number, most: number): number | null;
}

/**
 * Reads a command line.
 *
 * @param args The command line.
 * @param log Where a value that does not count is said.
 */
export function readFlags(args: readonly string[], log: Log): Flags {
  const text = (name: string): string | null => {
    const flag = `--${name}`;
    for (let index = args.length - 1; index >= 0; index--) {
      const word = args[index] ?? "";
      if (word === flag) return args[index + 1] ?? "";
      if (word.startsWith(`${flag}=`)) return word.slice(flag.length + 1);
    }
    return null;
  };
  return {
    text,
    number(name, least, most) {
      const given = text(name);
      if (given === null) return null;
      const value = given.trim() === "" ? NaN : Number(given);
      if (value >= least && value <= most) return value;
      log.warn(
        `Ignored --${name}: current value is not a number from ${least} to ${most}`,
      );
      return null;
    },
  };
}
