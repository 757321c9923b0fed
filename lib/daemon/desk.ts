import deno from "../../deno.json" with { type: "json" };
import type { Config } from "../config.ts";
import { rebuildIndex as rebuildLifecycleIndex } from "../lifecycle/rebuild_index.ts";
import { type Log, reason } from "../log.ts";
import { answerRequest } from "../memory/answer_request.ts";
import { IndexBroken, rebuildIndex } from "../memory/index_broken.ts";
import { makeSnapshot } from "../memory/make_snapshot.ts";
import { Refused } from "../memory/refused.ts";
import { snapshotText } from "../memory/snapshot_text.ts";
import type { Places } from "../place.ts";
import { readRegularFile, writePrivateFile } from "../private_file.ts";
import type { Recaller } from "../recall/recaller.ts";
import { NewerSchema } from "../store/newer_schema.ts";
import type { Store } from "../store/open_store.ts";
import { StoreBusy } from "../store/store_busy.ts";
import type { Changes } from "./changes.ts";
import type { Task } from "./lifecycle_tasks.ts";
import { type Answer, failure, type Request } from "./parse_request.ts";
import { rarely } from "./rarely.ts";

/** What the desk works with. */
export interface DeskOptions {
  readonly places: Places;
  /** Does something with the store. */
  readonly withStore: <T>(action: (store: Store) => T) => T;
  /** The settings, which may have changed. */
  readonly settings: () => Promise<Config["memory"]>;
  /** Answers what is read and never written: it waits for no write. */
  readonly recaller: Recaller;
  /** Is told of memories that are written. */
  readonly changes: Changes;
  /** What can be asked for beside the writing of memories; each is done by itself. */
  readonly tasks: Readonly<Record<string, Task>>;
  readonly log: Log;
  readonly now: () => Date;
}

interface Waiting {
  readonly request: Request;
  readonly since: number;
  answer(answer: Answer): void;
}

/** Requests that are done at once, with one wait for the disk. */
const BATCH = 64;

/** Milliseconds for which a request waits for a store that another process holds, and between tries. */
const BUSY_MS = 3000;
const RETRY_MS = 50;

/** Milliseconds between two snapshots, so that many writes do not each pay for one. */
const SNAPSHOT_MS = 100;

/** Requests that change a memory, where others make one. */
const CHANGING: ReadonlySet<string> = new Set([
  "edit_memory",
  "set_confidence",
  "link_memories",
  "also_domain",
  "unfile_domain",
  "forget",
]);

/** Does what is asked for on the socket, in the order in which it came, and keeps the snapshot for the hooks. */
export class Desk {
  readonly #options: DeskOptions;
  readonly #queue: Waiting[] = [];
  #isAtWork = false;
  /** Whether the snapshot is behind. */
  #isBehind = false;
  #snapshotAt = -Infinity;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The store that the snapshot was last compared with, and its opening. */
  #store: Store | null = null;
  #opening = 0;
  readonly #warn: (message: string) => void;

  constructor(options: DeskOptions) {
    this.#options = options;
    this.#warn = rarely((message) => options.log.warn(message));
  }

