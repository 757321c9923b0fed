import type { ComponentChildren, JSX } from "preact";
import { type Block, markdownBlocks } from "./markdown_blocks.ts";
import { inlinePieces } from "./markdown_inline.ts";

/** UTF-16 units of a text that are shown. */
const MOST = 100_000;

/**
 * A text in Markdown: headings, lists, quotes, code, emphasis and links between notes. It is made of elements, never of HTML, so that
 * nothing in a text can be more than text. A link to another place is shown as its text and address: this page opens none.
 */
export function Markdown(
  { text, hrefOfNote }: {
    readonly text: string;
    /** The fragment of a note that a `[[link]]` names, `null` where there is none. */
    readonly hrefOfNote?: (name: string) => string | null;
  },
): JSX.Element {
  return (
    <div class="markdown">
      {markdownBlocks(text.slice(0, MOST)).map((block, at) => (
        <BlockView key={at} block={block} hrefOfNote={hrefOfNote} />
      ))}
      {text.length > MOST && <p class="quiet">The rest is too long to show.</p>}
    </div>
  );
}

function BlockView({ block, hrefOfNote }: {
  readonly block: Block;
  readonly hrefOfNote: ((name: string) => string | null) | undefined;
}): JSX.Element {
  const inline = (text: string): ComponentChildren => (
    <Inline text={text} hrefOfNote={hrefOfNote} />
  );
  switch (block.type) {
    case "heading": {
      // The panel has the note's title as its heading.
      const Level = `h${Math.min(block.level + 2, 6)}` as "h3";
      return <Level>{inline(block.text)}</Level>;
    }
    case "code":
      return <pre tabIndex={0}><code>{block.text}</code></pre>;
    case "quote":
      return <blockquote>{inline(block.text)}</blockquote>;
    case "rule":
      return <hr />;
    case "list": {
      const items = block.items.map((item, at) => (
        <li key={at} class={`depth-${Math.min(item.depth, 4)}`}>
          {inline(item.text)}
        </li>
      ));
      return block.isNumbered ? <ol>{items}</ol> : <ul>{items}</ul>;
    }
    case "facts":
      return (
        <details class="frontmatter">
          <summary>Properties</summary>
          <pre><code>{block.text}</code></pre>
        </details>
      );
    default:
      return <p>{inline(block.text)}</p>;
  }
}

function Inline({ text, hrefOfNote }: {
  readonly text: string;
  readonly hrefOfNote: ((name: string) => string | null) | undefined;
}): JSX.Element {
  return (
    <>
      {inlinePieces(text).map((piece, at) => {
        if (piece.type === "code") return <code key={at}>{piece.text}</code>;
        if (piece.type === "strong") {
          return <strong key={at}>{piece.text}</strong>;
        }
        if (piece.type === "emphasis") return <em key={at}>{piece.text}</em>;
        if (piece.type !== "note") return piece.text;
        const href = hrefOfNote?.(piece.name) ?? null;
        return href === null
          ? <span key={at} class="dead-link">{piece.text}</span>
          : <a key={at} href={href}>{piece.text}</a>;
      })}
    </>
  );
}
