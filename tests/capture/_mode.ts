/** Who may do what with a file or folder: the last nine bits of its mode. */
export async function modeOf(path: string): Promise<number> {
  return ((await Deno.lstat(path)).mode ?? 0) & 0o777;
}
