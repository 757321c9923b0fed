import { invalid } from "./_problem.ts";

/** UTF-16 units that a text of a query may have. */
const MAX_TEXT = 4096;

/**
 * A text of the query.
 *
 * @returns `undefined` where it is not given, or empty.
 * @throws {Problem} when it is too long.
 */
export function textOf(
  query: URLSearchParams,
  name: string,
): string | undefined {
  const value = query.get(name) ?? "";
  if (value.length > MAX_TEXT) throw invalid(`${name} is too long`);
  return value === "" ? undefined : value;
}

/**
 * A whole number of the query.
 *
 * @param range The least and the most; what is more is the most.
 * @param usual What it is where it is not given.
 * @throws {Problem} when it is no such number.
 */
export function numberOf(
  query: URLSearchParams,
  name: string,
  [least, most]: readonly [number, number],
  usual: number,
): number {
  const value = query.get(name) ?? "";
  if (value === "") return usual;
  if (!/^\d{1,16}$/.test(value) || Number(value) < least) {
    throw invalid(`${name} is no whole number from ${least}`);
  }
  return Math.min(Number(value), most);
}

/**
 * The kinds of items that a query names, parted by commas.
 *
 * @param known All kinds that there are.
 * @returns `null` where it names none: all.
 * @throws {Problem} when one is none of them.
 */
export function kindsOf<K extends string>(
  query: URLSearchParams,
  known: readonly K[],
): readonly K[] | null {
  const given = textOf(query, "kind") ?? textOf(query, "kinds");
  if (given === undefined) return null;
  return given.split(",").map((name) => {
    const kind = known.find((it) => it === name.trim());
    if (kind === undefined) throw invalid(`kind is none of ${known.join()}`);
    return kind;
  });
}
