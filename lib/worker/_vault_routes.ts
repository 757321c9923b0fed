import { join } from "../path.ts";
import { noteInVault } from "../vault/contains.ts";
import { parseNote } from "../vault/parse_note.ts";
import { readNote } from "../vault/read_note.ts";
import { readGraph } from "./_graph.ts";
import { invalid, notFound } from "./_problem.ts";
import { textOf } from "./_query.ts";
import { reply } from "./_reply.ts";
import { json } from "./_reply.ts";
import type { Call, Route } from "./_route.ts";

/** The vault's notes, and the graph of them. */
export const VAULT_ROUTES: readonly Route[] = [
  { method: "GET", path: "/api/graph", answer: graph },
  { method: "GET", path: "/api/note", answer: note },
];

async function graph({ tools }: Call): Promise<Response> {
  const { places, config } = tools.backend;
  const { vault } = await config();
  return reply(200, "application/json", await readGraph(places, vault.path));
}

/** Only a note of the vault, on real paths: no other file can be asked for. */
async function note({ query, tools }: Call): Promise<Response> {
  const path = textOf(query, "path");
  if (path === undefined) throw invalid("path is missing");
  const { vault, graph } = await tools.backend.config();
  const found = noteInVault(
    join(vault.path, path),
    vault.path,
    graph.outputDir,
  );
  if (found === null) throw notFound("note");
  const file = readNote(join(Deno.realPathSync(vault.path), found));
  if (file === null) throw notFound("note");
  const { title } = await parseNote(file.text, found, file.cut);
  return json({ path: found, title, text: file.text, cut: file.cut });
}
