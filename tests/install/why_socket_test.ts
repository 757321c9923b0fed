import { assertEquals, assertStringIncludes } from "@std/assert";
import { checkCapture } from "../../lib/install/check_capture.ts";
import { whySocket } from "../../lib/install/why_socket.ts";
import { placesIn } from "../_support/places_in.ts";
import { tempDir } from "../_support/temp.ts";
import { machineAt } from "./_support.ts";

Deno.test("whySocket() has nothing against a private folder, or one that is still to be made", async () => {
  await using tmp = await tempDir();
  const folder = `${tmp.path}/s`;
  assertEquals(whySocket(`${folder}/capture.sock`), null);
  await Deno.mkdir(folder, { mode: 0o700 });
  assertEquals(whySocket(`${folder}/capture.sock`), null);
  using _socket = Deno.listen({
    transport: "unix",
    path: `${folder}/capture.sock`,
  });
  assertEquals(whySocket(`${folder}/capture.sock`), null);
});

Deno.test("whySocket() says what is wrong with a socket's place", async () => {
  await using tmp = await tempDir();
  const why = (path: string): string => whySocket(path) ?? "";
  const long = `${tmp.path}/${"é".repeat(40)}/capture.sock`;
  assertStringIncludes(
    why(long),
    `has ${new TextEncoder().encode(long).length} bytes`,
  );
  await Deno.writeTextFile(`${tmp.path}/file`, "");
  assertStringIncludes(why(`${tmp.path}/file/capture.sock`), "is no folder");
  await Deno.mkdir(`${tmp.path}/open`);
  await Deno.chmod(`${tmp.path}/open`, 0o755);
  assertStringIncludes(why(`${tmp.path}/open/capture.sock`), "chmod 700");
  await Deno.symlink(`${tmp.path}/open`, `${tmp.path}/link`);
  assertStringIncludes(why(`${tmp.path}/link/capture.sock`), "is no folder");
  await Deno.mkdir(`${tmp.path}/s`, { mode: 0o700 });
  await Deno.writeTextFile(`${tmp.path}/s/capture.sock`, "");
  assertStringIncludes(why(`${tmp.path}/s/capture.sock`), "something else");
});

Deno.test("checkCapture() finds a store that cannot be read", async () => {
  await using tmp = await tempDir();
  const machine = machineAt(tmp.path);
  assertEquals(checkCapture(machine), []);
  const { store } = placesIn(tmp.path);
  await Deno.mkdir(store, { recursive: true });
  await Deno.writeTextFile(`${store}/store.sqlite`, "no database".repeat(99));
  const [finding] = checkCapture(machine);
  assertStringIncludes(finding?.text ?? "", `The store in ${store}: `);
  assertEquals(finding?.again, false);
});
