import type { DatabaseSync } from "node:sqlite";
import { readSession } from "../lifecycle/read_session.ts";
import { rebuildIndex } from "../lifecycle/rebuild_index.ts";
import type { Change, SummaryView } from "../lifecycle/types.ts";
import { type Log, reason } from "../log.ts";
import type { Places } from "../place.ts";
import { IndexBroken } from "../store/on_index.ts";
import type { Store } from "../store/open_store.ts";
import { StoreBusy } from "../store/store_busy.ts";
import {
  dueSessions,
  forgetUntold,
  isDue,
  keptSummary,
  leaveUntold,
} from "./_due.ts";
import { readTold, sumUp } from "./sum_up.ts";
import { sweepProjectFiles, writeProjectFile } from "./write_project_file.ts";

/** What keeping summaries needs. */
export interface KeeperOptions {
  /** Where the project files go. Needs read and write permission on that folder. */
  readonly places: Pick<Places, "projects">;
  /** Does something with the store. */
  readonly withStore: <T>(action: (store: Store) => T) => T;
  readonly log: Log;
  /** Is told which summaries are others now. */
  readonly published?: (changes: readonly Change[]) => void;
  /** Is told of sessions that were summed up, and whether the host has ended them. */
  readonly summed?: (session: string, hasEnded: boolean) => void;
  /**
   * Milliseconds after a change until its session is summed up: more may come.
   *
   * @default {1000}
   */
  readonly waitMs?: number;
}

const WAIT_MS = 1000;

/** How many times as long as it took it rests: many sessions that go on at once do not take more than a fifth of the daemon's time. */
const REST = 4;
const MOST_REST_MS = 10_000;

/** Sessions that are summed up in one transaction. */
const BATCH = 16;

/** Milliseconds until a store that another process holds is tried again. */
const BUSY_MS = 500;

/** Keeps the summary of each session, and what the hooks are told of its project, as the session goes on. Nobody ever waits for it but who asks. */
export class SummaryKeeper {
  readonly #options: KeeperOptions;
  /** Sessions that changed, by the host's ids. */
  readonly #due = new Set<string>();
  /** Whether there may be sessions, or files, that nobody told of. */
  #isStale = false;
  /** Projects whose file may be behind. */
  readonly #projects = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #restMs = 0;
  #isClosed = false;

  constructor(options: KeeperOptions) {
    this.#options = options;
  }

  /** Has all sessions summed up that went on while no daemon could do it, and the project files made. */
  start(): void {
    this.#isStale = true;
    this.#later(0);
  }

  /**
   * Is told what changed in the store.
   *
   * @param changes What the store was told, or lost.
   */
  changed(changes: readonly Change[]): void {
    for (const { what, kind, session } of changes) {
      if (kind === "memory" || kind === "summary" && what !== "deleted") {
        continue;
      }
      if (what === "deleted") this.#isStale = true;
      if (kind === "summary") this.#leave(session);
      else if (session !== "") this.#due.add(session);
    }
    if (this.#hasWork()) {
      this.#later(Math.max(this.#options.waitMs ?? WAIT_MS, this.#restMs));
    }
  }

