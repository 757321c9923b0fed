/**
 * Calls back once some time has passed. The wait keeps no process alive, and nothing has to take it back before an exit.
 *
 * In place of `setTimeout`, whose first call costs a fresh Deno 5 ms, a quarter of its start, and of `AbortSignal.timeout`, which costs
 * 0.6 ms; this costs 0.05 ms (2.9.6, measured).
 *
 * @param timeMs How long, in milliseconds.
 * @param callback What is called.
 */
export function after(timeMs: number, callback: () => void): void {
  const never = new Int32Array(new SharedArrayBuffer(4));
  const { value } = Atomics.waitAsync(never, 0, 0, timeMs);
  void Promise.resolve(value).then(callback);
}
