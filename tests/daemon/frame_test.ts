import { assertEquals, assertThrows } from "@std/assert";
import {
  encodeFrame,
  encodeRequest,
  FrameDecoder,
  MAX_FRAME_BYTES,
  MAX_REQUEST_BYTES,
} from "../../lib/daemon/frame.ts";

const VALUES = [{ a: "é" }, [], null, "x".repeat(1000), 1];

function joined(...pieces: Uint8Array[]): Uint8Array {
  return new Uint8Array(pieces.flatMap((piece) => [...piece]));
}

function head(length: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, length);
  return bytes;
}

Deno.test("encodeFrame() writes a big-endian length and UTF-8 JSON", () => {
  const frame = encodeFrame({ a: "é" });
  const body = new TextEncoder().encode('{"a":"é"}');
  assertEquals(frame, joined(head(10), body));
});

Deno.test("encodeFrame() refuses more than 1 MiB, and no less", () => {
  const room = MAX_FRAME_BYTES - 2;
  assertEquals(encodeFrame("x".repeat(room)).length, MAX_FRAME_BYTES + 4);
  const error = assertThrows(
    () => encodeFrame("x".repeat(room + 1)),
    RangeError,
  );
  assertEquals(
    error.message,
    "Cannot frame a value: current value of its length is 1048577 bytes",
  );
});

Deno.test("FrameDecoder gives the values of frames however they are cut", () => {
  const bytes = joined(...VALUES.map(encodeFrame));
  for (const size of [1, 2, 3, 5, 7, 64, bytes.length]) {
    const decoder = new FrameDecoder();
    const values: unknown[] = [];
    for (let at = 0; at < bytes.length; at += size) {
      // One buffer for all pieces, as a reader of a socket has it.
      const piece = bytes.slice(at, at + size);
      values.push(...decoder.push(piece));
      piece.fill(0);
    }
    assertEquals(values, VALUES);
    assertEquals(decoder.pending, 0);
  }
});

Deno.test("FrameDecoder takes the largest frame byte by byte in linear time", () => {
  const frame = encodeFrame("x".repeat(MAX_FRAME_BYTES - 2));
  const decoder = new FrameDecoder();
  let values: unknown[] = [];
  for (let at = 0; at < frame.length; at++) {
    values = [...decoder.push(frame.subarray(at, at + 1))];
  }
  assertEquals(values, ["x".repeat(MAX_FRAME_BYTES - 2)]);
});

Deno.test("FrameDecoder refuses what is no frame, after the frames before it", () => {
  const notJson = joined(head(3), new TextEncoder().encode("{a}"));
  const notUtf8 = joined(head(3), Uint8Array.of(0x22, 0xff, 0x22));
  for (
    const [bad, error] of [
      [head(0), RangeError],
      [head(MAX_FRAME_BYTES + 1), RangeError],
      [head(0xffffffff), RangeError],
      [new TextEncoder().encode("GET / HTTP/1.1\r\n\r\n"), RangeError],
      [notJson, SyntaxError],
      [notUtf8, TypeError],
    ] as const
  ) {
    const decoder = new FrameDecoder();
    const values: unknown[] = [];
    assertThrows(() => {
      for (const value of decoder.push(joined(encodeFrame(1), bad))) {
        values.push(value);
      }
    }, error);
    assertEquals(values, [1]);
  }
});

Deno.test("FrameDecoder knows of a frame that was cut off", () => {
  const decoder = new FrameDecoder();
  const frame = encodeFrame("abc");
  assertEquals([...decoder.push(frame.subarray(0, 6))], []);
  assertEquals(decoder.pending, 6);
});

Deno.test("encodeRequest() frames up to 8 MiB, which only a decoder that takes long frames reads", () => {
  const short = { request: "ping" };
  assertEquals(encodeRequest(short), encodeFrame(short));
  const long = "x".repeat(MAX_REQUEST_BYTES - 2);
  const frame = encodeRequest(long);
  const decoder = new FrameDecoder({ takesLong: true });
  assertEquals([...decoder.push(encodeFrame(short))], [short]);
  assertEquals(decoder.isLong, false);
  assertEquals([...decoder.push(frame)], [long]);
  assertEquals(decoder.isLong, true);
  assertThrows(() => [...new FrameDecoder().push(frame)], RangeError);
  assertThrows(() => encodeRequest(`${long}x`), RangeError);
  const tooLong = new Uint8Array([0x80, 0x80, 0, 1]);
  assertThrows(() => [...decoder.push(tooLong)], RangeError);
});
