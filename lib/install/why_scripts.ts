/** UTF-16 units that the whole line may have. */
const LINE = 200;

/**
 * Says in one short line why there are scripts and no executables.
 *
 * @param reason Why they could not be made, as Deno has put it.
 */
export function whyScripts(reason: string): string {
  const url = /\burl \(https?:\/\/([^/)]+)[^)]*\)(?:: )?(.*)$/s.exec(reason);
  const [what, why] = url === null
    ? ["executables could not be made", reason]
    : [
      "no runtime for executables could be had",
      `${url[1]}: ${shortest(url[2] ?? "")}`,
    ];
  const line = (why: string): string =>
    `Installed as scripts: ${what} (${why}). They do the same; DENORT_BIN or network access makes executables.`;
  const room = LINE - line("").length;
  const plain = why.replace(/\s+/g, " ").trim();
  return line(plain.length <= room ? plain : `${plain.slice(0, room - 1)}…`);
}

/** Of a chain of causes the one that tells most: what the name server, the connection or the other side said. */
function shortest(chain: string): string {
  const causes = chain.split(": ").filter((cause) => cause !== "");
  return causes.find((cause) => /^(?:dns|tls) error/.test(cause)) ??
    causes.at(-1) ?? "not reached";
}
