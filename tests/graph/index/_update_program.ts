// Updates notes of an index in a process of its own: `file vault from to`. Prints the number of updates that another process kept it
// from, each of which it tried again.

import { isBusy } from "../../../lib/graph/index/is_busy.ts";
import { openIndex } from "../../../lib/graph/index/open_index.ts";
import { parseNote } from "../../../lib/vault/parse_note.ts";

const [file = "", vault = "", from = "0", to = "0"] = Deno.args;
using index = openIndex(file, {
  vault,
  journalDir: "journal",
  create: true,
  busyTimeoutMs: 60_000,
});
let busy = 0;
for (let n = Number(from); n < Number(to);) {
  const path = `n${n}.md`;
  const note = await parseNote(`[[hub]] [[n${n + 1}]] #t${n}`, path);
  try {
    index.updateNote(path, { mtime: n, size: 1 }, note);
    n++;
  } catch (error) {
    if (!isBusy(error) || ++busy > 100) throw error;
  }
}
Deno.stdout.writeSync(new TextEncoder().encode(String(busy)));
