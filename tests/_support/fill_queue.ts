/**
 * Connects to a socket until the kernel takes no more, as when a daemon has hung for long, and holds the connections until the end of the scope.
 *
 * @param path The socket, on which somebody listens who accepts nobody.
 */
export async function fillQueue(path: string): Promise<Disposable> {
  const held = new DisposableStack();
  try {
    while (true) held.use(await Deno.connect({ transport: "unix", path }));
  } catch {
    return held;
  }
}
