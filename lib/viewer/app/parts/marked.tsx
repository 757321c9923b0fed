import type { JSX } from "preact";

/** A text in which the beginnings of words that were searched for are marked. */
export function Marked(
  { text, words }: { readonly text: string; readonly words: string },
): JSX.Element {
  const wanted = words.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "")
    .map((word) => word.toLowerCase());
  if (wanted.length === 0) return <>{text}</>;
  // One group, so that every second piece is a find.
  const pattern = new RegExp(
    `((?<![\\p{L}\\p{N}])(?:${wanted.join("|")})[\\p{L}\\p{N}]*)`,
    "giu",
  );
  return (
    <>
      {text.split(pattern).map((piece, at) =>
        at % 2 === 1 ? <mark key={at}>{piece}</mark> : piece
      )}
    </>
  );
}
