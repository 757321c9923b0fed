import { assert, assertEquals } from "@std/assert";
import { BUNDLES } from "../lib/install/bundle.ts";

const PROJECT = new URL("../", import.meta.url);

/** The layers of ARCHITECTURE.md, from the ground up. A file belongs to the first one that matches it. */
const LAYERS: readonly RegExp[] = [
  /^lib\/(?:decoded|event|files|hook|path|permissions|private_file|place|project_files|registry|write_text|writing_tools)\.ts$|^lib\/config\/types\.ts$/,
  /^lib\/(?:log|lock|stamp|spool|config|telemetry)\.ts$|^lib\/(?:config|hash|host|json|project|redact|telemetry)\//,
  /^lib\/(?:frame|process)\//,
  /^lib\/(?:vault|journal|store)\/|^lib\/journal\.ts$/,
  /^lib\/memory\/|^lib\/mcp\/(?:tool|tools|writers|readers|editors)\.ts$|^lib\/brief\/(?:fit_chapters|memory_chapter|one_line)\.ts$/,
  /^lib\/(?:lifecycle|observe)\//,
  /^lib\/(?:session|capture|summary)\/|^lib\/daemon\/(?:frame|ask_daemon|just_started|own_socket|start_daemon)\.ts$/,
  /^lib\/graph\/index(?:_file\.ts$|\/)/,
  /^lib\/recall\//,
  /^lib\/(?:worker|viewer|daemon)\//,
  /^lib\/graph\//,
  /^lib\/(?:brief|rebuild)\//,
  /^lib\/(?:start|view|guard|warden|statusline)\//,
  /^lib\/install\//,
  /^lib\/mcp\//,
  /^hooks\/|^install\.ts$/,
];

/** Types cost nothing at run time, so they may come from anywhere above or beside; see the tests below for what counts. */
interface Import {
  readonly from: string;
  readonly to: string;
  readonly typeOnly: boolean;
}

async function* sources(folder: string): AsyncIterable<string> {
  for await (
    const { name, isDirectory } of Deno.readDir(new URL(folder, PROJECT))
  ) {
    const path = `${folder}${name}`;
    if (isDirectory) yield* sources(`${path}/`);
    else if (name.endsWith(".ts")) yield path;
  }
}

