import type {
  Snapshot,
  SnapshotItem,
  SnapshotItems,
} from "../memory/snapshot.ts";
import type { Chapter, Section } from "./fit_chapters.ts";
import { oneLine } from "./one_line.ts";

/** What the memories' chapter depends on besides the memories. */
export interface MemoryChapterOptions {
  /** The domain that was asked for; `""` for all. */
  readonly domain: string;
  /** The chapter's limit in UTF-16 units. */
  readonly maxUnits: number;
  /** The beginning of the session, in ms since the epoch, where what was written since is to be told apart. */
  readonly since: number | null;
}

/** UTF-16 units of a text, and how many of a kind are named. */
const CHECKPOINT_UNITS = 440;
const ITEM_UNITS = 220;
const TITLE_UNITS = 100;
const MOST_DOMAINS = 8;

const CASING = {
  preserve: "the store keeps the casing of a name",
  lower: "names are stored in lower case",
  upper: "names are stored in UPPER CASE",
} as const;

/**
 * Makes the memories' chapter of the brief.
 *
 * @param memories What is known of the memories.
 * @param options What it depends on besides.
 * @returns `null` where there is nothing in the store, or in the domain.
 */
export function memoryChapter(
  memories: Snapshot,
  options: MemoryChapterOptions,
): Chapter | null {
  const { total, domains, domainTotal, checkpoint, flows, flowTotal } =
    memories;
  const { domain, maxUnits, since } = options;
  if (total === 0) return null;
  const written = since === null
    ? []
    : memories.recent.filter(({ at }) => Date.parse(at) >= since);
  const told = new Set(written.map(({ uid }) => uid));
  return {
    heading: `# Long-term memory: ${total} ${
      total === 1 ? "memory" : "memories"
    } in ${isNone(domain) ? "the whole store" : oneLine(domain, TITLE_UNITS)}`,
    sections: [
      {
        title: "Written since this session began",
        noun: "",
        items: [
          ...written.map((it) => `${it.type} ${itemLine(it)}`),
          // The snapshot has the latest only, and how many more there are is not known.
          ...written.length > 0 && written.length === memories.recent.length &&
              written.length < total
            ? ["what was written before these: list_recent()"]
            : [],
        ],
      },
      {
        title: "Active domains, most recent first",
        noun: "",
        items: domains.slice(0, MOST_DOMAINS).map(({ path, subtree }) =>
          `${oneLine(path, TITLE_UNITS)} (${subtree})`
        ),
        unnamed: domainTotal - Math.min(domains.length, MOST_DOMAINS),
      },
      {
        title: "Latest checkpoint",
        noun: "",
        items: checkpoint === null || told.has(checkpoint.uid)
          ? []
          : [checkpointLine(checkpoint)],
        lasts: true,
      },
      list("Open handoffs", memories.handoffs, told),
      list("Pitfalls on record", memories.pitfalls, told),
      list("Recent notes", memories.notes, told),
      {
        title: "Documented flows; get_diagram(uid) reads one",
        noun: "",
        items: flows.map(({ uid, title }) =>
          `${uid} ${oneLine(title, TITLE_UNITS)}`
        ),
        unnamed: flowTotal - flows.length,
      },
    ],
    closings: callsToAction(memories),
    maxUnits,
  };
}

/** Whether it has no segment: then it stands for everything. */
function isNone(domain: string): boolean {
  return domain === "" || domain.split("/").every((it) => it.trim() === "");
}

/** What is told already, as written in this session, is neither named nor counted again. */
function list(
  title: string,
  { items, total }: SnapshotItems,
  told: ReadonlySet<string>,
): Section {
  const others = items.filter(({ uid }) => !told.has(uid));
  return {
    title,
    noun: "",
    items: others.map(itemLine),
    unnamed: total - items.length,
  };
}

function itemLine({ uid, domain, title, text }: SnapshotItem): string {
  const place = domain === "" ? "" : ` [${oneLine(domain, TITLE_UNITS)}]`;
  const name = title === undefined || title === ""
    ? ""
    : `${oneLine(title, TITLE_UNITS)}: `;
  return `${uid}${place} ${oneLine(name + text, ITEM_UNITS)}`;
}

function checkpointLine({ uid, domain, at, text }: SnapshotItem): string {
  const place = domain === "" ? "" : `[${oneLine(domain, TITLE_UNITS)}] `;
  return `${place}${at.slice(0, 16)} (${uid}): ${
    oneLine(text, CHECKPOINT_UNITS)
  }`;
}

/** What the session is to do with it, the longest form first. */
function callsToAction({ domainCase }: Snapshot): string[] {
  return [
    `Before the first tool call, call pulse(domain) for the subject of the prompt. A domain is a path, outermost first, such as acme/x100; ${
      CASING[domainCase] ?? CASING.preserve
    }. Where the domain is unclear, list_domains() names all, recall(query) and search(query) find by content, get_memory(uid) reads one whole. Load these tools where they are not loaded yet. Write as the work goes: note(), anti_pattern(), checkpoint(), handoff(); and set_confidence() once evidence settles a claim.`,
    "Before the first tool call, call pulse(domain) for the subject of the prompt; list_domains(), recall(query) and search(query) where it is unclear. Write as the work goes: note(), checkpoint().",
    "Call pulse(domain) before the first tool call.",
  ];
}
