import { CONFIDENCES } from "../memory/memory.ts";
import type { Parameter, Tool } from "./tool.ts";

const UID: Parameter = { type: "string", description: "16 hex digits" };

/** The tools that change what is there, and the one that explains the others. */
export const EDITORS: readonly Tool[] = [
  {
    name: "edit_memory",
    title: "Edit a memory",
    kind: "editor",
    description:
      "Correct or complete a memory; what is left out stays. The former text is kept on record.",
    inputSchema: {
      type: "object",
      properties: {
        uid: UID,
        new_content: {
          type: "string",
          description: "Text to append, or to take the old one's place",
        },
        mode: {
          type: "string",
          enum: ["append", "replace"],
          default: "append",
        },
        note: { type: "string", description: "Why it is edited" },
        title: { type: "string" },
        domain: {
          type: "string",
          description: "The path that it is filed at from now on",
        },
        tags: {
          type: "array",
          items: { type: "string" },
          description: "All its tags from now on",
        },
        source_ref: { type: "string", description: "What shows it" },
        review_after: {
          type: "string",
          description: "Date from which to doubt it, YYYY-MM-DD",
        },
      },
      required: ["uid"],
    },
  },
  {
    name: "set_confidence",
    title: "Confirm or contradict a memory",
    kind: "editor",
    description:
      "Record that evidence has settled what a memory claims. A contradicted one is in no brief any more.",
    inputSchema: {
      type: "object",
      properties: {
        uid: UID,
        confidence: { type: "string", enum: CONFIDENCES },
        note: { type: "string", description: "The evidence" },
      },
      required: ["uid", "confidence"],
    },
  },
  {
    name: "link_memories",
    title: "Link two memories",
    kind: "editor",
    description: "Record how one memory bears on another.",
    inputSchema: {
      type: "object",
      properties: {
        from_uid: UID,
        to_uid: UID,
        relation_type: {
          type: "string",
          description:
            "Such as supports, contradicts, refines, follows; related without",
        },
        note: { type: "string", description: "Why" },
      },
      required: ["from_uid", "to_uid"],
    },
  },
  {
    name: "also_domain",
    title: "List a memory at a further domain",
    kind: "editor",
    description: "List a memory at one more domain; where it is filed stays.",
    inputSchema: {
      type: "object",
      properties: {
        uid: UID,
        domain: { type: "string", description: "The further path" },
      },
      required: ["uid", "domain"],
    },
  },
  {
    name: "forget",
    title: "Forget a memory",
    kind: "editor",
    description:
      "Take a memory out of briefs and searches: wrong, done with, or superseded. get_memory still reads it.",
    inputSchema: {
      type: "object",
      properties: {
        uid: UID,
        reason: { type: "string" },
        superseded_by: {
          type: "string",
          description: "The uid of what takes its place",
        },
      },
      required: ["uid", "reason"],
    },
  },
  {
    name: "help",
    title: "Explain the tools",
    kind: "editor",
    description: "Explain the memory, or one of its tools.",
    inputSchema: {
      type: "object",
      properties: {
        command: { type: "string", description: "The tool's name" },
      },
      required: [],
    },
  },
];
