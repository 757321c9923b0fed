// Builds the index of 10,000 notes in a process of its own, and says how long that took and how much memory it needed at most.
import { assembleConfig } from "../lib/config/assemble_config.ts";
import { findPlaces } from "../lib/place.ts";
import { buildIndex } from "../lib/rebuild/build_index.ts";
import { write } from "./_measure.ts";

const [home = "", vault = ""] = Deno.args;
const started = performance.now();
const { notes } = await buildIndex({
  places: findPlaces(
    (name) => name === "HOME" ? home : undefined,
    home,
    () => false,
  ),
  config: assembleConfig({ "vault.path": vault }, home),
  log: { info: () => {}, warn: () => {}, error: () => {} },
});
const seconds = (performance.now() - started) / 1000;
const peak = /VmHWM:\s+(\d+) kB/.exec(
  Deno.readTextFileSync("/proc/self/status"),
);
const megabytes = Number(peak?.[1] ?? Deno.memoryUsage().rss / 1024) / 1024;
write(JSON.stringify({ notes, seconds, megabytes }));
