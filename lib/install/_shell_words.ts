/**
 * Splits a shell command into its simple commands, and these into words without their quotes. Expansions stay as they are
 * written. A backslash only quotes what needs quoting, so that Windows paths survive.
 *
 * @param text A command as it stands in the settings.
 */
export function simpleCommands(text: string): string[][] {
  const commands: string[][] = [[]];
  let word: string | null = null;
  const endWord = (): void => {
    if (word !== null) commands.at(-1)?.push(word);
    word = null;
  };
  for (let index = 0; index < text.length; index++) {
    const char = text.charAt(index);
    if (char === "'" || char === '"') {
      const [inside, end] = quoted(text, index);
      word = (word ?? "") + inside;
      index = end;
    } else if (
      char === "\\" && /[\s'"\\$`;&|()<>*?#~]/.test(text.charAt(index + 1))
    ) {
      index++;
      word = (word ?? "") + text.charAt(index);
    } else if (/[;&|\n()]/.test(char)) {
      endWord();
      commands.push([]);
    } else if (/\s/.test(char)) endWord();
    else word = (word ?? "") + char;
  }
  endWord();
  return commands.filter((words) => words.length > 0);
}

/** What stands in quotes, and the offset of the closing one. */
function quoted(text: string, start: number): [string, number] {
  const mark = text.charAt(start);
  let inside = "";
  let index = start + 1;
  for (; index < text.length && text.charAt(index) !== mark; index++) {
    if (
      mark === '"' && text.charAt(index) === "\\" &&
      /["\\$`]/.test(text.charAt(index + 1))
    ) index++;
    inside += text.charAt(index);
  }
  return [inside, index];
}
