import type {
  ObservationView,
  PromptView,
  SessionStory,
} from "../api/types.ts";

/** A prompt and what was done for it. */
export interface Turn {
  readonly number: number;
  /** `null` where it was deleted, or never recorded. */
  readonly prompt: PromptView | null;
  readonly observations: readonly ObservationView[];
}

/** A session's prompts, each with what was done for it. */
export function turnsOf({ prompts, observations }: SessionStory): Turn[] {
  const numbers = new Set([
    ...prompts.map(({ number }) => number),
    ...observations.map(({ promptNumber }) => promptNumber),
  ]);
  return [...numbers].sort((a, b) => a - b).map((number) => ({
    number,
    prompt: prompts.find((prompt) => prompt.number === number) ?? null,
    observations: observations.filter(({ promptNumber }) =>
      promptNumber === number
    ),
  }));
}

/** A session's story without one item, and without the summary that may tell of it: it is made anew. */
export function withoutItem(
  story: SessionStory,
  gone: string,
): SessionStory {
  return {
    ...story,
    prompts: story.prompts.filter(({ address }) => address !== gone),
    observations: story.observations.filter(({ address }) => address !== gone),
    summary: null,
  };
}
