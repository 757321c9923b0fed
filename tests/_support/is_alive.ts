/**
 * Whether a process runs. One that has ended and that nobody has taken notice of (a zombie) does not.
 *
 * @param pid The process.
 */
export async function isAlive(pid: number): Promise<boolean> {
  const { stdout } = await new Deno.Command("ps", {
    args: ["-o", "stat=", "-p", `${pid}`],
  }).output();
  const state = new TextDecoder().decode(stdout).trim();
  return state !== "" && !state.startsWith("Z");
}
