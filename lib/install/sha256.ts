/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes (FIPS 180-4, 4.2.2). */
const K = constants(64, Math.cbrt);
/** The same of the square roots of the first eight (FIPS 180-4, 5.3.3). */
const START = constants(8, Math.sqrt);

/**
 * The SHA-256 hash of bytes. Web Crypto only has one that is waited for, and `node:crypto` costs a hook more than it may take.
 *
 * @param data At most 256 MiB.
 * @returns 64 lower-case hex digits.
 */
export function sha256(data: Uint8Array): string {
  const { length } = data;
  const padded = new Uint8Array((length + 9 + 63) & ~63);
  padded.set(data);
  padded[length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(length / 2 ** 29));
  view.setUint32(padded.length - 4, length << 3);
  const state = Int32Array.from(START);
  const words = new Int32Array(64);
  for (let at = 0; at < padded.length; at += 64) {
    for (let i = 0; i < 16; i++) words[i] = view.getInt32(at + 4 * i);
    addBlock(state, words);
  }
  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, "0"))
    .join("");
}

/** FIPS 180-4, 6.2.2; the first 16 words are the block's. */
function addBlock(state: Int32Array, words: Int32Array): void {
  const w = (i: number): number => words[i] as number;
  for (let i = 16; i < 64; i++) {
    const [x, y] = [w(i - 15), w(i - 2)];
    words[i] = w(i - 16) + w(i - 7) +
      (right(x, 7) ^ right(x, 18) ^ (x >>> 3)) +
      (right(y, 17) ^ right(y, 19) ^ (y >>> 10));
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as Eight;
  for (let i = 0; i < 64; i++) {
    const one = h + (right(e, 6) ^ right(e, 11) ^ right(e, 25)) +
      ((e & f) ^ (~e & g)) + (K[i] as number) + w(i);
    const two = (right(a, 2) ^ right(a, 13) ^ right(a, 22)) +
      ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, one + two | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => {
    state[i] = (state[i] as number) + word;
  });
}

type Eight = [number, number, number, number, number, number, number, number];

function right(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}

function constants(count: number, root: (prime: number) => number): Int32Array {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n++) {
    if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  }
  return Int32Array.from(primes, (prime) => (root(prime) % 1) * 2 ** 32 | 0);
}
