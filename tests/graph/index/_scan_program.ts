// Scans a vault in a process of its own, with the permissions it is given, and prints what came of it.

import { openIndex } from "../../../lib/graph/index/open_index.ts";
import { scanVault } from "../../../lib/graph/index/scan.ts";

const [vault = "", file = ""] = Deno.args;
using index = openIndex(file, { vault, journalDir: "" });
const { problems, ...result } = await scanVault(vault, index, {
  outputDir: "graphify-out",
});
const output = JSON.stringify({
  ...result,
  problems: problems.length,
  notes: index.noteCount(),
  folders: index.folders().size,
});
Deno.stdout.writeSync(new TextEncoder().encode(output));
