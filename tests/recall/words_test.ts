import { assertEquals } from "@std/assert";
import { meaning, saysSomething } from "../../lib/recall/_words.ts";

Deno.test("saysSomething() knows what says nothing, and words of any script", () => {
  for (
    const prompt of [
      "",
      "ok, go on!",
      "Please run the tests again",
      "“yes” — do it…",
      "42 17",
      "👍 🚀",
      "、。「」 … —",
    ]
  ) assertEquals(saysSomething(prompt), false, prompt);
  for (
    const prompt of [
      "the upload worker",
      "Warum verliert er Aufträge?",
      "hàng đợi",
      "очередь",
      "キュー",
      "队列",
      "𠀀𠀁",
      "대기열",
      "طابور",
      "कतार",
    ]
  ) assertEquals(saysSomething(prompt), true, prompt);
});

Deno.test("meaning() counts numbers of any script little", () => {
  for (const number of ["17", "１７", "१७"]) assertEquals(meaning(number), 0.3);
  assertEquals(meaning("1a"), 1);
  assertEquals(meaning("queue"), 1);
  assertEquals(meaning("the"), 0);
});
