import { assert, assertEquals, assertThrows } from "@std/assert";
import { findPlaces, type Places } from "../lib/place.ts";

const NO_FILE = () => false;

function places(
  env: Record<string, string>,
  programFolder = "/opt/memory-hooks/hooks",
  isFile: (path: string) => boolean = NO_FILE,
): Places {
  return findPlaces((name) => env[name], programFolder, isFile);
}

Deno.test("findPlaces() finds every place below HOME", () => {
  assertEquals(places({ HOME: "/home/u" }), {
    home: "/home/u",
    config: "/home/u/.config/memory-hooks/config.yaml",
    state: "/home/u/.local/state/memory-hooks",
    data: "/home/u/.local/share/memory-hooks",
    graphCache: "/home/u/.cache/graphify",
    rebuildStamp: "/home/u/.cache/graphify/vault-rebuild.stamp",
    rebuildLock: "/home/u/.cache/graphify/vault-rebuild.lock",
    rebuildLog: "/home/u/.cache/graphify/vault-rebuild.log",
    capture: "/home/u/.local/state/memory-hooks/capture",
    store: "/home/u/.local/share/memory-hooks/store",
    snapshot: "/home/u/.local/share/memory-hooks/store/snapshot.json",
    projects: "/home/u/.local/share/memory-hooks/store/projects",
    turns: "/home/u/.local/state/memory-hooks/turns",
    workerPort: "/home/u/.local/state/memory-hooks/worker.port",
    workerToken: "/home/u/.local/state/memory-hooks/worker.token",
    socket: "/home/u/.local/state/memory-hooks/capture.sock",
    daemonLock: "/home/u/.local/state/memory-hooks/memoryd.lock",
    claude: "/home/u/.claude",
  });
});

Deno.test("findPlaces() follows each variable, and moves nothing else with it", () => {
  const table: [string, string, Partial<Places>][] = [
    ["XDG_CONFIG_HOME", "/x", { config: "/x/memory-hooks/config.yaml" }],
    ["XDG_STATE_HOME", "/x", {
      state: "/x/memory-hooks",
      capture: "/x/memory-hooks/capture",
      turns: "/x/memory-hooks/turns",
      workerPort: "/x/memory-hooks/worker.port",
      workerToken: "/x/memory-hooks/worker.token",
      socket: "/x/memory-hooks/capture.sock",
      daemonLock: "/x/memory-hooks/memoryd.lock",
    }],
    ["XDG_DATA_HOME", "/x", {
      data: "/x/memory-hooks",
      store: "/x/memory-hooks/store",
      snapshot: "/x/memory-hooks/store/snapshot.json",
      projects: "/x/memory-hooks/store/projects",
    }],
    ["XDG_RUNTIME_DIR", "/x", { socket: "/x/memory-hooks/capture.sock" }],
    ["CLAUDE_CONFIG_DIR", "/x y", { claude: "/x y" }],
    ["MEMORY_HOOKS_CONFIG", "/x/my.yaml", { config: "/x/my.yaml" }],
    ["XDG_CACHE_HOME", "/x", {}],
  ];
  for (const [name, value, change] of table) {
    assertEquals(
      places({ HOME: "/home/u", [name]: value }),
      { ...places({ HOME: "/home/u" }), ...change },
      name,
    );
  }
});

Deno.test("findPlaces() ignores a variable that is empty or no absolute path", () => {
  for (
    const name of [
      "XDG_CONFIG_HOME",
      "XDG_STATE_HOME",
      "XDG_DATA_HOME",
      "CLAUDE_CONFIG_DIR",
    ]
  ) {
    for (const value of ["", "relative/path", "./x", "~/x"]) {
      assertEquals(
        places({ HOME: "/home/u", [name]: value }),
        places({ HOME: "/home/u" }),
        `${name}=${value}`,
      );
    }
  }
  assertEquals(
    places({ HOME: "/home/u", MEMORY_HOOKS_CONFIG: "" }).config,
    "/home/u/.config/memory-hooks/config.yaml",
  );
});

Deno.test("findPlaces() takes USERPROFILE where HOME is of no use", () => {
  assertEquals(places({ USERPROFILE: "/u" }).home, "/u");
  assertEquals(places({ HOME: "", USERPROFILE: "/u" }).home, "/u");
  assertEquals(
    places({ HOME: "u", USERPROFILE: "C:\\Users\\u" }).home,
    "C:\\Users\\u",
  );
  assertEquals(places({ HOME: "/h", USERPROFILE: "/u" }).home, "/h");
});

Deno.test("findPlaces() takes the shipped config where the user has none", () => {
  const shipped = "/opt/memory-hooks/config.yaml";
  const user = "/home/u/.config/memory-hooks/config.yaml";
  const config = (...files: string[]): string =>
    places({ HOME: "/home/u" }, undefined, (path) => files.includes(path))
      .config;
  assertEquals(config(), user);
  assertEquals(config(user), user);
  assertEquals(config(shipped), shipped);
  assertEquals(config(user, shipped), user);
});

Deno.test("findPlaces() takes the config that is named, without asking whether it is there", () => {
  const env = { HOME: "/home/u", MEMORY_HOOKS_CONFIG: "/named.yaml" };
  assertEquals(places(env, undefined, () => true).config, "/named.yaml");
});

Deno.test("findPlaces() finds home by an installed program's own place", () => {
  for (
    const [folder, home] of [
      ["/home/u/.local/share/memory-hooks/bin", "/home/u"],
      ["/home/a b/ü/.local/share/memory-hooks/bin", "/home/a b/ü"],
      ["C:\\Users\\u\\.local\\share\\memory-hooks\\bin", "C:/Users/u"],
    ] as const
  ) {
    assertEquals(places({}, folder).home, home);
    assertEquals(places({ HOME: "not/absolute" }, folder).home, home);
  }
});

Deno.test("findPlaces() says what HOME is when there is no home to be found", () => {
  for (
    const folder of [
      "/opt/memory-hooks/hooks",
      "/.local/share/memory-hooks/bin",
      "/home/u/.local/share/memory-hooks/bin/sub",
      ".",
    ]
  ) {
    const unset = assertThrows(() => places({}, folder), TypeError);
    assertEquals(
      unset.message,
      "Cannot find the home folder: current value of HOME is unset",
    );
  }
  const relative = assertThrows(() => places({ HOME: "u" }), TypeError);
  assert(relative.message.endsWith("current value of HOME is u"));
});

Deno.test("findPlaces() needs no second slash where HOME ends with one, or is the root", () => {
  assertEquals(
    places({ HOME: "/root/" }).state,
    "/root/.local/state/memory-hooks",
  );
  assertEquals(places({ HOME: "/" }).claude, "/.claude");
});
