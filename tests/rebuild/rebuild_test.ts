import { assertEquals } from "@std/assert";
import { assembleConfig } from "../../lib/config/assemble_config.ts";
import { dirtySince, markDirty } from "../../lib/graph/dirty.ts";
import { isFile } from "../../lib/private_file.ts";
import { rebuild } from "../../lib/rebuild/rebuild.ts";
import { placesIn } from "../_support/places_in.ts";
import { recordedLog } from "../_support/recorded_log.ts";
import { tempDir, writeFiles } from "../_support/temp.ts";

/** A signal that is aborted from the given look at it on. */
function abortedAtLook(look: number): AbortSignal {
  let looks = 0;
  const signal = new AbortController().signal;
  return Object.defineProperty(signal, "aborted", {
    get: () => ++looks >= look,
  });
}

Deno.test("a rebuild that is told to end, whenever that is, is neither stamped nor taken for merged without its graph", async () => {
  for (let look = 1; look <= 24; look++) {
    await using tmp = await tempDir();
    await writeFiles(tmp.path, {
      "vault/a.md": "[[b]]\n",
      "vault/b.md": "x\n",
    });
    const places = placesIn(tmp.path);
    const vault = `${tmp.path}/vault`;
    markDirty(places, new Date());
    await rebuild({
      places,
      config: assembleConfig(
        { "vault.path": vault, "graph.engine": "builtin" },
        tmp.path,
      ),
      log: recordedLog(),
      env: () => undefined,
      now: () => new Date(Date.now() + 10_000),
      whole: true,
      signal: abortedAtLook(look),
    });
    const written = isFile(`${vault}/graphify-out/graph.json`);
    const claimed = isFile(places.rebuildStamp) || dirtySince(places) === null;
    assertEquals(claimed && !written, false, `aborted at look ${look}`);
  }
});
