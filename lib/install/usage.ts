/** What `install.ts --help` prints. */
export const USAGE =
  `Installs the memory hooks into Claude Code: programs, config, index, entries in settings.json.

Usage: deno run -A install.ts [--vault PATH] [--project DIR | --settings FILE]
                              [--no-compile | --require-native] [--json]
       deno run -A install.ts --check [--project DIR | --settings FILE] [--json]
       deno run -A install.ts --print [--vault PATH] [--no-compile | --require-native]
       deno run -A install.ts --uninstall [--project DIR | --settings FILE] [--json]
       deno run -A install.ts --help

  --vault PATH       the folder of notes; it must exist; written into the config
  --project DIR      register in DIR/.claude/settings.json, for your own machine: the paths in it are yours;
                     --settings DIR/.claude/settings.local.json keeps them out of the repository
  --settings FILE    register in this settings file
                     (default: settings.json in $CLAUDE_CONFIG_DIR, else in ~/.claude)
  --check            change nothing; say what is not as it should be
  --print            change nothing; print the entries that would be registered, as JSON
  --uninstall        take the hooks out of the settings file; the last one takes programs, index and state with it
                     (vault and journal always stay)
  --no-compile       install scripts and a private copy of Deno instead of native executables
  --require-native   fail, and change nothing, where native executables cannot be made
  --json             print one JSON object on stdout, and nothing else
  --help             print this

Exit codes: 0 all is well, 1 there is a problem, 2 wrong usage.
`;
