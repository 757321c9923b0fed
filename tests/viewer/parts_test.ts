import { assertEquals } from "@std/assert";
import { EventReader } from "../../lib/viewer/app/api/read_events.ts";
import { everyDay } from "../../lib/viewer/app/charts/every_day.ts";
import {
  type Camera,
  fitted,
  panned,
  toLayout,
  toPicture,
  zoomed,
} from "../../lib/viewer/app/graph/camera.ts";
import { nearestTowards, pointAt } from "../../lib/viewer/app/graph/nearest.ts";
import { NoteNames } from "../../lib/viewer/app/graph/note_names.ts";
import { markdownBlocks } from "../../lib/viewer/app/parts/markdown_blocks.ts";
import { inlinePieces } from "../../lib/viewer/app/parts/markdown_inline.ts";
import { bytes, countOf } from "../../lib/viewer/app/state/amounts.ts";
import { hrefOf, parseRoute } from "../../lib/viewer/app/state/route.ts";
import { TimelinePage } from "../../lib/viewer/app/state/timeline_page.ts";
import type { TimelineItem } from "../../lib/viewer/app/api/types.ts";
import { span } from "../../lib/viewer/app/state/times.ts";

Deno.test(function eventReaderTakesEventsOutOfPieces() {
  const reader = new EventReader();
  const text =
    'retry: 2000\nevent: hello\ndata: {}\n\n:\n\nevent: prompt\r\ndata: {"a":\r\ndata: 1}\r\n\r\n';
  const found = [...text].flatMap((letter) => reader.read(letter));
  assertEquals(found, [
    { name: "hello", data: "{}" },
    { name: "prompt", data: '{"a":\n1}' },
  ]);
});

Deno.test(function markdownIsTakenApartIntoBlocks() {
  const text = `---
tags: [a]
---
# Title #
A line
and another
- one
  - two
    goes on
1. first

> said
> twice
***
~~~ts
# no heading
~~~`;
  assertEquals(markdownBlocks(text), [
    { type: "facts", text: "tags: [a]" },
    { type: "heading", level: 1, text: "Title" },
    { type: "paragraph", text: "A line\nand another" },
    {
      type: "list",
      isNumbered: false,
      items: [
        { depth: 0, text: "one" },
        { depth: 1, text: "two\ngoes on" },
        { depth: 0, text: "first" },
      ],
    },
    { type: "quote", text: "said\ntwice" },
    { type: "rule" },
    { type: "code", text: "# no heading" },
  ]);
  assertEquals(markdownBlocks("```\nnever closed"), [
    { type: "code", text: "never closed" },
  ]);
  assertEquals(markdownBlocks("---\nno end"), [
    { type: "rule" },
    { type: "paragraph", text: "no end" },
  ]);
});

Deno.test(function aLineOfMarkdownIsTakenApart() {
  assertEquals(
    inlinePieces(
      "a `b*c*` **d** _e_ [[f/g|h]] [[i#j]] [k](l%20m.md) [n](javascript:o) snake_case_name",
    ),
    [
      { type: "text", text: "a " },
      { type: "code", text: "b*c*" },
      { type: "text", text: " " },
      { type: "strong", text: "d" },
      { type: "text", text: " " },
      { type: "emphasis", text: "e" },
      { type: "text", text: " " },
      { type: "note", name: "f/g", text: "h" },
      { type: "text", text: " " },
      { type: "note", name: "i#j", text: "i#j" },
      { type: "text", text: " " },
      { type: "note", name: "l m.md", text: "k" },
      { type: "text", text: " " },
      { type: "text", text: "n (javascript:o)" },
      { type: "text", text: " snake_case_name" },
    ],
  );
});

Deno.test("what is begun in Markdown and never ended takes no time that grows with its square", () => {
  // Bounded, and so linear: with twice as much a quadratic one would take four times as long.
  const times = [20_000, 80_000].map((count) => {
    const start = performance.now();
    for (const begun of ["[[", "**", "`", "[x](", "_a", "*a ", "![", "> "]) {
      const text = begun.repeat(count);
      assertEquals(inlinePieces(text).length > 0, true);
      assertEquals(markdownBlocks(text).length, 1);
    }
    return performance.now() - start;
  });
  assertEquals((times[1] ?? 0) < 10 * (times[0] ?? 0) + 1000, true);
});

function item(kind: string, id: number, at: number): TimelineItem {
  const address = `${kind}:${id}`;
  return { kind, address, at, session: `s${id}` } as unknown as TimelineItem;
}

Deno.test(function theTimelineHasNoGapWhereAnOldItemComesLate() {
  const all = Array.from({ length: 6 }, (_, at) => item("prompt", at, at));
  const latest = new TimelinePage(all.slice(3).reverse(), true);
  const late = item("summary", 9, 1);
  // A summary of a session that was over long ago, made while somebody looks: what is between comes first.
  const page = latest.with(late);
  assertEquals(page.oldest?.address, "prompt:3");
  const older = new TimelinePage(
    [all[2], all[1], late, all[0]] as TimelineItem[],
    false,
  );
  // One that ends elsewhere by now is not gone on with.
  assertEquals(page.followedBy(older, all[4]), page);
  const whole = page.followedBy(older, all[3]);
  assertEquals(whole.items.map(({ at }) => at), [5, 4, 3, 2, 1, 1, 0]);
  assertEquals(whole.hasMore, false);
  // One that is there already stays, be it the last.
  const changed = { ...all[3] } as TimelineItem;
  assertEquals(page.with(changed).items.at(-1), changed);
  // Where all is there, it takes its place.
  const last = item("summary", 8, -1);
  assertEquals(whole.with(last).items.at(-1), last);
  assertEquals(whole.with(item("prompt", 2, 7)).items.map(({ at }) => at), [
    7,
    5,
    4,
    3,
    1,
    1,
    0,
  ]);
});