  /**
   * Has the files of projects say nothing any more of what was removed. What cannot be done now is done later.
   */
  forget(): void {
    const { places, log } = this.#options;
    try {
      while (this.#due.size > 0) {
        this.#sum([...this.#due].slice(0, BATCH), false);
      }
      this.#read((db) => {
        for (const project of sweepProjectFiles(db, places)) {
          writeProjectFile(db, places, project);
        }
      });
    } catch (error) {
      log.warn(`Cannot make the files of projects anew: ${reason(error)}`);
    }
  }

  /**
   * The summary of a session, up to date.
   *
   * @param session The host's id of it.
   * @param hasEnded Whether the host has ended it.
   * @returns `null` where there is nothing to tell.
   * @throws As the store does.
   */
  summaryOf(session: string, hasEnded = false): SummaryView | null {
    // As a rule it is up to date, and whoever asks waits for no disk.
    const isBehind = this.#due.has(session) ||
      this.#read((db) => isDue(db, session));
    if (isBehind) this.#sum([session], hasEnded);
    else this.#options.summed?.(session, hasEnded);
    return this.#read((db) => keptSummary(db, session));
  }

  /** Sums up what is due, and ends. */
  close(): void {
    clearTimeout(this.#timer);
    if (this.#hasWork()) this.#work();
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  /** A timer that runs goes on: a session in which something happens all the time is to have a summary, too. */
  #later(ms: number): void {
    if (this.#isClosed || this.#timer !== undefined) return;
    this.#timer = setTimeout(() => this.#work(), ms);
  }

  #work(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const began = performance.now();
    try {
      const batch = [...this.#due].slice(0, BATCH);
      if (batch.length > 0) this.#sum(batch, false);
      else if (this.#isStale) this.#catchUp();
      else this.#writeFiles();
      // It must not keep the daemon from its rows.
      this.#restMs = Math.min(
        REST * (performance.now() - began),
        MOST_REST_MS,
      );
      if (this.#hasWork()) this.#later(this.#restMs);
    } catch (error) {
      if (error instanceof StoreBusy) return this.#later(BUSY_MS);
      this.#due.clear();
      this.#projects.clear();
      this.#isStale = false;
      this.#options.log.warn(`Cannot sum sessions up: ${reason(error)}`);
    }
  }

  #hasWork(): boolean {
    return this.#due.size + this.#projects.size > 0 || this.#isStale;
  }

  /** Finds what is due, and the projects' files once nothing is. */
  #catchUp(): void {
    const due = this.#read((db) => dueSessions(db, BATCH));
    for (const session of due) this.#due.add(session);
    if (due.length > 0) return;
    this.#change(forgetUntold);
    const { places } = this.#options;
    const projects = this.#read((db) => sweepProjectFiles(db, places));
    for (const project of projects) this.#projects.add(project);
    this.#isStale = false;
  }

  #writeFiles(): void {
    const projects = [...this.#projects].slice(0, BATCH);
    this.#read((db) => {
      for (const project of projects) {
        writeProjectFile(db, this.#options.places, project);
        this.#projects.delete(project);
      }
    });
  }

  #sum(sessions: readonly string[], hasEnded: boolean): void {
    const { places, published, summed } = this.#options;
    const changes = this.#change((db) => {
      const projects = new Set<string>();
      const made = sessions.flatMap((session) => {
        const told = readTold(db, session);
        if (told === null) return [];
        projects.add(told.story.session.project);
        const change = sumUp(db, told);
        return change === null ? [] : [change];
      });
      for (const project of projects) writeProjectFile(db, places, project);
      return made;
    });
    for (const session of sessions) {
      this.#due.delete(session);
      summed?.(session, hasEnded);
    }
    if (changes.length > 0) published?.(changes);
  }

  /** Somebody removed its summary: it is made anew only when the session goes on. */
  #leave(session: string): void {
    this.#due.delete(session);
    try {
      this.#change((db) => {
        const upto = readSession(db, session)?.session.lastAt;
        if (upto !== undefined) leaveUntold(db, session, upto);
      });
    } catch (error) {
      this.#options.log.warn(
        `Cannot note that a summary was removed: ${reason(error)}`,
      );
    }
  }

  #read<T>(action: (db: DatabaseSync) => T): T {
    return this.#options.withStore((store) => store.read(action));
  }

  /** A summary is found by the index, too, which may turn out to be damaged. */
  #change<T>(action: (db: DatabaseSync) => T): T {
    const { withStore, log } = this.#options;
    try {
      return withStore((store) => store.change(action));
    } catch (error) {
      if (!(error instanceof IndexBroken)) throw error;
      log.warn(`Made the index of sessions anew: ${error.message}`);
      return withStore((store) =>
        store.change((db) => {
          rebuildIndex(db);
          return action(db);
        })
      );
    }
  }
}
