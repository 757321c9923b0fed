import { assertEquals } from "@std/assert";
import { sessionStamp } from "../../lib/mcp/session_stamp.ts";

Deno.test("a session's stamp is minute and process", () => {
  assertEquals(
    sessionStamp(new Date("2026-03-09T07:05:59.999Z"), 48879),
    "20260309T0705-beef",
  );
});