  /** Does what a request asks for, once for each id. */
  ask(request: Request): Promise<Answer> {
    if (request.method === "ping") {
      const result = { version: deno.version, pid: Deno.pid };
      return Promise.resolve({ id: request.id, result });
    }
    if (request.method === "recall") return this.#recall(request);
    const { tasks } = this.#options;
    const task = Object.hasOwn(tasks, request.method)
      ? tasks[request.method]
      : undefined;
    if (task !== undefined) return this.#perform(task, request);
    const { promise, resolve } = Promise.withResolvers<Answer>();
    this.#queue.push({ request, since: performance.now(), answer: resolve });
    if (!this.#isAtWork) void this.#work();
    return promise;
  }

  /** Somebody else than the desk changed memories. */
  memoriesChanged(): void {
    this.#isBehind = true;
    this.#writeLater();
  }

  /**
   * Makes the snapshot where there is none, or it is of another store or an older state of it: a daemon may have been killed before it
   * could.
   */
  async check(): Promise<void> {
    const { places, withStore } = this.#options;
    try {
      const store = withStore((it) => it);
      const isKnown = store === this.#store && store.openings === this.#opening;
      if (isKnown && !this.#isBehind) return;
      const settings = await this.#options.settings();
      const made = withStore((it) =>
        it.change((db) => makeSnapshot(db, settings.domainCase))
      );
      const text = snapshotText(made, settings.briefChars);
      if (this.#isBehind || readRegularFile(places.snapshot) !== text) {
        this.#write(text);
      }
      this.#store = store;
      this.#opening = store.openings;
    } catch (error) {
      // Rows are what tells of a store that cannot be used; a busy one is asked again.
      if (!(error instanceof StoreBusy || error instanceof NewerSchema)) {
        this.#warn(`Cannot make the snapshot: ${reason(error)}`);
      }
    }
  }

  /** Writes the snapshot if it is behind. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#isBehind) await this.check();
  }

  async #recall({ id, params }: Request): Promise<Answer> {
    try {
      return { id, result: await this.#options.recaller.answer(params) };
    } catch (error) {
      return error instanceof Refused
        ? failure(id, error.code, error.message)
        : this.#failure(id, error);
    }
  }

  async #perform(task: Task, { id, params }: Request): Promise<Answer> {
    if (typeof params !== "object" || params === null) {
      return failure(id, "invalid", "params is no object");
    }
    const since = performance.now();
    let hasRebuilt = false;
    while (true) {
      try {
        return { id, result: await task(params as Record<string, unknown>) };
      } catch (error) {
        this.#options.changes.drop();
        if (error instanceof IndexBroken && !hasRebuilt) {
          hasRebuilt = true;
          this.#rebuild(error);
        } else if (
          error instanceof StoreBusy && performance.now() - since < BUSY_MS
        ) await new Promise((go) => setTimeout(go, RETRY_MS));
        else if (error instanceof Refused) {
          return failure(id, error.code, error.message);
        } else return this.#failure(id, error);
      }
    }
  }

  async #work(): Promise<void> {
    this.#isAtWork = true;
    try {
      // Those that come at the same time share one wait for the disk.
      await new Promise((go) => setTimeout(go, 0));
      while (this.#queue.length > 0) {
        const batch = this.#queue.splice(0, BATCH);
        await this.#answer(batch, await this.#options.settings());
      }
    } finally {
      this.#isAtWork = false;
    }
  }

  async #answer(
    batch: readonly Waiting[],
    settings: Config["memory"],
  ): Promise<void> {
    let hasRebuilt = false;
    while (true) {
      try {
        const isDue = performance.now() - this.#snapshotAt >= SNAPSHOT_MS;
        const { answers, snapshot } = this.#transact(batch, settings, isDue);
        this.#isBehind = true;
        if (snapshot !== null) this.#write(snapshot);
        else this.#writeLater();
        this.#tell(batch, answers);
        batch.forEach(({ answer }, at) =>
          answer(answers[at] ?? failure(null, "failed", "it was not done"))
        );
        return;
      } catch (error) {
        if (error instanceof IndexBroken && !hasRebuilt) {
          hasRebuilt = true;
          this.#rebuild(error);
          continue;
        }
        const since = batch[0]?.since ?? 0;
        if (
          error instanceof StoreBusy && performance.now() - since < BUSY_MS
        ) {
          await new Promise((go) => setTimeout(go, RETRY_MS));
          continue;
        }
        // Whatever is wrong with one request is no concern of the others.
        if (batch.length > 1 && !isOfStore(error)) {
          for (const one of batch) await this.#answer([one], settings);
          return;
        }
        for (const { request, answer } of batch) {
          answer(this.#failure(request.id, error));
        }
        return;
      }
    }
  }

  #transact(
    batch: readonly Waiting[],
    { domainCase, briefChars }: Config["memory"],
    withSnapshot: boolean,
  ): { answers: Answer[]; snapshot: string | null } {
    const context = { now: this.#options.now(), domainCase };
    return this.#options.withStore((store) =>
      store.change((db) => {
        const answers = batch.map(({ request }): Answer => {
          db.exec("SAVEPOINT request");
          try {
            const result = answerRequest(db, request, context);
            db.exec("RELEASE request");
            return { id: request.id, result };
          } catch (error) {
            if (!(error instanceof Refused)) throw error;
            db.exec("ROLLBACK TO request; RELEASE request");
            return failure(request.id, error.code, error.message);
          }
        });
        const snapshot = withSnapshot
          ? snapshotText(makeSnapshot(db, domainCase), briefChars)
          : null;
        return { answers, snapshot };
      })
    );
  }

  /** Tells of the memories that were written. */
  #tell(batch: readonly Waiting[], answers: readonly Answer[]): void {
    const { changes } = this.#options;
    batch.forEach(({ request }, at) => {
      const answer = answers[at];
      if (answer === undefined || !("result" in answer)) return;
      const { uid } = Object(answer.result) as { uid?: unknown };
      if (typeof uid !== "string") return;
      changes.note([{
        what: CHANGING.has(request.method) ? "changed" : "stored",
        kind: "memory",
        address: `memory:${uid}`,
        session: "",
        project: "",
      }]);
    });
    changes.tell();
  }

  #rebuild(cause: IndexBroken): void {
    const { log, withStore } = this.#options;
    log.warn(`Made the full-text indexes anew: ${cause.message}`);
    try {
      withStore((store) =>
        store.change((db) => {
          rebuildIndex(db);
          rebuildLifecycleIndex(db);
        })
      );
    } catch (error) {
      log.error("Cannot make the full-text indexes anew", error);
    }
  }

  #failure(id: string, error: unknown): Answer {
    if (error instanceof StoreBusy) {
      return failure(id, "busy", "another process holds the store; try again");
    }
    if (error instanceof NewerSchema) {
      return failure(id, "newer_schema", error.message);
    }
    this.#options.log.error("Cannot do what was asked for", error);
    return failure(id, "failed", `the store failed: ${reason(error)}`);
  }

  #write(snapshot: string): void {
    this.#snapshotAt = performance.now();
    try {
      writePrivateFile(this.#options.places.snapshot, snapshot);
      this.#isBehind = false;
    } catch (error) {
      this.#warn(`Cannot write the snapshot: ${reason(error)}`);
    }
  }

  #writeLater(): void {
    clearTimeout(this.#timer);
    const wait = this.#snapshotAt + SNAPSHOT_MS - performance.now();
    this.#timer = setTimeout(() => {
      if (this.#isBehind) void this.check();
    }, Math.max(wait, 0));
  }
}

/** Whether an error would come for any request. */
function isOfStore(error: unknown): boolean {
  return error instanceof StoreBusy || error instanceof NewerSchema ||
    error instanceof IndexBroken;
}
