import { assert, assertEquals } from "@std/assert";
import {
  type Chapter,
  fitChapters,
  type Section,
} from "../../lib/brief/fit_chapters.ts";

function fitSections(
  heading: string,
  sections: readonly Section[],
  maxUnits: number,
): string {
  return fitChapters([{ heading, sections }], maxUnits);
}

function section(title: string, items: string[], unnamed?: number): Section {
  return {
    title,
    items,
    noun: "notes",
    ...(unnamed === undefined ? {} : { unnamed }),
  };
}

Deno.test("fitChapters() writes heading, sections and items, in order", () => {
  assertEquals(
    fitSections("# H", [section("A", ["1", "2"]), section("B", ["3"])], 1000),
    "# H\n\n## A\n- 1\n- 2\n\n## B\n- 3",
  );
});

Deno.test("fitChapters() leaves out sections without items, and says nothing without any", () => {
  assertEquals(
    fitSections("# H", [
      section("A", []),
      section("B", ["1"]),
      section("C", [], 5),
    ], 1000),
    "# H\n\n## B\n- 1",
  );
  assertEquals(fitSections("# H", [section("A", [])], 1000), "");
  assertEquals(fitSections("# H", [], 1000), "");
});

Deno.test("fitChapters() counts what a section does not name", () => {
  assertEquals(
    fitSections("# H", [section("A", ["1"], 3)], 1000),
    "# H\n\n## A\n- 1\n- … and 3 more notes",
  );
  assertEquals(
    fitSections("# H", [section("A", ["1"], 1)], 1000),
    "# H\n\n## A\n- 1\n- … and 1 more note",
  );
});

Deno.test("fitChapters() drops items from the end of the longest section, with a count", () => {
  const long = section("Long", ["first item", "second item", "third item"], 2);
  const short = section("Short", ["s1", "s2"]);
  const whole = fitSections("# H", [short, long], 1000);
  assertEquals(fitSections("# H", [short, long], whole.length), whole);
  assertEquals(
    fitSections("# H", [short, long], whole.length - 1),
    "# H\n\n## Short\n- s1\n- s2\n\n## Long\n- first item\n- second item\n- … and 3 more notes",
  );
});

Deno.test("fitChapters() drops a section that has no item left", () => {
  const monster = section("Monster", ["x".repeat(500)]);
  const small = section("Small", ["s"]);
  assertEquals(
    fitSections("# H", [monster, small], 200),
    "# H\n\n## Small\n- s",
  );
  assertEquals(fitSections("# H", [monster], 200), "");
  assertEquals(fitSections("# Heading", [small], 10), "");
});

Deno.test("fitChapters() gives the first of two equally long sections' items up", () => {
  const a = section("A", ["11", "22"]);
  const b = section("B", ["33", "44"]);
  const text = fitSections("# H", [a, b], 10_000);
  assertEquals(
    fitSections(
      "# H",
      [section("A", [...a.items, "x".repeat(30)]), b],
      text.length + 20,
    ),
    "# H\n\n## A\n- 11\n- 22\n- … and 1 more note\n\n## B\n- 33\n- 44",
  );
});

Deno.test("fitChapters() keeps the limit with whole lines and true counts, whatever comes", () => {
  let seed = 11;
  const random = (below: number): number => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return seed % below;
  };
  const letters = ["a", "é", "😀", "日", " ", "👩‍👩‍👧"];
  for (let round = 0; round < 3000; round++) {
    const sections = Array.from(
      { length: 1 + random(4) },
      (_, index) =>
        section(
          `S${index}`,
          Array.from({ length: random(30) }, (_, item) =>
            `${item}:` +
            Array.from({ length: random(40) }, () => letters[random(6)]).join(
              "",
            )),
          random(3) === 0 ? random(50) : 0,
        ),
    );
    const max = random(1500);
    const text = fitSections("# Heading", sections, max);
    const label = `round ${round}`;
    assert(text.length <= max, label);
    if (text === "") continue;
    assert(text.isWellFormed(), label);
    const [heading, ...parts] = text.split("\n\n## ");
    assertEquals(heading, "# Heading", label);
    let last = -1;
    for (const part of parts) {
      const [title, ...lines] = part.split("\n- ");
      const index = Number(title?.slice(1));
      assert(index > last, label);
      last = index;
      const { items, unnamed = 0 } = sections[index] ?? section("", []);
      const count = /^… and (\d+) more notes?$/.exec(lines.at(-1) ?? "");
      const kept = count === null ? lines : lines.slice(0, -1);
      assert(kept.length > 0, label);
      assertEquals(kept, items.slice(0, kept.length), label);
      assertEquals(
        Number(count?.[1] ?? 0),
        items.length - kept.length + unnamed,
        label,
      );
    }
  }
});

