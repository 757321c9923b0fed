/** What a made vault looks like. */
export interface VaultShape {
  /** How many notes. */
  readonly notes: number;
  /** How many notes a folder holds. */
  readonly perFolder?: number;
}

/**
 * Makes a vault of plausible notes, always the same for the same shape: frontmatter, tags, headings, some paragraphs, and links
 * of which a few notes get many.
 *
 * @param folder Where; made where it is missing.
 * @param shape How large.
 */
export async function makeVault(
  folder: string,
  shape: VaultShape,
): Promise<void> {
  const perFolder = shape.perFolder ?? 50;
  const random = generator(42);
  const name = (index: number): string =>
    `Topic ${Math.floor(index / perFolder)}/Note ${index}`;
  for (let index = 0; index < shape.notes; index++) {
    const path = `${folder}/${name(index)}.md`;
    if (index % perFolder === 0) {
      await Deno.mkdir(path.slice(0, path.lastIndexOf("/")), {
        recursive: true,
      });
    }
    const links = Array.from({ length: 5 }, () => {
      // Squared: low numbers are linked far more often, so that hubs come about.
      const target = Math.floor(random() ** 2 * shape.notes);
      return random() < 0.5 ? `[[Note ${target}]]` : `[[${name(target)}|that]]`;
    });
    const convention = index % 500 === 7;
    const tags = convention
      ? ["convention/naming", "team"]
      : [`area/${index % 20}`, "note"];
    await Deno.writeTextFile(
      path,
      `---
title: Note ${index}
summary: What is known of topic ${index}, in one sentence
tags: [${tags.join(", ")}]
---

# Note ${index}

${PROSE} ${links[0]} ${PROSE} ${links[1]}

## Details

${PROSE} See ${links[2]} and ${links[3]}. #inline/${index % 7}

### More

${PROSE} ${links[4]} ${PROSE}
`,
    );
  }
}

const PROSE =
  "The build takes its settings from the environment, and whoever changes one of them writes down why, so that the next one need not guess.";

/** A small generator of numbers in [0, 1) (mulberry32). */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
