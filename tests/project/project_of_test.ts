import { assertEquals, assertNotEquals } from "@std/assert";
import { type Project, projectOf } from "../../lib/project/project_of.ts";
import { projectReader } from "../../lib/project/project_reader.ts";
import type { Reader } from "../../lib/project/reader.ts";
import { makeFifo } from "../_support/make_fifo.ts";
import { tempDir, writeFiles } from "../_support/temp.ts";
import { repositories } from "./_repositories.ts";

function at(path: string): Project {
  return projectOf(path, projectReader);
}

Deno.test("A repository is one project, in every folder of it", async () => {
  await using repos = await repositories();
  await repos.init("a/shop");
  const root = `${repos.path}/a/shop`;
  await Deno.mkdir(`${root}/src/deep/er`, { recursive: true });
  const whole = { project: `${root}/.git`, name: "shop", root };
  assertEquals(at(root), whole);
  assertEquals(at(`${root}/`), whole);
  assertEquals(at(`${root}/src/../src/./deep//er/`), whole);
  assertEquals(at(`${root}/.git/hooks`), whole);
});

Deno.test("A worktree is the project of its repository, in every folder of it", async () => {
  await using repos = await repositories();
  await repos.init("shop");
  await repos.git("shop", "worktree", "add", "--quiet", "../elsewhere/fix");
  const tree = `${repos.path}/elsewhere/fix`;
  await Deno.mkdir(`${tree}/src`);
  const { project, name } = at(`${repos.path}/shop`);
  assertEquals(at(tree), { project, name, root: tree });
  assertEquals(at(`${tree}/src`), { project, name, root: tree });
});

Deno.test("A worktree whose repository is named relative to it is the same project", async () => {
  await using repos = await repositories();
  await repos.init("shop");
  await repos.git("shop", "worktree", "add", "--quiet", "../fix");
  await writeFiles(repos.path, {
    "fix/.git": "gitdir: ../shop/.git/worktrees/fix\n",
  });
  assertEquals(
    at(`${repos.path}/fix`).project,
    at(`${repos.path}/shop`).project,
  );
});

Deno.test("A submodule is a project of its own, and so are its worktrees", async () => {
  await using repos = await repositories();
  await repos.init("parts");
  await repos.init("shop");
  await repos.git("shop", "submodule", "--quiet", "add", "../parts", "lib/p");
  const main = at(`${repos.path}/shop`);
  const module = at(`${repos.path}/shop/lib/p`);
  assertEquals(module, {
    project: `${repos.path}/shop/.git/modules/lib/p`,
    name: "p",
    root: `${repos.path}/shop/lib/p`,
  });
  assertNotEquals(module.project, main.project);
  await repos.git("shop/lib/p", "worktree", "add", "--quiet", "../../../q");
  assertEquals(at(`${repos.path}/q`).project, module.project);
});

Deno.test("A repository that is kept elsewhere is a project", async () => {
  await using repos = await repositories();
  await Deno.mkdir(`${repos.path}/kept`);
  await repos.init("work", "--separate-git-dir", `${repos.path}/kept/shop.git`);
  assertEquals(at(`${repos.path}/work`), {
    project: `${repos.path}/kept/shop.git`,
    name: "shop",
    root: `${repos.path}/work`,
  });
});

Deno.test("The worktrees of a bare repository are one project, called as it is", async () => {
  await using repos = await repositories();
  await repos.init("first");
  for (const [bare, called] of [["shop.git", "shop"], ["all/.bare", "all"]]) {
    await repos.git(".", "clone", "--quiet", "--bare", "first", `${bare}`);
    for (const tree of ["one", "two"]) {
      const path = `${repos.path}/${called}-${tree}`;
      await repos.git(`${bare}`, "worktree", "add", "--quiet", "-f", path);
      assertEquals(at(path), {
        project: `${repos.path}/${bare}`,
        name: `${called}`,
        root: path,
      });
    }
    assertEquals(at(`${repos.path}/${bare}`).project, `${repos.path}/${bare}`);
    assertEquals(at(`${repos.path}/${bare}`).name, called);
  }
});

Deno.test("Two repositories of one name are two projects", async () => {
  await using repos = await repositories();
  await repos.init("a/shop");
  await repos.init("b/shop");
  const [a, b] = [at(`${repos.path}/a/shop`), at(`${repos.path}/b/shop`)];
  assertEquals(a.name, b.name);
  assertNotEquals(a.project, b.project);
});

Deno.test("A repository is the same by a path with a link in it", async () => {
  await using repos = await repositories();
  await repos.init("shop");
  await Deno.symlink(`${repos.path}/shop`, `${repos.path}/link`);
  assertEquals(
    at(`${repos.path}/link`).project,
    at(`${repos.path}/shop`).project,
  );
});

Deno.test("A .git that names no folder is not there", async () => {
  await using tmp = await tempDir();
  const folder = `${tmp.path}/work`;
  await Deno.mkdir(folder);
  const alone = { project: folder, name: "work", root: folder };
  for (
    const text of ["", "nonsense", "gitdir: ", "gitdir:\n/a", "gitdir: a\nb"]
  ) {
    await Deno.writeTextFile(`${folder}/.git`, text);
    assertEquals(at(folder), alone, text);
  }
  await Deno.writeTextFile(`${folder}/.git`, `gitdir: ${"/a".repeat(5000)}`);
  assertEquals(at(folder), alone);
  await Deno.remove(`${folder}/.git`);
  await makeFifo(`${folder}/.git`);
  assertEquals(at(folder), alone);
});

Deno.test("A repository that is too far above is not looked for", async () => {
  await using repos = await repositories();
  await repos.init("shop");
  const seven = `${repos.path}/shop/1/2/3/4/5/6/7`;
  await Deno.mkdir(`${seven}/8`, { recursive: true });
  assertEquals(at(seven).name, "shop");
  assertEquals(at(`${seven}/8`).name, "8");
});

const NOTHING: Reader = {
  look: () => null,
  text: () => null,
  realPath: () => null,
};

Deno.test("Where nothing may be read, the folder itself is the project", () => {
  const root = "/srv/shop";
  assertEquals(projectOf("/srv/shop/", NOTHING), {
    project: root,
    name: "shop",
    root,
  });
  assertEquals(projectOf("/", NOTHING).name, "/");
  assertEquals(projectOf("~", NOTHING, { home: "/home/u" }).project, "/home/u");
  assertEquals(
    projectOf("~/a", NOTHING, { home: "/home/u" }).project,
    "/home/u/a",
  );
});

Deno.test("No folder is no project", () => {
  const none = { project: "", name: "unknown", root: "" };
  assertEquals(projectOf(null, NOTHING), none);
  assertEquals(projectOf("", NOTHING), none);
  assertEquals(projectOf("some/where", NOTHING), { ...none, name: "where" });
});

Deno.test("A name is one line", () => {
  assertEquals(projectOf("/a/b\nc\u001b[31m", NOTHING).name, "b?c?[31m");
});