Deno.test("fitChapters() is quick with far more than fits", () => {
  const items = Array.from(
    { length: 60_000 },
    (_, index) => `${index} ${"x".repeat(100)}`,
  );
  const started = performance.now();
  const text = fitSections(
    "# H",
    [section("A", items), section("B", items)],
    9500,
  );
  assert(text.length > 9000 && text.length <= 9500);
  const ms = performance.now() - started;
  // Quadratic time takes many minutes here; a slow machine does not.
  assert(ms < 60_000, `${ms} ms`);
});

const CLOSINGS = [`All of it: ${"w".repeat(200)}`, "Call pulse(domain)."];

/** A chapter with closing words, as that of the memories. */
function memories(sections: Section[], maxUnits?: number): Chapter {
  return {
    heading: "# M",
    sections: sections.map((it) => ({ ...it, noun: "" })),
    closings: CLOSINGS,
    ...(maxUnits === undefined ? {} : { maxUnits }),
  };
}

Deno.test("fitChapters() writes one chapter after the other, and the closing words last", () => {
  const vault = { heading: "# V", sections: [section("A", ["1"])] };
  assertEquals(
    fitChapters([vault, memories([section("B", ["2"], 3)])], 1000),
    `# V\n\n## A\n- 1\n\n# M\n\n## B\n- 2\n- ... +3 not shown\n\n${
      CLOSINGS[0]
    }`,
  );
  assertEquals(
    fitChapters([{ heading: "# V", sections: [] }, memories([])], 1000),
    `# M\n\n${CLOSINGS[0]}`,
  );
});

Deno.test("fitChapters() holds a chapter to its own limit, and leaves the other alone", () => {
  const items = Array.from({ length: 20 }, (_, n) => `item ${n + 10}`);
  const vault = { heading: "# V", sections: [section("A", items)] };
  const text = fitChapters(
    [vault, memories([section("B", items)], 300)],
    10_000,
  );
  const [first, second = ""] = text.split("\n\n# M");
  assertEquals(first, `# V\n\n## A${items.map((it) => `\n- ${it}`).join("")}`);
  assert(`# M${second}`.length <= 300);
  assert(/\n- \.\.\. \+\d+ not shown\n\nAll of it: w+$/.test(second), second);
});

Deno.test("fitChapters() gives up what lasts after everything else, and shortens the closing words after that", () => {
  const lasting = { ...section("L", ["l".repeat(300)]), lasts: true };
  const other = section("A", ["a".repeat(60)]);
  const chapter = memories([other, lasting]);
  const whole = fitChapters([chapter], 10_000);
  assertEquals(
    fitChapters([chapter], whole.length - 1),
    `# M\n\n## L\n- ${
      "l".repeat(300)
    }\n\n[1 more section left out for length]\n\n${CLOSINGS[0]}`,
  );
});

Deno.test("fitChapters() keeps the closing words as long as it can, step by step", () => {
  const long = ["x".repeat(60)];
  const chapter = memories([section("A", long), section("B", long)]);
  const omission = "[2 more sections left out for length]";
  const steps = [
    `# M\n\n${omission}\n\n${CLOSINGS[0]}`,
    `${omission}\n\n${CLOSINGS[0]}`,
    `${omission}\n\n${CLOSINGS[1]}`,
    `${CLOSINGS[1]}`,
    "",
  ];
  for (const [index, step] of steps.entries()) {
    assertEquals(fitChapters([chapter], step.length), step, `step ${index}`);
    const before = steps[index - 1];
    if (before !== undefined) {
      assertEquals(fitChapters([chapter], before.length - 1), step);
    }
  }
});

Deno.test("fitChapters() keeps the limit whatever it is", () => {
  const items = ["one", "two two", "three three three"];
  const chapters = [
    { heading: "# V", sections: [section("A", items, 4), section("B", items)] },
    memories([section("C", items), section("D", items, 90)], 400),
  ];
  for (let max = 0; max < 700; max++) {
    const text = fitChapters(chapters, max);
    assert(text.length <= max, `${max}: ${text}`);
    assert(text === "" || max >= (CLOSINGS[1] ?? "").length, `${max}: ${text}`);
  }
});
