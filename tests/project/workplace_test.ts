import { assertEquals } from "@std/assert";
import { projectReader } from "../../lib/project/project_reader.ts";
import type { Reader } from "../../lib/project/reader.ts";
import { switchedOff } from "../../lib/project/switched_off.ts";
import { findWorkplace, type Workplace } from "../../lib/project/workplace.ts";
import { tempDir, writeFiles } from "../_support/temp.ts";
import { repositories } from "./_repositories.ts";

const PLACES = { home: "/home/u", state: "/s/state", data: "/s/data" };

function workplace(
  cwd: string | null,
  processFolder: string | null,
  read: Reader = projectReader,
): Promise<Workplace> {
  return findWorkplace(cwd, {
    places: PLACES,
    read,
    processFolder,
    foldsCase: false,
  });
}

/** Reads as a hook may that is started in a folder: only there and above. */
function grantedIn(folder: string): Reader {
  const fits = (path: string): boolean => {
    const within = path.replace(
      /\/(?:\.git(?:\/.*)?|\.memory-hooks\.yaml)$/,
      "",
    );
    return within !== path && `${folder}/`.startsWith(`${within}/`);
  };
  const { look, text, realPath } = projectReader;
  return {
    look: (path) => fits(path) ? look(path) : null,
    text: (path, most) => fits(path) ? text(path, most) : null,
    realPath: (path) => fits(path) ? realPath(path) : null,
  };
}

Deno.test("A session by a path with a link in it is in the project of its folder", async () => {
  await using repos = await repositories();
  await repos.init("real/shop");
  await Deno.mkdir(`${repos.path}/real/shop/src`);
  await Deno.symlink(`${repos.path}/real`, `${repos.path}/link`);
  for (const below of ["", "/src"]) {
    const started = `${repos.path}/real/shop${below}`;
    const said = `${repos.path}/link/shop${below}`;
    const found = await workplace(said, started, grantedIn(started));
    assertEquals(found.project().project, `${repos.path}/real/shop/.git`);
  }
});

Deno.test("A session in a folder below or above the process's is found out where that may be read", async () => {
  await using repos = await repositories();
  await repos.init("shop");
  await Deno.mkdir(`${repos.path}/shop/a/b`, { recursive: true });
  const root = `${repos.path}/shop`;
  for (const [said, started] of [["a/b", ""], ["a", "a/b"], ["", "a/b"]]) {
    const folder = started === "" ? root : `${root}/${started}`;
    const found = await workplace(`${root}/${said}`, folder, grantedIn(folder));
    assertEquals(found.project().root, root, `${said} ${started}`);
  }
});

Deno.test("A session that says no folder is in the process's; where there is none, in no project", async () => {
  assertEquals((await workplace(null, "/a/b")).project().project, "/a/b");
  assertEquals((await workplace("", "/a/b")).project().project, "/a/b");
  assertEquals((await workplace(null, null)).project(), {
    project: "",
    name: "unknown",
    root: "",
  });
  assertEquals((await workplace(null, null)).isOff(["/a"]), false);
});

Deno.test("The product's own folders are no place to work in", async () => {
  for (const folder of ["/s/state", "/s/data/store", "/s/state/x/.."]) {
    assertEquals((await workplace(folder, "/")).isOff([]), true, folder);
  }
  assertEquals((await workplace("/s/stateless", "/")).isOff([]), false);
});

Deno.test("A folder is excluded with its repository, and so are the worktrees of that", async () => {
  await using repos = await repositories();
  await repos.init("all/shop");
  await repos.git("all/shop", "worktree", "add", "--quiet", "../../fix");
  await Deno.mkdir(`${repos.path}/all/shop/src/deep`, { recursive: true });
  const pattern = [`${repos.path}/all/*`];
  for (const folder of ["all/shop", "all/shop/src/deep", "fix"]) {
    const path = `${repos.path}/${folder}`;
    assertEquals((await workplace(path, path)).isOff(pattern), true, folder);
    assertEquals((await workplace(path, path)).isOff(["/else"]), false);
  }
});

Deno.test("A process that was started in an excluded folder is off, wherever the session says it is", async () => {
  assertEquals((await workplace("/a/b", "/x/y")).isOff(["/x"]), true);
  assertEquals((await workplace("/a/b", "/x/y")).isOff(["/a"]), true);
  assertEquals((await workplace("/a/b", "/x/y")).isOff(["/b"]), false);
});

Deno.test("A project can say that nothing is wanted", async () => {
  await using tmp = await tempDir();
  await writeFiles(tmp.path, { ".memory-hooks.yaml": "enabled: false\n" });
  const below = `${tmp.path}/src`;
  assertEquals((await workplace(below, tmp.path)).isOff([]), true);
});

Deno.test("MEMORY_HOOKS_OFF is on for all but nothing and 0", () => {
  for (
    const [value, off] of [["1", true], ["no", true], ["0", false], [
      "",
      false,
    ]] as const
  ) {
    assertEquals(switchedOff(() => value), off, value);
  }
  assertEquals(switchedOff(() => undefined), false);
});
