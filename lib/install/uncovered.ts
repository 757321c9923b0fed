/**
 * What one list of permission flags allows and another does not.
 *
 * @param needed The flags that are needed now.
 * @param granted The flags that a program has.
 * @returns The paths, programs and variables that are missing.
 */
export function uncovered(
  needed: readonly string[],
  granted: readonly string[] = [],
): string[] {
  const have = new Map(granted.map(split));
  return needed.flatMap((flag) => {
    // What V8 is told gives nothing away.
    if (!flag.startsWith("--allow-")) return [];
    const [name, values] = split(flag);
    const there = have.get(name);
    if (there?.length === 0) return [];
    if (values.length === 0) return [name.slice("--allow-".length)];
    return values.filter((value) =>
      !there?.some((grant) =>
        value === grant ||
        // A folder's grant covers what is below it; programs and variables are names.
        /-(?:read|write)$/.test(name) && isBelow(value, grant)
      )
    );
  });
}

/** Only a path of Windows has a drive or a share, and two separators. */
function isBelow(path: string, folder: string): boolean {
  const windows = /^(?:[A-Za-z]:|\\\\)/.test(folder);
  const whole = folder.replace(windows ? /[\\/]$/ : /\/$/, "");
  const next = path[whole.length];
  return path.startsWith(whole) &&
    (next === "/" || windows && next === "\\");
}

function split(flag: string): [string, string[]] {
  const at = flag.indexOf("=");
  return at < 0
    ? [flag, []]
    // A doubled comma is one of the path.
    : [flag.slice(0, at), flag.slice(at + 1).split(/(?<!,),(?!,)/)];
}
