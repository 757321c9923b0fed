// See `_recall_components.ts`.
/** What was the matter with a part, and what became of it. */
export interface Matter {
  /** Follows the component's name. */
  readonly says: string;
  readonly why: string;
  readonly fix: string;
  /** Follows "the <component>". */
  readonly ask: string;
  /** Follows whatever the component is called. */
  readonly other: string;
}

export const MATTERS: readonly Matter[] = [
  {
    says: "loses jobs when the queue restarts",
    why: "a message was acknowledged before its handler had finished",
    fix: "acknowledge only after the handler has returned",
    ask: "losing jobs on a queue restart",
    other: "forgets work after the broker was bounced",
  },
  {
    says: "shows times in the wrong zone",
    why: "the server formatted dates with its own locale",
    fix: "send UTC and let the client format it",
    ask: "showing times of the wrong zone",
    other: "is off by some hours for people abroad",
  },
  {
    says: "rounds cents wrongly",
    why: "amounts were floats",
    fix: "keep amounts as whole cents in a bigint",
    ask: "rounding cents wrongly",
    other: "gets small sums of money a penny out",
  },
  {
    says: "grows in memory until it is killed",
    why: "listeners were added on every reconnect and never removed",
    fix: "remove the listener when the connection closes",
    ask: "growing in memory",
    other: "leaks until the OOM killer comes",
  },
  {
    says: "deadlocks under load",
    why: "two transactions took the same row locks in another order",
    fix: "lock rows ordered by id",
    ask: "deadlocking under load",
    other: "gets stuck when many people use it at once",
  },
  {
    says: "accepts expired tokens",
    why: "the clock skew allowance was in milliseconds, not seconds",
    fix: "allow 30 seconds of skew and test the border",
    ask: "accepting expired tokens",
    other: "lets people in whose credentials ran out",
  },
  {
    says: "drops the last page of results",
    why: "the cursor compared with less than instead of less or equal",
    fix: "page by a cursor that includes the border row",
    ask: "dropping the last page",
    other: "leaves off the end of a long list",
  },
  {
    says: "breaks on names with umlauts",
    why: "the buffer was cut in the middle of a UTF-8 sequence",
    fix: "decode as a stream and cut by grapheme",
    ask: "breaking on umlauts",
    other: "garbles people called Müller",
  },
  {
    says: "is slow on the first request",
    why: "the template engine compiled every template lazily",
    fix: "compile templates at build time",
    ask: "being slow on the first request",
    other: "takes seconds to warm up",
  },
  {
    says: "sends everything twice",
    why: "the retry did not carry an idempotency key",
    fix: "derive an idempotency key from the order number",
    ask: "sending things twice",
    other: "delivers duplicates",
  },
  {
    says: "cannot be tested without the network",
    why: "it built its own HTTP client",
    fix: "pass the client in and use a recorded one in tests",
    ask: "testing without the network",
    other: "needs to be offline in unit tests",
  },
  {
    says: "ignores the dark theme",
    why: "colours were written as hex in the component",
    fix: "use the design tokens of the theme",
    ask: "ignoring the dark theme",
    other: "stays bright at night",
  },
  {
    says: "fails the build on Windows",
    why: "a path was joined with a slash and compared as text",
    fix: "normalise separators before comparing",
    ask: "failing the Windows build",
    other: "does not compile on Microsoft machines",
  },
  {
    says: "swallows errors of the database",
    why: "the catch block returned an empty list",
    fix: "let the error through and map it to status 503",
    ask: "swallowing database errors",
    other: "pretends all is well when storage is down",
  },
  {
    says: "needs a migration from version 2 to 3",
    why: "the column for the currency was missing",
    fix: "add the column with a default and backfill in batches of 500",
    ask: "migrating from version 2",
    other: "has to carry old records over to the new layout",
  },
  {
    says: "overwrites edits of other users",
    why: "the update had no version check",
    fix: "optimistic locking with a revision number",
    ask: "overwriting other users' edits",
    other: "makes colleagues lose their changes",
  },
  {
    says: "blocks the event loop",
    why: "a big JSON document was parsed in one go",
    fix: "move the parsing into a worker thread",
    ask: "blocking the event loop",
    other: "freezes everything else while it reads",
  },
  {
    says: "logs passwords in plain text",
    why: "the request body was logged as a whole",
    fix: "log an allowlist of fields only",
    ask: "logging passwords",
    other: "writes secrets where operators can read them",
  },
  {
    says: "times out behind the proxy",
    why: "keep-alive was longer than the proxy's idle timeout",
    fix: "set keep-alive to 50 seconds, below the proxy's 60",
    ask: "timing out behind the proxy",
    other: "hangs when traffic goes through nginx",
  },
  {
    says: "has flaky tests",
    why: "tests shared one temporary folder",
    fix: "give every test a folder of its own",
    ask: "its flaky tests",
    other: "is red in CI every now and then",
  },
  {
    says: "caches answers for too long",
    why: "the cache key left out the tenant",
    fix: "put the tenant into the key and expire after 5 minutes",
    ask: "caching answers too long",
    other: "serves stale data",
  },
  {
    says: "cannot be cancelled",
    why: "the abort signal was not handed down",
    fix: "pass the AbortSignal to every fetch",
    ask: "cancelling it",
    other: "goes on though the person pressed stop",
  },
  {
    says: "is not usable by keyboard",
    why: "buttons were plain div elements",
    fix: "use button elements and a roving tabindex",
    ask: "using it by keyboard",
    other: "cannot be operated without a mouse",
  },
  {
    says: "sorts numbers as text",
    why: "the column had the type varchar",
    fix: "cast to integer in the query and migrate the column later",
    ask: "sorting numbers as text",
    other: "puts 10 before 9",
  },
  {
    says: "uses too many connections",
    why: "each request opened a pool of its own",
    fix: "share one pool of ten connections",
    ask: "using too many connections",
    other: "exhausts the Postgres sockets",
  },
  {
    says: "crashes on an empty file",
    why: "the header was read without looking at the length",
    fix: "treat an empty file as one without rows",
    ask: "crashing on an empty file",
    other: "dies if there is nothing in the document",
  },
  {
    says: "should be split from the monolith",
    why: "its deployments held up everybody else's",
    fix: "move it behind a queue into a service of its own",
    ask: "splitting it from the monolith",
    other: "ought to live on its own",
  },
  {
    says: "misses changes during the night",
    why: "the cron expression skipped the hour when clocks go back",
    fix: "schedule in UTC",
    ask: "missing changes during the night",
    other: "skips things when daylight saving ends",
  },
];
