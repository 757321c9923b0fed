import { assertEquals } from "@std/assert";
import { sweepCapture } from "../../lib/daemon/sweep_capture.ts";
import { tempDir, writeFiles } from "../_support/temp.ts";

const HOUR = 3600;

Deno.test("sweepCapture() removes what is over, and nothing else", async () => {
  await using tmp = await tempDir();
  const now = new Date("2027-01-15T08:00:00Z");
  const ages: Record<string, number> = {
    "traces/fresh": 0.9 * HOUR,
    "traces/two-hours": 2 * HOUR,
    "traces/from-a-clock-set-back": -2 * HOUR,
    "private/fresh": 23 * HOUR,
    "private/old": 25 * HOUR,
    "spool/1-1-a.row": 1000 * HOUR,
    "spool/size": 1000 * HOUR,
    "spool/1-1-a.row.bad": 6 * 24 * HOUR,
    "spool/1-1-b.row.bad": 8 * 24 * HOUR,
    "chain-head.json": 1000 * HOUR,
  };
  await writeFiles(
    tmp.path,
    Object.fromEntries(Object.keys(ages).map((name) => [name, ""])),
  );
  for (const [name, age] of Object.entries(ages)) {
    const time = now.getTime() / 1000 - age;
    await Deno.utime(`${tmp.path}/${name}`, time, time);
  }
  await Deno.mkdir(`${tmp.path}/traces/folder`);
  await Deno.utime(`${tmp.path}/traces/folder`, 1, 1);
  assertEquals(sweepCapture(tmp.path, now), 4);
  const left: string[] = [];
  for (const folder of ["traces", "private", "spool"]) {
    for (const { name } of Deno.readDirSync(`${tmp.path}/${folder}`)) {
      left.push(`${folder}/${name}`);
    }
  }
  assertEquals(left.sort(), [
    "private/fresh",
    "spool/1-1-a.row",
    "spool/1-1-a.row.bad",
    "spool/size",
    "traces/folder",
    "traces/fresh",
  ]);
});

Deno.test("sweepCapture() finds nothing where there is nothing", async () => {
  await using tmp = await tempDir();
  assertEquals(sweepCapture(`${tmp.path}/none`, new Date()), 0);
});
