import type { Parameter, Tool } from "./tool.ts";

const TITLE: Parameter = {
  type: "string",
  description: "What it is about, in under 80 characters",
};

const DOMAIN: Parameter = {
  type: "string",
  description: "Where it is filed: path, outermost first, such as acme/x100",
};

const ALSO: Parameter = {
  type: "array",
  items: { type: "string" },
  description: "Further domains to list it at",
};

const TAGS: Parameter = {
  type: "array",
  items: { type: "string" },
  description: "A few single words",
};

const SOURCE_REF: Parameter = {
  type: "string",
  description: "What shows it: file:line, commit, URL, command",
};

const REVIEW_AFTER: Parameter = {
  type: "string",
  description: "Date from which to doubt it, YYYY-MM-DD",
};

const SESSION: Parameter = {
  type: "string",
  description: "Leave out: this session is stamped by itself",
};

/** The tools that add to the memory. The guard refuses a call of theirs that lacks a required text, and derives what that is from here. */
export const WRITERS: readonly Tool[] = [
  {
    name: "note",
    title: "Remember a fact",
    kind: "writer",
    description:
      "Store one durable fact, decision or preference as soon as it is known. Not for progress (checkpoint) or mistakes (anti_pattern).",
    inputSchema: {
      type: "object",
      properties: {
        content: {
          type: "string",
          description:
            "The fact by itself, with its why; a few sentences. Say so if it is unverified",
        },
        title: TITLE,
        domain: DOMAIN,
        also: ALSO,
        tags: TAGS,
        source_ref: SOURCE_REF,
        review_after: REVIEW_AFTER,
        session: SESSION,
      },
      required: ["content"],
    },
    watched: ["domain", "tags", "source_ref"],
  },
  {
    name: "reasoning",
    title: "Remember a line of reasoning",
    kind: "writer",
    description:
      "Store how a belief was tested and what came of it, once the result is in.",
    inputSchema: {
      type: "object",
      properties: {
        hypothesis: { type: "string", description: "What was believed" },
        reasoning: {
          type: "string",
          description: "Why, and how it was tested",
        },
        result: { type: "string", description: "What was observed" },
        revised_belief: {
          type: "string",
          description: "What is believed now",
        },
        next_time: {
          type: "string",
          description: "What to do in the same place again",
        },
        title: TITLE,
        domain: DOMAIN,
        also: ALSO,
        tags: TAGS,
        source_ref: SOURCE_REF,
        review_after: REVIEW_AFTER,
        session: SESSION,
      },
      required: [
        "hypothesis",
        "reasoning",
        "result",
        "revised_belief",
        "next_time",
      ],
    },
    watched: ["domain", "source_ref"],
  },
  {
    name: "handoff",
    title: "Hand work over",
    kind: "writer",
    description:
      "Leave unfinished work to a later session or somebody else. forget() it once it is taken up.",
    inputSchema: {
      type: "object",
      properties: {
        content: {
          type: "string",
          description:
            "What is to be done, where things stand, what to begin with; a page at most",
        },
        title: TITLE,
        domain: DOMAIN,
        also: ALSO,
        tags: TAGS,
        session: SESSION,
      },
      required: ["content"],
    },
    watched: ["domain"],
  },
  {
    name: "checkpoint",
    title: "Save where the work stands",
    kind: "writer",
    description:
      "Store the state of the work at a milestone, before compaction, and at the end of a session.",
    inputSchema: {
      type: "object",
      properties: {
        intent: { type: "string", description: "What the work is for" },
        established: {
          type: "string",
          description: "What is done or known by now",
        },
        pursuing: {
          type: "string",
          description: "What is being done, and the next step",
        },
        open_questions: {
          type: "string",
          description: "What is undecided; `none` where nothing is",
        },
        title: TITLE,
        domain: DOMAIN,
        also: ALSO,
        tags: TAGS,
        session: SESSION,
      },
      required: ["intent", "established", "pursuing", "open_questions"],
    },
    watched: ["domain"],
  },
  {
    name: "anti_pattern",
    title: "Remember a pitfall",
    kind: "writer",
    description:
      "Store a mistake that looked right, as soon as it is understood, so that nobody repeats it.",
    inputSchema: {
      type: "object",
      properties: {
        pattern: { type: "string", description: "What one is tempted to do" },
        why_wrong: { type: "string", description: "What goes wrong then" },
        instead: { type: "string", description: "What to do" },
        title: TITLE,
        domain: DOMAIN,
        also: ALSO,
        tags: TAGS,
        source_ref: SOURCE_REF,
        review_after: REVIEW_AFTER,
        session: SESSION,
      },
      required: ["pattern", "why_wrong", "instead"],
    },
    watched: ["domain", "source_ref"],
  },
  {
    name: "diagram",
    title: "Document a flow",
    kind: "writer",
    description:
      "Store a flow, state machine or structure as a Mermaid diagram, to be read with get_diagram.",
    inputSchema: {
      type: "object",
      properties: {
        title: { type: "string", description: "What flow it shows" },
        mermaid: {
          type: "string",
          description: "The Mermaid text, without a fence",
        },
        domain: DOMAIN,
        also: ALSO,
        tags: TAGS,
        source_ref: SOURCE_REF,
        session: SESSION,
      },
      required: ["title", "mermaid"],
    },
    watched: ["domain"],
  },
];
