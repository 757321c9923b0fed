/** What a project wants, as its `.memory-hooks.yaml` says. */
export interface ProjectSettings {
  /** Whether anything is done there at all. */
  readonly enabled: boolean;
  /** Whether prompts, uses of tools and answers are kept. */
  readonly capture: boolean;
  /** Whether a prompt is told what bears on it. */
  readonly recall: boolean;
  /** Tools whose use leaves no observation, beside those of the config. */
  readonly skipTools: readonly string[];
}

/** What a project wants that says nothing. */
export const PROJECT_DEFAULTS: ProjectSettings = {
  enabled: true,
  capture: true,
  recall: true,
  skipTools: [],
};
