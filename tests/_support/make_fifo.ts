/** Makes a named pipe, which hangs whoever opens it for reading while nobody writes. */
export async function makeFifo(path: string): Promise<void> {
  const { success } = await new Deno.Command("mkfifo", { args: [path] })
    .output();
  if (!success) throw new Error(`Cannot make a FIFO at ${path}`);
}
