import { assert, assertEquals } from "@std/assert";
import { type Input, readStdin } from "../../lib/frame/read_stdin.ts";
import { assertLinear } from "../_support/linear.ts";

const LONG = 120_000;

/** Reads pieces as they would come; after the last one stdin ends, stays silent, or fails. */
function reading(
  pieces: readonly (string | Uint8Array)[],
  then: "end" | "silence" | "failure",
  timeoutMs = LONG,
): Promise<Input> {
  const bytes = pieces.map((piece) =>
    typeof piece === "string" ? new TextEncoder().encode(piece) : piece
  );
  let at = 0;
  return readStdin(timeoutMs, (buffer) => {
    const next = bytes[at];
    if (next === undefined) {
      if (then === "end") return Promise.resolve(null);
      if (then === "failure") {
        return Promise.reject(new Deno.errors.BadResource());
      }
      return new Promise(() => {});
    }
    const taken = next.subarray(0, buffer.length);
    buffer.set(taken);
    if (taken.length < next.length) bytes[at] = next.subarray(taken.length);
    else at++;
    return Promise.resolve(taken.length);
  });
}

/** The wait for stdin keeps no process alive; the real read does. */
function keepAlive(): Disposable {
  const timer = setTimeout(() => {}, LONG);
  return { [Symbol.dispose]: () => clearTimeout(timer) };
}

function bytewise(text: string): Uint8Array[] {
  return [...new TextEncoder().encode(text)].map((byte) => Uint8Array.of(byte));
}

Deno.test("readStdin() gives what came until the end", async () => {
  for (
    const text of ["", "{", "[1]", "text", "null", '{"a":1} trailing', "}{"]
  ) {
    assertEquals(await reading([text], "end"), { text, end: "closed" });
  }
  assertEquals(await reading(["[1,", "2]"], "end"), {
    text: "[1,2]",
    end: "closed",
  });
});

Deno.test("readStdin() answers as soon as an object is whole, though stdin stays open", async () => {
  for (
    const text of [
      "{}",
      '{"a":{"b":[{}]}}',
      '{"a":"}"}',
      '{"a":"\\"}"}',
      '{"a":"\\\\"}',
      '{"a":"{[\\\\\\"{"}',
      '{"a":"é日本😀"}',
      '\uFEFF{"a":1}',
      ' \r\n\t{"a":1}\r\n \t',
      '{"a":[[[[]]]],"b":"]"}',
    ]
  ) {
    for (
      const pieces of [[text], bytewise(text), [
        text.slice(0, 2),
        text.slice(2),
      ]]
    ) {
      const input = await reading(pieces, "silence");
      assertEquals(input.end, "complete", text);
      assertEquals(input.text.trim(), text.replace("\uFEFF", "").trim());
    }
  }
});

Deno.test("readStdin() does not take a part for the whole, wherever the pieces break", async () => {
  const text = '{"a":{"b":"}"},"c":[{},{"d":"\\"}"}],"e":"😀}"}';
  const bytes = new TextEncoder().encode(text);
  for (let at = 1; at < bytes.length; at++) {
    const input = await reading(
      [bytes.slice(0, at), bytes.slice(at)],
      "silence",
    );
    assertEquals(input, { text, end: "complete" }, `broken at ${at}`);
  }
});

Deno.test("readStdin() waits no longer than it was told", async () => {
  for (const text of ["", "{", '{"a":"}', "[{}", "[]", '"}"', "}"]) {
    using _alive = keepAlive();
    assertEquals(await reading([text], "silence", 20), { text, end: "late" });
  }
});

Deno.test("readStdin() says when stdin cannot be read", async () => {
  assertEquals(await reading([], "failure"), { text: "", end: "unreadable" });
  assertEquals(await reading(["{"], "failure"), {
    text: "{",
    end: "unreadable",
  });
});

Deno.test("readStdin() takes bytes that are no UTF-8 for the replacement character", async () => {
  const bytes = new Uint8Array([
    0x7b,
    0x22,
    0xff,
    0xc3,
    0x22,
    0x3a,
    0x31,
    0x7d,
  ]);
  const input = await reading([bytes], "silence");
  assertEquals(input, { text: '{"\uFFFD\uFFFD":1}', end: "complete" });
});

Deno.test("readStdin() takes a BOM alone for nothing", async () => {
  assertEquals(await reading(["\uFEFF"], "end"), { text: "", end: "closed" });
});

Deno.test("readStdin() reads 5 MB, and 200 levels", async () => {
  const text = JSON.stringify({ content: '"}{\\'.repeat(1_000_000) });
  assert(text.length > 5_000_000);
  const input = await reading([text], "silence");
  assert(input.text === text && input.end === "complete");
  const deep = `${'{"a":['.repeat(200)}${"]}".repeat(200)}`;
  assertEquals((await reading(bytewise(deep), "silence")).text, deep);
});

Deno.test("readStdin() is no slower for a host that drips objects", async () => {
  await assertLinear(2500, (objects) => {
    const pieces = bytewise(`{"a":[${"{},".repeat(objects)}{}]}`);
    return async () => {
      assertEquals((await reading(pieces, "silence")).end, "complete");
    };
  });
});

Deno.test("readStdin() gives up on what has no end", async () => {
  let sent = 0;
  const input = await readStdin(LONG, (buffer) => {
    sent += buffer.length;
    return Promise.resolve(buffer.length);
  });
  assertEquals(input, { text: "", end: "too long" });
  assert(sent <= 256 * 1024 * 1024, `${sent} bytes`);
});
