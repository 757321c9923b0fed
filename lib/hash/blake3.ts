/** The first 32 bits of the fractional parts of the square roots of the first eight primes (BLAKE3 specification, 2.1). */
const IV = Int32Array.of(
  0x6a09e667,
  0xbb67ae85,
  0x3c6ef372,
  0xa54ff53a,
  0x510e527f,
  0x9b05688c,
  0x1f83d9ab,
  0x5be0cd19,
);

const CHUNK_START = 1;
const CHUNK_END = 2;
const PARENT = 4;
const ROOT = 8;

/**
 * The BLAKE3 hash of bytes, or of the UTF-8 of a text (a lone surrogate counts as U+FFFD).
 *
 * @param data At most 2 GiB.
 * @returns 64 lower-case hex digits.
 */
export function blake3(data: Uint8Array | string): string {
  const bytes = typeof data === "string"
    ? new TextEncoder().encode(data)
    : data;
  const { length } = bytes;
  const blocks = Math.max(1, Math.ceil(length / 64));
  // Every system that Deno runs on is little-endian, as BLAKE3 is.
  const words = new Int32Array(blocks * 16);
  new Uint8Array(words.buffer).set(bytes);
  // The chaining values of finished subtrees, eight words each, and on top the one in the making.
  const stack = new Int32Array(8 * 40);
  let top = 0;
  let chunk = 0;
  for (let block = 0; block < blocks; chunk++) {
    const end = Math.min(block + 16, blocks);
    stack.set(IV, top);
    for (let flags = CHUNK_START; block < end; flags = 0) {
      const used = block + 1 < blocks ? 64 : length - block * 64;
      if (block + 1 === end) flags |= CHUNK_END;
      if (block + 1 === end && blocks <= 16) flags |= ROOT;
      compress(stack, top, words, block * 16, chunk, used, flags, stack, top);
      block++;
    }
    // A subtree is finished when its number of chunks is a power of two; what is left at the end is joined below.
    if (block < blocks) {
      for (let count = chunk + 1; (count & 1) === 0; count >>>= 1) {
        top -= 8;
        compress(IV, 0, stack, top, 0, 64, PARENT, stack, top);
      }
      top += 8;
    }
  }
  while (top > 0) {
    top -= 8;
    const flags = top === 0 ? PARENT | ROOT : PARENT;
    compress(IV, 0, stack, top, 0, 64, flags, stack, top);
  }
  return hex(stack);
}

function hex(words: Int32Array): string {
  const view = new DataView(words.buffer);
  let text = "";
  for (let at = 0; at < 32; at += 4) {
    text += view.getUint32(at).toString(16).padStart(8, "0");
  }
  return text;
}

/**
 * The compression function (BLAKE3 specification, 2.2), cut to the eight words of a chaining value.
 *
 * Sixteen words of state and sixteen of message are variables, and the rounds are spelled out: a hook hashes once and ends, so most of
 * this runs in V8's interpreter, for which a variable is a register, and an array's element or a call is not.
 */
