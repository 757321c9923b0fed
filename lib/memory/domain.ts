import type { DatabaseSync } from "node:sqlite";
import { prepared } from "../store/prepared.ts";
import { type DomainCase, MAX_DOMAIN_LENGTH } from "./memory.ts";
import { invalid } from "./refused.ts";

/** Characters that no path may hold: controls, those that turn text around, and the one that stands for what was no text. */
const UNFIT = /[\p{Cc}\p{Zl}\p{Zp}\ufffd\u202a-\u202e\u2066-\u2069]/u;

/** Domains that one scope may stand for at most. */
const MAX_SCOPE = 64;

/**
 * The path of a domain as it is filed: segments trimmed, empty ones dropped, cased as the settings have it.
 *
 * @param given As somebody wrote it; `""` is no domain.
 * @param domainCase How the names of domains are written.
 * @throws {Refused} when a segment is `.` or `..`, when it holds control characters, or is longer than 200 UTF-16 units.
 */
export function domainPath(given: string, domainCase: DomainCase): string {
  const path = normalized(given, domainCase);
  if (UNFIT.test(path) || !path.isWellFormed()) {
    throw invalid(
      "domain holds control characters; write a path such as acme/x100",
    );
  }
  const dots = path.split("/").find((it) => it === "." || it === "..");
  if (dots !== undefined) {
    throw invalid(
      `domain has a segment "${dots}"; write the whole path, outermost first, such as acme/x100`,
    );
  }
  if (path.length > MAX_DOMAIN_LENGTH) {
    throw invalid(
      `domain has ${path.length} characters; ${MAX_DOMAIN_LENGTH} are the most`,
    );
  }
  return path;
}

/** A path and all above it, the outermost, `""`, last. */
export function lineage(path: string): string[] {
  const line = [path];
  for (
    let end = path.lastIndexOf("/");
    end > 0;
    end = path.lastIndexOf("/", end - 1)
  ) {
    line.push(path.slice(0, end));
  }
  if (path !== "") line.push("");
  return line;
}

/** What a domain that was asked for stands for. */
export interface Scope {
  /** The paths, each with all below it; none where there is no such domain. `null`: everything. */
  readonly paths: readonly string[] | null;
  /** Their numbers in the store. */
  readonly ids: readonly number[];
}

export const EVERYTHING: Scope = { paths: null, ids: [] };

/**
 * Finds the domains that somebody means: the exact path; else that path in any casing; else every path that ends with these segments, so
 * that `p200` finds `acme/x100/p200`. Several may be meant.
 *
 * @param given As somebody wrote it; `""` stands for everything.
 */
export function resolveScope(
  db: DatabaseSync,
  given: string,
  domainCase: DomainCase,
): Scope {
  const path = normalized(given, domainCase);
  if (path === "") return EVERYTHING;
  const folded = fold(path);
  for (
    const [where, ...values] of [
      ["path = ?", path],
      ["folded = ?", folded],
      ["substr(folded, -length(?1)) = ?1", `/${folded}`],
    ] as const
  ) {
    const rows = prepared(
      db,
      `SELECT id, path FROM domains WHERE ${where} ORDER BY last_id DESC LIMIT ${MAX_SCOPE}`,
    ).all(...values);
    if (rows.length > 0) {
      return {
        paths: rows.map((row) => String(row["path"])),
        ids: rows.map((row) => Number(row["id"])),
      };
    }
  }
  return { paths: [], ids: [] };
}

/** A path as paths are compared where casing does not count. */
export function fold(path: string): string {
  return path.toLowerCase();
}

function normalized(given: string, domainCase: DomainCase): string {
  const path = given.normalize("NFC").split("/").map((it) => it.trim())
    .filter((it) => it !== "").join("/");
  return domainCase === "lower"
    ? path.toLowerCase()
    : domainCase === "upper"
    ? path.toUpperCase()
    : path;
}
