import { assertEquals } from "@std/assert";
import { loadedMessage } from "../../lib/brief/loaded_message.ts";

const NOTHING = { memories: 0, notes: 0, lastSession: false };

Deno.test("loadedMessage() says in a line what was loaded, and in another where the viewer is", () => {
  assertEquals(
    loadedMessage({ memories: 12, notes: 1, lastSession: true }, 37777),
    "Memory loaded: 12 memories, 1 note, the last session's summary.\nViewer: http://127.0.0.1:37777/",
  );
  assertEquals(
    loadedMessage({ ...NOTHING, memories: 1 }, null),
    "Memory loaded: 1 memory.",
  );
  assertEquals(
    loadedMessage(NOTHING, 37778),
    "Viewer: http://127.0.0.1:37778/",
  );
  assertEquals(loadedMessage(NOTHING, null), "");
});
