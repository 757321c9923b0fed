import { plainText } from "../view/plain_text.ts";
import type { ArtefactState } from "./artefacts.ts";
import type { HookState } from "./hook_states.ts";
import type { ServerState } from "./mcp_server.ts";
import type { ArtefactsIn, HooksIn, Overview } from "./overview.ts";
import type { Colours } from "./report.ts";
import type { StatusLineState } from "./status_line.ts";
import type { StoreState } from "./look_at_store.ts";
import { wardenText } from "./switch_warden.ts";

/** What a row says, and whether that is as it should be; `null`: neither good nor bad. */
type Row = readonly [name: string, text: string, good: boolean | null];

/**
 * How each part of an installation stands, for people.
 *
 * @param found How it stands.
 * @param paint The colours.
 */
export function reportOverview(found: Overview, paint: Colours): string {
  const { hooks, skills, agents, mcp, statusline, warden, store } = found;
  const sections: [string, Row[]][] = [
    ...hooks.map((
      file,
    ): [string, Row[]] => [`Hooks in ${file.path}`, rowsOf(file)]),
    [`Skills in ${skills.folder}`, artefactRows(skills, "--skills")],
    [`Agents in ${agents.folder}`, artefactRows(agents, "--agents")],
    ["Others", [
      ["MCP server", ...serverText(mcp)],
      ["Status line", ...statusLineText(statusline)],
      ["Warden", wardenText(warden), null],
      ["Store", ...storeText(store)],
    ]],
  ];
  const width = Math.max(
    ...sections.flatMap(([, rows]) => rows.map(([name]) => name.length)),
  );
  return sections.map(([title, rows]) =>
    [
      paint.strong(plainText(title)),
      ...rows.map(([name, text, good]) => {
        const said = plainText(text);
        const painted = good === null
          ? said
          : good
          ? paint.good(said)
          : paint.bad(said);
        return `  ${name.padEnd(width)}  ${painted}`;
      }),
      "",
    ].join("\n")
  ).join("\n");
}

function rowsOf({ states, problem }: HooksIn): Row[] {
  if (problem !== null) return [["?", problem, false]];
  return states.map((hook): Row => [
    `${hook.program} (${hook.event})`,
    hookText(hook),
    hook.state === "current",
  ]);
}

function hookText({ state, command }: HookState): string {
  switch (state) {
    case "current":
      return "current";
    case "outdated":
      return "outdated: registered through an entry that this version would write differently";
    case "elsewhere":
      return `elsewhere: another command is registered: ${command}`;
    case "broken":
      return `broken: another command is registered, and it is not on disk: ${command}`;
    case "missing":
      return "missing: not registered";
  }
}

function artefactRows(
  { states }: ArtefactsIn,
  option: string,
): Row[] {
  if (states.length === 0) return [["(none)", "nothing is bundled", null]];
  return states.map((it): Row => [
    it.name,
    artefactText(it, option),
    it.state === "installed" ? true : it.state === "outdated" ? false : null,
  ]);
}

function artefactText(
  { state, behind, by }: ArtefactState,
  option: string,
): string {
  const whose = by === null ? "" : ` by ${by}`;
  switch (state) {
    case "installed":
      return `installed${whose}`;
    case "outdated":
      return by === null
        ? `outdated: it differs, and nothing says who installed it; install.ts ${option} replaces it, with a backup`
        : `outdated: installed${whose}, and an update is waiting; install.ts ${option} copies it`;
    case "edited":
      return `edited since it was installed${whose}${
        behind ? ", and an update has shipped since" : ""
      }`;
    case "missing":
      return `missing; install.ts ${option} copies it`;
  }
}

function serverText(server: ServerState): [string, boolean | null] {
  switch (server.state) {
    case "current":
      return ["registered in Claude Code", true];
    case "outdated":
      return [
        `registered with another command (${server.command}); install.ts --mcp mends it`,
        false,
      ];
    case "broken":
      return [
        `registered, but its command is not on disk: ${server.command}; install.ts --mcp mends it`,
        false,
      ];
    case "foreign":
      return [
        `Claude Code has another server of this name: ${server.command}`,
        false,
      ];
    case "missing":
      return ["not registered; install.ts --mcp does it", null];
    case "unknown":
      return [server.problem, false];
  }
}

function statusLineText(line: StatusLineState): [string, boolean | null] {
  switch (line.state) {
    case "current":
      return ["set", true];
    case "outdated":
      return [
        `set with another command (${line.command}); install.ts --statusline mends it`,
        false,
      ];
    case "broken":
      return [
        `set, but its program is not on disk: ${line.command}; install.ts mends it`,
        false,
      ];
    case "foreign":
      return [`the user's own: ${line.command}`, null];
    case "missing":
      return ["not set; install.ts --statusline does it", null];
    case "unknown":
      return [line.problem, false];
  }
}

function storeText(
  { folder, schema, memories, aside, problem }: StoreState,
): [string, boolean | null] {
  if (problem !== null) {
    const read = memories === null
      ? ""
      : ` (${counted(memories)} can be read, nothing is written)`;
    return [`${problem}${read}`, false];
  }
  if (schema === null) return [`${folder}: not there yet`, null];
  return [
    `${folder}: schema ${schema}, ${
      memories === null ? "no memories yet" : counted(memories)
    }${
      aside.length === 0
        ? ""
        : `; an earlier one that could not be read is beside it: ${
          aside.join(", ")
        }`
    }`,
    true,
  ];
}

function counted(count: number): string {
  return count === 1 ? "1 memory" : `${count} memories`;
}
