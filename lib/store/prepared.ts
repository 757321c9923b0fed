import type { DatabaseSync, StatementSync } from "node:sqlite";

const STATEMENTS = new WeakMap<DatabaseSync, Map<string, StatementSync>>();

/** A statement, prepared once for each database. */
export function prepared(db: DatabaseSync, sql: string): StatementSync {
  let statements = STATEMENTS.get(db);
  if (statements === undefined) {
    statements = new Map();
    STATEMENTS.set(db, statements);
  }
  let statement = statements.get(sql);
  if (statement === undefined) {
    statement = db.prepare(sql);
    statements.set(sql, statement);
  }
  return statement;
}
