import { parseConfig } from "../config/parse_config.ts";
import { Failure } from "./failure.ts";

/**
 * Sets `vault.path` in the text of a config file. Only its line is changed, or added where there is none; all else keeps its
 * bytes.
 *
 * @param text The config file's text.
 * @param vault The vault's absolute path.
 * @param home What `~` stands for in the file.
 * @param file The config file's path, for the message.
 * @throws {Failure} when the file is laid out so that this cannot be done.
 */
export function setVaultPath(
  text: string,
  vault: string,
  home: string,
  file: string,
): string {
  const before = parseConfig(text, home);
  const isKnown = !before.problems.some(({ setting }) =>
    setting === "vault" || setting === "vault.path"
  );
  if (before.config.vault.path === vault && !before.broken && isKnown) {
    return text;
  }
  for (const edited of candidates(text, yamlText(vault))) {
    // From a home whose default vault is another one: what is not understood would be taken for it.
    const after = parseConfig(edited, `${vault}/home`);
    const same = JSON.stringify({ ...after.config, vault: null }) ===
      JSON.stringify({ ...before.config, vault: null });
    if (!after.broken && same && after.config.vault.path === vault) {
      return edited;
    }
  }
  throw new Failure(
    `Cannot write the vault into ${file}: its layout is not understood; set vault.path to ${vault} there`,
  );
}

/** The ways to edit it, the first of which mostly is the one: each is tried and proved by parsing. */
function* candidates(text: string, value: string): Generator<string> {
  const newline = /\r\n|\n|\r/.exec(text)?.[0] ?? "\n";
  const section =
    /^(?:\uFEFF)?(?:vault|"vault"|'vault')[ \t]*:[ \t]*(?:#[^\r\n]*)?(?:\r\n|\n|\r)/m
      .exec(text);
  if (section !== null) {
    const start = section.index + section[0].length;
    const below = text.slice(start);
    // All that is indented, blank or a comment, up to the next key at the left edge.
    const end = /^[^\s#]/m.exec(below)?.index ?? below.length;
    const inside = below.slice(0, end);
    const key =
      /^([ \t]+(?:path|"path"|'path')[ \t]*:)[ \t]*(?:"(?:[^"\\\r\n]|\\.)*"|'(?:[^'\r\n]|'')*'|(?:[^\s#]|(?<=\S)#|[ \t]+(?![ \t]|#))*)/m
        .exec(inside);
    if (key !== null) {
      yield text.slice(0, start + key.index) + `${key[1]} ${value}` +
        text.slice(start + key.index + key[0].length);
    }
    const indent = /^([ \t]+)[^\s#]/m.exec(inside)?.[1] ?? "  ";
    yield `${text.slice(0, start)}${indent}path: ${value}${newline}${below}`;
  }
  const gap = text === "" || /[\n\r]$/.test(text) ? "" : newline;
  yield `${text}${gap}vault:${newline}  path: ${value}${newline}`;
}

function yamlText(value: string): string {
  return /^\/[\p{L}\p{N}/._-]*$/u.test(value) ? value : JSON.stringify(value);
}