async function allImports(): Promise<Import[]> {
  const found: Import[] = [];
  const files = ["install.ts"];
  for (const folder of ["lib/", "hooks/"]) {
    for await (const file of sources(folder)) files.push(file);
  }
  for (const file of files) {
    const text = await Deno.readTextFile(new URL(file, PROJECT));
    const statements = text.matchAll(
      /^(?:import|export)\s+(type\s+)?([^;"]*?)from\s+"(\.[^"]+)"/gm,
    );
    for (const [, type, names = "", specifier = ""] of statements) {
      found.push({
        from: file,
        to: new URL(specifier, new URL(file, PROJECT)).href.slice(
          PROJECT.href.length,
        ),
        typeOnly: type !== undefined ||
          /^\{(?:\s*type\s+\w+(?:\s+as\s+\w+)?\s*,?)+\s*\}\s*$/.test(names),
      });
    }
    for (
      const [, specifier = ""] of text.matchAll(/import\(\s*"(\.[^"]+)"\s*\)/g)
    ) {
      const to = new URL(specifier, new URL(file, PROJECT)).href.slice(
        PROJECT.href.length,
      );
      found.push({ from: file, to, typeOnly: false });
    }
  }
  return found;
}

function layerOf(file: string): number {
  return LAYERS.findIndex((layer) => layer.test(file));
}

Deno.test("every file has its layer", async () => {
  const imports = await allImports();
  const files = new Set(imports.flatMap(({ from, to }) => [from, to]));
  assertEquals(
    [...files].filter((file) => file !== "deno.json" && layerOf(file) < 0),
    [],
  );
});

Deno.test("no file imports what stands below it", async () => {
  const wrong = (await allImports())
    .filter(({ from, to, typeOnly }) =>
      !typeOnly && to !== "deno.json" && layerOf(to) > layerOf(from)
    )
    .map(({ from, to }) => `${from} → ${to}`);
  assertEquals(wrong, []);
});

Deno.test("imports have no circles", async () => {
  const edges = new Map<string, string[]>();
  for (const { from, to, typeOnly } of await allImports()) {
    if (!typeOnly) edges.set(from, [...edges.get(from) ?? [], to]);
  }
  const circles: string[] = [];
  const state = new Map<string, "open" | "done">();
  const visit = (file: string, path: readonly string[]): void => {
    if (state.get(file) === "done") return;
    if (state.get(file) === "open") {
      circles.push([...path.slice(path.indexOf(file)), file].join(" → "));
      return;
    }
    state.set(file, "open");
    for (const next of edges.get(file) ?? []) visit(next, [...path, file]);
    state.set(file, "done");
  };
  for (const file of edges.keys()) visit(file, []);
  assertEquals(circles, []);
});

Deno.test("a file that starts with _ is imported from its own folder only", async () => {
  const wrong = (await allImports())
    .filter(({ to }) => /\/_[^/]*$/.test(to))
    .filter(({ from, to }) =>
      from.slice(0, from.lastIndexOf("/")) !== to.slice(0, to.lastIndexOf("/"))
    )
    .map(({ from, to }) => `${from} → ${to}`);
  assertEquals(wrong, []);
});

Deno.test("hooks are wiring, and no file is longer than 350 lines", async () => {
  const long: string[] = [];
  for (const [folder, most] of [["hooks/", 60], ["lib/", 350]] as const) {
    for await (const file of sources(folder)) {
      const lines =
        (await Deno.readTextFile(new URL(file, PROJECT))).split("\n").length -
        1;
      if (lines > most) long.push(`${file}: ${lines}`);
    }
  }
  assertEquals(long, []);
});

Deno.test("what a hook loads at its start needs no @std and no Node built-in but node:sqlite", async () => {
  const edges = new Map<string, string[]>();
  for (const { from, to, typeOnly } of await allImports()) {
    if (!typeOnly) edges.set(from, [...edges.get(from) ?? [], to]);
  }
  const wrong: string[] = [];
  const seen = new Set<string>();
  const visit = async (file: string): Promise<void> => {
    if (seen.has(file) || !file.endsWith(".ts")) return;
    seen.add(file);
    const text = await Deno.readTextFile(new URL(file, PROJECT));
    // The YAML parser is the one exception, and only behind an `import()`.
    for (
      const [, specifier = ""] of text.matchAll(
        /^import\s[^;]*?from\s+"([^".][^"]*)"/gm,
      )
    ) {
      const lazily = specifier === "@std/yaml" &&
          ["lib/config/parse_config.ts", "lib/vault/yaml.ts"].includes(file) ||
        // The daemon's alone, when it exports, and no hook's.
        specifier === "node:process" &&
          file === "lib/telemetry/end_at_once.ts";
      if (specifier !== "node:sqlite" && !lazily) {
        wrong.push(`${file}: ${specifier}`);
      }
    }
    for (const next of edges.get(file) ?? []) await visit(next);
  };
  for await (const hook of sources("hooks/")) {
    // A server starts once a session, and is made with the protocol's own library.
    if (hook !== "hooks/mcp.ts") await visit(hook);
  }
  assertEquals(wrong, []);
});

Deno.test("what is imported lazily is a bundle of its own, and every such bundle is imported lazily", async () => {
  const lazy = new Set<string>();
  for (const folder of ["lib/", "hooks/"]) {
    for await (const file of sources(folder)) {
      if (file.startsWith("lib/install/")) continue;
      const text = await Deno.readTextFile(new URL(file, PROJECT));
      for (
        const [, specifier = ""] of text.matchAll(
          /\bimport\(\s*"([^"]+)"\s*\)/g,
        )
      ) {
        const to = new URL(specifier, new URL(file, PROJECT));
        lazy.add(to.href.slice(PROJECT.href.length));
      }
    }
  }
  const bundled = BUNDLES.map(({ source }) => source)
    .filter((source) => !source.startsWith("hooks/"));
  assertEquals([...lazy].sort(), bundled.sort());
});

Deno.test("no other file has the name of one that is imported lazily, by which alone the bundler knows it", async () => {
  const nameOf = (path: string): string => path.replace(/^.*\//, "");
  const lazy = BUNDLES.map(({ source }) => source)
    .filter((source) => !source.startsWith("hooks/"));
  const others: string[] = [];
  for await (const file of sources("lib/")) {
    if (lazy.includes(file)) continue;
    if (lazy.some((one) => nameOf(one) === nameOf(file))) others.push(file);
  }
  assertEquals(others, []);
});

Deno.test("what is closed by `using` is used more than once, or not at once: the bundler's minifier drops the rest", async () => {
  // `using file = open(); return file.read();` becomes `return open().read()`, which nobody closes (2.9.6, measured).
  const dropped: string[] = [];
  for (const folder of ["lib/", "hooks/"]) {
    for await (const file of sources(folder)) {
      if (file.startsWith("lib/install/")) continue;
      const text = await Deno.readTextFile(new URL(file, PROJECT));
      for (const match of text.matchAll(/\busing (\w+)\s*=/g)) {
        const [found, name = ""] = match;
        const after = blockAfter(text, match.index + found.length);
        const uses = after.match(new RegExp(`\\b${name}\\b`, "g")) ?? [];
        const [, next = ""] = /;\s*([^;]*;)/.exec(after) ?? [];
        if (uses.length === 1 && new RegExp(`\\b${name}\\b`).test(next)) {
          dropped.push(`${file}: ${name}`);
        }
      }
    }
  }
  assertEquals(dropped, []);
});

/** The text from a place in a block to the block's end. */
function blockAfter(text: string, start: number): string {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (text[at] === "{") depth++;
    else if (text[at] === "}" && --depth < 0) return text.slice(start, at);
  }
  return text.slice(start);
}

Deno.test("a program that redacts has the rules, or loads them where a text may hold a secret", async () => {
  const imports = await allImports();
  const lazy = new Set(BUNDLES.map(({ source }) => source));
  for (const { source } of BUNDLES) {
    const files = new Set([source]);
    for (const file of files) {
      for (const { from, to, typeOnly } of imports) {
        if (from === file && !typeOnly && !lazy.has(to)) files.add(to);
      }
    }
    if (!files.has("lib/redact/redact_text.ts")) continue;
    const [knows, asks] = ["rules.ts", "with_rules.ts"].map((it) =>
      files.has(`lib/redact/${it}`)
    );
    assert(knows || asks, `${source}: nobody says what the rules are`);
  }
});