function compress(
  chain: Int32Array,
  chainAt: number,
  words: Int32Array,
  at: number,
  counter: number,
  length: number,
  flags: number,
  out: Int32Array,
  outAt: number,
): void {
  let m0 = words[at] as number;
  let m1 = words[at + 1] as number;
  let m2 = words[at + 2] as number;
  let m3 = words[at + 3] as number;
  let m4 = words[at + 4] as number;
  let m5 = words[at + 5] as number;
  let m6 = words[at + 6] as number;
  let m7 = words[at + 7] as number;
  let m8 = words[at + 8] as number;
  let m9 = words[at + 9] as number;
  let m10 = words[at + 10] as number;
  let m11 = words[at + 11] as number;
  let m12 = words[at + 12] as number;
  let m13 = words[at + 13] as number;
  let m14 = words[at + 14] as number;
  let m15 = words[at + 15] as number;
  let v0 = chain[chainAt] as number;
  let v1 = chain[chainAt + 1] as number;
  let v2 = chain[chainAt + 2] as number;
  let v3 = chain[chainAt + 3] as number;
  let v4 = chain[chainAt + 4] as number;
  let v5 = chain[chainAt + 5] as number;
  let v6 = chain[chainAt + 6] as number;
  let v7 = chain[chainAt + 7] as number;
  let v8 = IV[0] as number;
  let v9 = IV[1] as number;
  let v10 = IV[2] as number;
  let v11 = IV[3] as number;
  let v12 = counter;
  let v13 = 0; // the upper half of the counter
  let v14 = length;
  let v15 = flags;
  for (let round = 0;; round++) {
    v0 = (v0 + v4 | 0) + m0 | 0;
    v12 ^= v0;
    v12 = v12 << 16 | v12 >>> 16;
    v8 = v8 + v12 | 0;
    v4 ^= v8;
    v4 = v4 << 20 | v4 >>> 12;
    v0 = (v0 + v4 | 0) + m1 | 0;
    v12 ^= v0;
    v12 = v12 << 24 | v12 >>> 8;
    v8 = v8 + v12 | 0;
    v4 ^= v8;
    v4 = v4 << 25 | v4 >>> 7;
    v1 = (v1 + v5 | 0) + m2 | 0;
    v13 ^= v1;
    v13 = v13 << 16 | v13 >>> 16;
    v9 = v9 + v13 | 0;
    v5 ^= v9;
    v5 = v5 << 20 | v5 >>> 12;
    v1 = (v1 + v5 | 0) + m3 | 0;
    v13 ^= v1;
    v13 = v13 << 24 | v13 >>> 8;
    v9 = v9 + v13 | 0;
    v5 ^= v9;
    v5 = v5 << 25 | v5 >>> 7;
    v2 = (v2 + v6 | 0) + m4 | 0;
    v14 ^= v2;
    v14 = v14 << 16 | v14 >>> 16;
    v10 = v10 + v14 | 0;
    v6 ^= v10;
    v6 = v6 << 20 | v6 >>> 12;
    v2 = (v2 + v6 | 0) + m5 | 0;
    v14 ^= v2;
    v14 = v14 << 24 | v14 >>> 8;
    v10 = v10 + v14 | 0;
    v6 ^= v10;
    v6 = v6 << 25 | v6 >>> 7;
    v3 = (v3 + v7 | 0) + m6 | 0;
    v15 ^= v3;
    v15 = v15 << 16 | v15 >>> 16;
    v11 = v11 + v15 | 0;
    v7 ^= v11;
    v7 = v7 << 20 | v7 >>> 12;
    v3 = (v3 + v7 | 0) + m7 | 0;
    v15 ^= v3;
    v15 = v15 << 24 | v15 >>> 8;
    v11 = v11 + v15 | 0;
    v7 ^= v11;
    v7 = v7 << 25 | v7 >>> 7;
    v0 = (v0 + v5 | 0) + m8 | 0;
    v15 ^= v0;
    v15 = v15 << 16 | v15 >>> 16;
    v10 = v10 + v15 | 0;
    v5 ^= v10;
    v5 = v5 << 20 | v5 >>> 12;
    v0 = (v0 + v5 | 0) + m9 | 0;
    v15 ^= v0;
    v15 = v15 << 24 | v15 >>> 8;
    v10 = v10 + v15 | 0;
    v5 ^= v10;
    v5 = v5 << 25 | v5 >>> 7;
    v1 = (v1 + v6 | 0) + m10 | 0;
    v12 ^= v1;
    v12 = v12 << 16 | v12 >>> 16;
    v11 = v11 + v12 | 0;
    v6 ^= v11;
    v6 = v6 << 20 | v6 >>> 12;
    v1 = (v1 + v6 | 0) + m11 | 0;
    v12 ^= v1;
    v12 = v12 << 24 | v12 >>> 8;
    v11 = v11 + v12 | 0;
    v6 ^= v11;
    v6 = v6 << 25 | v6 >>> 7;
    v2 = (v2 + v7 | 0) + m12 | 0;
    v13 ^= v2;
    v13 = v13 << 16 | v13 >>> 16;
    v8 = v8 + v13 | 0;
    v7 ^= v8;
    v7 = v7 << 20 | v7 >>> 12;
    v2 = (v2 + v7 | 0) + m13 | 0;
    v13 ^= v2;
    v13 = v13 << 24 | v13 >>> 8;
    v8 = v8 + v13 | 0;
    v7 ^= v8;
    v7 = v7 << 25 | v7 >>> 7;
    v3 = (v3 + v4 | 0) + m14 | 0;
    v14 ^= v3;
    v14 = v14 << 16 | v14 >>> 16;
    v9 = v9 + v14 | 0;
    v4 ^= v9;
    v4 = v4 << 20 | v4 >>> 12;
    v3 = (v3 + v4 | 0) + m15 | 0;
    v14 ^= v3;
    v14 = v14 << 24 | v14 >>> 8;
    v9 = v9 + v14 | 0;
    v4 ^= v9;
    v4 = v4 << 25 | v4 >>> 7;
    if (round === 6) break;
    // The message in its next order.
    const m = m0;
    m0 = m2;
    m2 = m3;
    m3 = m10;
    m10 = m12;
    m12 = m9;
    m9 = m11;
    m11 = m5;
    m5 = m;
    const n = m1;
    m1 = m6;
    m6 = m4;
    m4 = m7;
    m7 = m13;
    m13 = m14;
    m14 = m15;
    m15 = m8;
    m8 = n;
  }
  out[outAt] = v0 ^ v8;
  out[outAt + 1] = v1 ^ v9;
  out[outAt + 2] = v2 ^ v10;
  out[outAt + 3] = v3 ^ v11;
  out[outAt + 4] = v4 ^ v12;
  out[outAt + 5] = v5 ^ v13;
  out[outAt + 6] = v6 ^ v14;
  out[outAt + 7] = v7 ^ v15;
}
