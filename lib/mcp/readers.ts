import { MEMORY_TYPES } from "../memory/memory.ts";
import type { Parameter, Tool } from "./tool.ts";

/** The most results that a call gets. */
export const MAX_LIMIT = 50;

/** The most neighbours that `timeline` shows on each side. */
export const MAX_NEIGHBOURS = 25;

const SCOPE: Parameter = {
  type: "string",
  description: "Only this domain and those below it; all without",
};

const TYPE: Parameter = { type: "string", enum: MEMORY_TYPES };

const UID: Parameter = { type: "string", description: "16 hex digits" };

/** The tools that read the memory and change nothing. */
export const READERS: readonly Tool[] = [
  {
    name: "pulse",
    title: "Where a subject stands",
    kind: "reader",
    description:
      "Open a subject before working on it: latest checkpoint, handoffs, pitfalls, recent notes, flows, and what lies below. First call of a session.",
    inputSchema: {
      type: "object",
      properties: {
        domain: {
          type: "string",
          description:
            "Path or part of one, such as acme/x100 or x100; all without",
        },
      },
      required: [],
    },
  },
  {
    name: "search",
    title: "Search for words",
    kind: "reader",
    description:
      "Find memories and vault notes that hold the words given, or their beginnings; those with all of them come first. Any text is plain text: there are no operators.",
    inputSchema: {
      type: "object",
      properties: {
        query: { type: "string", description: "A few telling words" },
        domain: SCOPE,
        type: TYPE,
        limit: {
          type: "integer",
          minimum: 1,
          maximum: MAX_LIMIT,
          default: 10,
        },
      },
      required: ["query"],
    },
  },
  {
    name: "recall",
    title: "Recall what bears on a question",
    kind: "reader",
    description:
      "Find the memories and vault notes nearest to a question or a description of the task; some of the words are enough.",
    inputSchema: {
      type: "object",
      properties: {
        query: {
          type: "string",
          description: "The question or task in plain words",
        },
        domain: SCOPE,
        limit: {
          type: "integer",
          minimum: 1,
          maximum: MAX_LIMIT,
          default: 10,
        },
      },
      required: ["query"],
    },
  },
  {
    name: "get_memory",
    title: "Read a memory",
    kind: "reader",
    description:
      "Read one memory whole, with its links; or what happened in a session, by its address. Lists show the beginning only.",
    inputSchema: {
      type: "object",
      properties: {
        uid: {
          type: "string",
          description: "16 hex digits, or an address such as summary:12",
        },
      },
      required: ["uid"],
    },
  },
  {
    name: "get_diagram",
    title: "Read a flow",
    kind: "reader",
    description: "Read one documented flow: its title and Mermaid text.",
    inputSchema: {
      type: "object",
      properties: { uid: UID },
      required: ["uid"],
    },
  },
  {
    name: "list_domains",
    title: "List the domains",
    kind: "reader",
    description:
      "List the domains with how many memories each holds, most recent first. For when it is unclear where a subject is filed.",
    inputSchema: { type: "object", properties: {}, required: [] },
  },
  {
    name: "list_recent",
    title: "List the latest",
    kind: "reader",
    description: "List memories, latest first.",
    inputSchema: {
      type: "object",
      properties: {
        type: TYPE,
        domain: SCOPE,
        limit: {
          type: "integer",
          minimum: 1,
          maximum: MAX_LIMIT,
          default: 20,
        },
        subtree: {
          type: "boolean",
          default: true,
          description: "Whether the domains below count",
        },
      },
      required: [],
    },
  },
  {
    name: "timeline",
    title: "What came before and after",
    kind: "reader",
    description:
      "Show what was stored around one memory: that of `uid`, or the best match of `query`. One of the two is needed.",
    inputSchema: {
      type: "object",
      properties: {
        uid: UID,
        query: { type: "string" },
        before: {
          type: "integer",
          minimum: 0,
          maximum: MAX_NEIGHBOURS,
          default: 3,
        },
        after: {
          type: "integer",
          minimum: 0,
          maximum: MAX_NEIGHBOURS,
          default: 3,
        },
        domain: SCOPE,
        type: TYPE,
      },
      required: [],
    },
  },
];
