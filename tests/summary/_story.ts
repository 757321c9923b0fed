import type {
  ObservationView,
  PromptView,
  SessionStory,
} from "../../lib/lifecycle/types.ts";

/** What a test says of an observation. */
export type Seen =
  & Pick<ObservationView, "what" | "title">
  & Partial<ObservationView>;

/** What a test says of a session. */
export interface StoryParts {
  readonly prompts?: readonly string[];
  readonly observations?: readonly Seen[];
  readonly answer?: string;
  readonly project?: string;
  readonly cwd?: string;
}

/** A session in which something is prompted every minute, and something is done a second later. */
export function story(parts: StoryParts = {}): SessionStory {
  const { prompts = [], observations = [], answer = "" } = parts;
  const project = parts.project ?? "/home/u/shop/.git";
  const owner = { session: "s1", project, name: "shop" };
  return {
    session: {
      ...owner,
      id: 1,
      cwd: parts.cwd ?? "/home/u/shop",
      host: "claude",
      beganAt: 0,
      lastAt: prompts.length * 60_000,
      endedAt: null,
      prompts: prompts.length,
      observations: observations.length,
      redactions: 0,
      answer,
      request: prompts[0] ?? "",
      hasSummary: false,
    },
    prompts: prompts.map((text, index): PromptView => ({
      ...owner,
      kind: "prompt",
      id: index + 1,
      address: `prompt:${index + 1}`,
      number: index + 1,
      at: (index + 1) * 60_000,
      text,
    })),
    observations: observations.map((seen, index): ObservationView => ({
      ...owner,
      kind: "observation",
      id: index + 1,
      address: `observation:${index + 1}`,
      promptNumber: 1,
      at: 61_000 + index,
      tool: "Bash",
      outcome: "success",
      detail: "",
      files: [],
      agent: null,
      useId: null,
      times: 1,
      ...seen,
    })),
    summary: null,
  };
}
