import { answerRequest } from "../../lib/memory/answer_request.ts";
import { makeSnapshot } from "../../lib/memory/make_snapshot.ts";
import type { DomainCase } from "../../lib/memory/memory.ts";
import { snapshotText } from "../../lib/memory/snapshot_text.ts";
import { writePrivateFile } from "../../lib/private_file.ts";
import { openStore } from "../../lib/store/open_store.ts";
import {
  type Sandbox,
  sandbox,
  type SandboxOptions,
} from "../_support/sandbox.ts";

/** What is asked of the store. */
export interface Request {
  readonly method: string;
  readonly params: Record<string, unknown>;
  /** When it is asked for, in ms before now. */
  readonly ago?: number;
}

/** A sandbox whose store has memories, as the daemon leaves it. */
export interface MemoryBox extends Sandbox {
  /** Does what is asked for, as the daemon does, and leaves a snapshot. Returns the answers' uids. */
  write(...requests: Request[]): string[];
  /** The path of a session's state. */
  state(session: string): string;
}

let requests = 0;

/**
 * Makes a sandbox without a vault, in which nothing is stored yet.
 *
 * @param options What it starts with.
 * @param domainCase How the names of domains are written.
 */
export async function memoryBox(
  options: SandboxOptions = {},
  domainCase: DomainCase = "preserve",
): Promise<MemoryBox> {
  const box = await sandbox({ notes: null, ...options });
  return {
    ...box,
    state: (session) => `${box.places.state}/warden/${session}.json`,
    write(...asked) {
      const { store: folder, chainHead } = {
        store: box.places.store,
        chainHead: `${box.places.capture}/chain-head.json`,
      };
      using store = openStore({
        folder,
        headFile: chainHead,
        now: () => new Date(),
      });
      return store.change((db) => {
        const uids = asked.map(({ method, params, ago = 0 }) => {
          const id = `test-${requests++}`;
          const now = new Date(Date.now() - ago);
          const answer = answerRequest(db, { id, method, params }, {
            now,
            domainCase,
          });
          return String((answer as Record<string, unknown>)["uid"]);
        });
        writePrivateFile(
          box.places.snapshot,
          snapshotText(makeSnapshot(db, domainCase), 2400),
        );
        return uids;
      });
    },
  };
}

export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;

/** What MemAI's cases start with: note, pitfall and checkpoint in one domain, a handoff in another. */
export function seed(ago = 0): Request[] {
  const domain = "acme/x100";
  return [
    {
      method: "note",
      params: { content: "The press stops at 80 degrees.", domain },
      ago,
    },
    {
      method: "anti_pattern",
      params: {
        pattern: "Reading the sensor twice",
        why_wrong: "The second value is stale",
        instead: "Read once and keep it",
        domain,
      },
      ago,
    },
    {
      method: "checkpoint",
      params: {
        intent: "Find the stall",
        established: "It is the valve",
        pursuing: "Replace it",
        open_questions: "none",
        domain,
      },
      ago,
    },
    {
      method: "handoff",
      params: { content: "Order the new valve.", domain: "omni/x900" },
      ago,
    },
  ];
}

/** What a test wants to know of a file that may not be there. */
export async function textOf(path: string): Promise<string | null> {
  try {
    return await Deno.readTextFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}
