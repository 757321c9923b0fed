import { assert, assertEquals } from "@std/assert";
import { whyScripts } from "../../lib/install/why_scripts.ts";

Deno.test("whyScripts() names the server and the cause", () => {
  assertEquals(
    whyScripts(
      "memory-session-start: error sending request for url (https://dl.deno.land/release/v2.9.6/denort-x86_64-unknown-linux-gnu.zip): client error (Connect): dns error: failed to lookup address information: Name or service not known",
    ),
    "Installed as scripts: no runtime for executables could be had (dl.deno.land: dns error). They do the same; DENORT_BIN or network access makes executables.",
  );
});

Deno.test("whyScripts() is one line of 200 characters at most", () => {
  const line = whyScripts(
    `memory-rebuild: it does\nnot run: ${"x".repeat(999)}`,
  );
  assert(
    line.startsWith("Installed as scripts: executables could not be made"),
  );
  assert(
    line.endsWith(
      "…). They do the same; DENORT_BIN or network access makes executables.",
    ),
  );
  assertEquals(line.length, 200);
  assert(!line.includes("\n"));
});
