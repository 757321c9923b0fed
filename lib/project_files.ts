/** How many folders, from the one that a hook is started in upwards, are looked at for what names the project. */
export const PROJECT_LEVELS = 8;

/** What names the project, and what it wants; relative to a folder. */
export const PROJECT_FILES = {
  git: ".git",
  settings: ".memory-hooks.yaml",
} as const;

/** Where those files may be, relative to the folder that a hook is started in. */
export function projectFiles(): string[] {
  return Object.values(PROJECT_FILES).flatMap((name) =>
    Array.from(
      { length: PROJECT_LEVELS },
      (_, level) => "../".repeat(level) + name,
    )
  );
}