Deno.test(function whatIsOlderIsAskedForByAnItemThatDoesNotMove() {
  const items = [item("prompt", 2, 5), item("summary", 1, 4)];
  assertEquals(new TimelinePage(items, true).oldest?.address, "prompt:2");
  const summaries = items.slice(1);
  assertEquals(new TimelinePage(summaries, true).oldest?.address, "summary:1");
  assertEquals(new TimelinePage([], false).oldest, undefined);
});

Deno.test(function aDeletedItemTakesItsSessionsSummaryWithIt() {
  const gone = item("prompt", 1, 3);
  const page = new TimelinePage([
    item("summary", 1, 4),
    gone,
    item("summary", 2, 2),
  ], true);
  assertEquals(page.without(gone.address).items.map((it) => it.address), [
    "summary:2",
  ]);
});

Deno.test(function aRouteComesBackFromItsAddress() {
  for (const name of ["", "a b", "Places/Ünder & über?.md", "50%", "#x"]) {
    const route = parseRoute(hrefOf("graph", name, { project: "/a?b#c" }));
    assertEquals([route.view, route.of], ["graph", name]);
    assertEquals(route.params.get("project"), "/a?b#c");
  }
  assertEquals(parseRoute("").view, "timeline");
  assertEquals(parseRoute("#/graph/50%").of, "50%");
});

Deno.test(function theCameraKeepsWhatIsUnderThePointer() {
  const size = { width: 800, height: 600 };
  const camera: Camera = { x: 10, y: -20, scale: 1.5 };
  const at = { x: 123, y: 456 };
  const fixed = toLayout(camera, size, at);
  const nearer = zoomed(camera, size, 1.7, at);
  const again = toPicture(nearer, size, fixed);
  assertEquals(Math.round(again.x), at.x);
  assertEquals(Math.round(again.y), at.y);
  const moved = toPicture(panned(camera, 30, 40), size, fixed);
  assertEquals(Math.round(moved.x), at.x + 30);
  assertEquals(Math.round(moved.y), at.y + 40);
  for (const point of [{ x: -500, y: 90 }, { x: 900, y: -800 }]) {
    const seen = toPicture(
      fitted([{ x: -500, y: 90 }, { x: 900, y: -800 }], size),
      size,
      point,
    );
    assertEquals(seen.x >= 0 && seen.x <= 800, true);
    assertEquals(seen.y >= 0 && seen.y <= 600, true);
  }
  assertEquals(fitted([], size).scale, 1);
});

Deno.test(function theNextPointIsInTheDirection() {
  const points = [
    { x: 0, y: 0 },
    { x: 10, y: 1 },
    { x: 4, y: 9 },
    { x: -7, y: 0 },
  ];
  assertEquals(nearestTowards(points, 0, "right"), 1);
  assertEquals(nearestTowards(points, 0, "down"), 2);
  assertEquals(nearestTowards(points, 0, "left"), 3);
  assertEquals(nearestTowards(points, 0, "up"), null);
  assertEquals(nearestTowards(points, -1, "up"), 0);
  assertEquals(nearestTowards([], -1, "up"), null);
  assertEquals(pointAt(points, { x: 9, y: 0 }, () => 3), 1);
  assertEquals(pointAt(points, { x: 50, y: 0 }, () => 3), null);
});

Deno.test(function notesAreFoundByTheirPathsEnd() {
  const names = new NoteNames({
    nodes: ["A/Harbour.md", "B/Harbour.md", "C/Sub/Fog horn.md"].map((
      path,
    ) => ({ path, title: "Title of " + path, degree: 0, community: 0 })),
    links: [],
    total: 3,
  });
  assertEquals(names.find("harbour"), 0);
  assertEquals(names.find("B/Harbour"), 1);
  assertEquals(names.find("../Sub/Fog horn.md#loud"), 2);
  assertEquals(names.find("Title of A/Harbour.md"), 0);
  assertEquals(names.find("Nowhere"), null);
});

Deno.test(function daysWithoutAnythingAreThere() {
  const now = Date.parse("2026-03-02T10:00:00Z");
  assertEquals(
    everyDay([{ day: "2026-02-28", n: 4 }], now, 4, (day) => ({ day, n: 0 })),
    [
      { day: "2026-02-27", n: 0 },
      { day: "2026-02-28", n: 4 },
      { day: "2026-03-01", n: 0 },
      { day: "2026-03-02", n: 0 },
    ],
  );
});

Deno.test(function amountsAreReadable() {
  assertEquals(countOf(1, "prompt"), "1 prompt");
  assertEquals(countOf(2000, "prompt"), "2,000 prompts");
  assertEquals([999, 1500, 87_400_000, 250e9].map(bytes), [
    "999 B",
    "1.5 kB",
    "87.4 MB",
    "250 GB",
  ]);
  assertEquals(
    [10_000, 90_000, 3_600_000, 5_400_000, 200 * 3_600_000].map(span),
    [
      "under 1 min",
      "2 min",
      "1 h",
      "1 h 30 min",
      "8 days",
    ],
  );
});
