import { WARDEN_MINUTES } from "../memory/meta.ts";

/** What `install.ts --help` prints. */
export const USAGE =
  `Installs the memory hooks into Claude Code: programs, config, index, entries in settings.json.

Usage: deno run -A install.ts [--vault PATH] [--project DIR | --settings FILE]
                              [--no-compile | --require-native] [--json]
       deno run -A install.ts --host NAME [--vault PATH] [--project DIR]
                              [--no-compile | --require-native] [--json]
       deno run -A install.ts --capture PROJECT [--no-compile | --require-native] [--json]
       deno run -A install.ts --capture --user [--no-compile | --require-native] [--json]
       deno run -A install.ts [--skills] [--agents] [--mcp] [--statusline] [--print]
                              [--project DIR | --settings FILE] [--json]
       deno run -A install.ts --warden on|off|MINUTES [--json]
       deno run -A install.ts --check [--skills] [--agents] [--mcp] [--statusline]
                              [--project DIR | --settings FILE] [--json]
       deno run -A install.ts --print [--vault PATH] [--no-compile | --require-native]
       deno run -A install.ts --uninstall [--project DIR | --settings FILE] [--delete-store] [--json]
       deno run -A install.ts --uninstall [--skills] [--agents] [--mcp] [--statusline]
                              [--project DIR | --settings FILE] [--json]
       deno run -A install.ts --uninstall --capture PROJECT [--delete-store] [--json]
       deno run -A install.ts --uninstall --capture --user [--delete-store] [--json]
       deno run -A install.ts --status [PROJECT] [--json]
       deno run -A install.ts --tail [N] [--follow] [--json]
       deno run -A install.ts --verify [--json]
       deno run -A install.ts --viewer [--json]
       deno run -A install.ts --purge [--project DIR | --session ID | --before DATE] [--yes] [--json]
       deno run -A install.ts --export FILE [--project DIR | --session ID] [--json]
       deno run -A install.ts --import FILE [--json]
       deno run -A install.ts --help

  --vault PATH       the folder of notes; it must exist; written into the config
  --project DIR      register in DIR/.claude/settings.json, for your own machine: the paths in it are yours;
                     --settings DIR/.claude/settings.local.json keeps them out of the repository
  --settings FILE    register in this settings file
                     (default: settings.json in $CLAUDE_CONFIG_DIR, else in ~/.claude)
  --host NAME        register in the file of another program than Claude Code: cursor, gemini, codex or copilot (with
                     --project DIR: in its file there; with --capture …: capture). --uninstall --host NAME takes it back
  --capture PROJECT  capture what happens in this project: prompts, answers and what tools did, redacted, into a store on
                     this machine. Needs no vault. Nothing is captured anywhere without this option
  --capture --user   the same for all projects of this user (--capture --settings FILE: for those of that file)
  --skills           copy the skills into skills/ beside the settings file; registers no hooks. What is in the way
                     is copied to <name>.bak-<time> first, skills of others are never touched
  --agents           the same for the agents, into agents/
  --mcp              register the MCP server "memory" in Claude Code, for the user, by \`claude mcp add\`; where
                     \`claude\` is not on PATH, print that command. Another server of this name stays
  --statusline       set the status line in the settings file, where there is none; another one stays
  --warden on|off|MINUTES
                     whether sessions are asked to launch the warden, or how many minutes lie between two runs
                     (${WARDEN_MINUTES.least} to ${WARDEN_MINUTES.most}); --status shows it
  --check            change nothing; say how each part stands, and what is not as it should be. With --skills,
                     --agents, --mcp or --statusline the exit code is about those alone
  --print            change nothing; print the entries that would be registered, as JSON; with --skills, …: what
                     would be written
  --uninstall        take the hooks out of the settings file; the last one takes programs, index and state with it
                     (vault and journal always stay). Without a file or project, capture ends everywhere. Skills and
                     agents that nobody edited, the MCP server and our status line go, too
  --uninstall --skills, --agents, --mcp, --statusline
                     take these alone
  --uninstall --capture …
                     take capture alone out of this place; the last one takes its programs with it
  --delete-store     also delete the store: all that was captured, and all memories; without it, the store stays.
                     Refused while capture is still registered in another place
  --status           say where what is registered, whether the daemon runs, and what was captured last
  --tail             print the last N captured rows (20); with --follow, further ones as they come (then N may be 0)
  --verify           check the chain of captured rows; a row that was changed or removed is named
  --viewer           print the address of the viewer, with the token that opens it (worker.http has to be on)
  --purge            delete what was recorded of sessions: all of it, or of one project, one session, before a day. The
                     chain keeps an empty row for each that went. Asks first; --yes does not
  --export FILE      write what was recorded, and the memories, as JSON Lines (without FILE: to stdout)
  --import FILE      take such a file in (without FILE: from stdin); what is there already is passed over
  --no-compile       install scripts and a private copy of Deno instead of native executables
  --require-native   fail, and change nothing, where native executables cannot be made
  --json             print one JSON object on stdout, and nothing else (--tail: one a row)
  --help             print this

Exit codes: 0 all is well, 1 there is a problem (--verify: the chain is not whole), 2 wrong usage.
`;
