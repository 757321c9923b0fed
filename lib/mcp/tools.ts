import { EDITORS } from "./editors.ts";
import { READERS } from "./readers.ts";
import type { Tool } from "./tool.ts";
import { WRITERS } from "./writers.ts";

/** All tools of the memory's server, in the order that a host is told of them. Who needs the writers only loads `WRITERS`. */
export const TOOLS: readonly Tool[] = [...WRITERS, ...READERS, ...EDITORS];
