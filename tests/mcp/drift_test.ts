import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { artefactReceiptPath, PRODUCT } from "../../lib/install/artefacts.ts";
import { entryOf, invocation } from "../../lib/install/entry.ts";
import { hooksOf } from "../../lib/install/groups.ts";
import { writeManifest } from "../../lib/install/manifest.ts";
import { sha256 } from "../../lib/install/sha256.ts";
import type { DesiredEntry } from "../../lib/install/settings/plan_edit.ts";
import type { Sandbox } from "../_support/sandbox.ts";
import { mcpBox } from "./_box.ts";
import { tempDir, writeFiles } from "../_support/temp.ts";
import { connect } from "./_client.ts";

const INSTALLER = "/opt/ann's tools/install.ts";
const COMMAND = `deno run -A '/opt/ann'\\''s tools/install.ts'`;

/** The entries of the base installation. */
function entriesOf(box: Sandbox): DesiredEntry[] {
  const bin = `${box.places.data}/bin`;
  return hooksOf(["vault"]).flatMap((hook) => {
    const program = invocation(hook, "script", bin, ["--allow-env=HOME"], "");
    return hook.events.map((event) => entryOf(hook, event, program));
  });
}

/** Leaves what an installation leaves, but for the settings. */
async function installed(box: Sandbox, project: string): Promise<void> {
  const bin = `${box.places.data}/bin`;
  await writeFiles(bin, { deno: "" });
  writeManifest(bin, project, {
    version: "1.2.3",
    installer: INSTALLER,
    hooks: entriesOf(box),
  });
}

async function register(
  file: string,
  entries: readonly DesiredEntry[],
): Promise<void> {
  const hooks: Record<string, unknown[]> = {};
  for (const { event, matcher, handler } of entries) {
    (hooks[event] ??= []).push({
      ...matcher === null ? {} : { matcher },
      hooks: [handler],
    });
  }
  const folder = file.slice(0, file.lastIndexOf("/"));
  await Deno.mkdir(folder, { recursive: true });
  await Deno.writeTextFile(file, JSON.stringify({ hooks }));
}

/** What the instructions say of the installation. */
async function driftOf(box: Sandbox): Promise<string> {
  await using server = await connect(box);
  const [paragraph = "", ...rest] = (server.client.getInstructions() ?? "")
    .split("\n");
  assertStringIncludes(paragraph, "pulse(domain)");
  return rest.join("\n").trim();
}

Deno.test("hooks that are all as they should be are passed over in silence", async () => {
  await using project = await tempDir();
  await using box = await mcpBox();
  await installed(box, project.path);
  await register(`${box.places.claude}/settings.json`, entriesOf(box));
  assertEquals(await driftOf(box), "");
});

Deno.test("without a hook in the user's settings one line offers the installation, whatever other files say", async () => {
  await using project = await tempDir();
  await using box = await mcpBox();
  await installed(box, project.path);
  const settings = `${box.places.claude}/settings.json`;
  const line =
    `No hook of this memory is registered in ${settings}, so no session is briefed. Offer the user to install them: ${COMMAND}`;
  await register(
    `${box.project}/.claude/settings.local.json`,
    entriesOf(box),
  );
  assertEquals(await driftOf(box), line);
  await register(settings, [{
    event: "Stop",
    matcher: null,
    handler: { type: "command", command: "/usr/bin/somebody-elses-stop" },
  }]);
  assertEquals(await driftOf(box), line);
});

Deno.test("what is missing, outdated or gone is named with the command that mends it", async () => {
  await using project = await tempDir();
  await using box = await mcpBox();
  await installed(box, project.path);
  const settings = `${box.places.claude}/settings.json`;
  const [first, ...rest] = entriesOf(box);
  assert(first !== undefined);
  await register(settings, rest);
  const missing = await driftOf(box);
  assertStringIncludes(missing, `on ${first.event} is not registered`);
  assertStringIncludes(missing, `To mend: ${COMMAND}`);
  await register(settings, [
    { ...first, handler: { ...first.handler, timeout: 1 } },
    ...rest,
  ]);
  assertStringIncludes(
    await driftOf(box),
    `on ${first.event} has an entry that this version would write differently`,
  );
  await register(settings, [
    {
      ...first,
      handler: {
        type: "command",
        command: `${box.places.data}/bin/old/memory-session-start`,
      },
    },
    ...rest,
  ]);
  assertStringIncludes(await driftOf(box), "which is not on disk");
});

Deno.test("a command of a person's own that may be there is left alone", async () => {
  await using project = await tempDir();
  await using box = await mcpBox();
  await installed(box, project.path);
  const [first, ...rest] = entriesOf(box);
  assert(first !== undefined);
  await writeFiles(box.home, { "own/memory-session-start": "" });
  await register(`${box.places.claude}/settings.json`, [
    {
      ...first,
      handler: {
        type: "command",
        command: `${box.home}/own/memory-session-start`,
      },
    },
    ...rest,
  ]);
  assertEquals(await driftOf(box), "");
});

Deno.test("skills and agents out of date are named; missing and edited ones are not", async () => {
  await using project = await tempDir();
  await writeFiles(project.path, {
    "skills/memory-use/SKILL.md": "new",
    "skills/memory-edit/SKILL.md": "new",
    "skills/memory-none/SKILL.md": "new",
    "agents/memory-warden.md": "new",
  });
  await using box = await mcpBox();
  await installed(box, project.path);
  const { claude } = box.places;
  await register(`${claude}/settings.json`, entriesOf(box));
  await writeFiles(claude, {
    "skills/memory-use/SKILL.md": "old",
    "skills/memory-edit/SKILL.md": "my own",
    "agents/memory-warden.md": "old",
  });
  const old = sha256(new TextEncoder().encode("old"));
  await Deno.writeTextFile(
    artefactReceiptPath("skills", `${claude}/skills`),
    JSON.stringify({
      [PRODUCT]: "1.0.0",
      skills: {
        "memory-use": { "SKILL.md": old },
        "memory-edit": { "SKILL.md": old },
      },
    }),
  );
  const text = await driftOf(box);
  assertStringIncludes(
    text,
    `Skills out of date: memory-use. To update: ${COMMAND} --skills`,
  );
  assertStringIncludes(
    text,
    `Agents out of date: memory-warden.md. To update: ${COMMAND} --agents`,
  );
  assert(!text.includes("Hooks:"), text);
});

Deno.test("settings that cannot be read are no reason not to serve", async () => {
  await using project = await tempDir();
  await using box = await mcpBox();
  await installed(box, project.path);
  const settings = `${box.places.claude}/settings.json`;
  await writeFiles(box.places.claude, { "settings.json": '{"hooks": ' });
  assertStringIncludes(
    await driftOf(box),
    `Claude Code ignores all of ${settings}`,
  );
  await Deno.remove(settings);
  await Deno.mkdir(settings);
  assertEquals(await driftOf(box), "");
  assertStringIncludes(
    (await box.log()).join("\n"),
    "Cannot look at the installation",
  );
});
