// `deno run -A bench/recall.ts [--list]`: how well a prompt is told what bears on it, on a made-up history (`_recall_history.ts`): 1,000
// sessions with 20,000 observations, 2,000 notes, 150 memories; 200 questions whose answers are known, a third of them in other words,
// and 40 prompts that nothing has an answer to. Exit 1 when a bound does not hold.
//
// A question in other words was written beside the thing that it asks for, by whoever made up the thing and before the product had any
// table of synonyms; half of them keep the name of the part that they ask about, as people mostly do. `--list` prints what went wrong.
import { parseArgs } from "@std/cli";
import { NoteTexts } from "../lib/recall/note_texts.ts";
import { recall, type RecallAnswer } from "../lib/recall/recall.ts";
import { openMemories } from "../lib/store/open_memories.ts";
import { placesIn } from "../tests/_support/places_in.ts";
import { tempDir } from "../tests/_support/temp.ts";
import { printTable, write } from "./_measure.ts";
import { fillHistory, projectAt } from "./_recall_fill.ts";
import { makeHistory, type Question } from "./_recall_history.ts";

const { list } = parseArgs(Deno.args, { boolean: ["list"] });

await using home = await tempDir();
const places = placesIn(home.path);
const vault = `${home.path}/vault`;
const history = makeHistory(1000, 2000);
const { answers } = await fillHistory(history, places, vault);
const db = openMemories(places.store);
const texts = new NoteTexts(places);
texts.pool(vault);

interface Result {
  readonly question: Question;
  readonly answer: RecallAnswer;
  /** Items that answer it. */
  readonly right: number;
  readonly ms: number;
}

const results = history.questions.map((question): Result => {
  const began = performance.now();
  const answer = recall({ db, notes: { texts, vault } }, {
    prompt: question.text,
    session: "now",
    project: projectAt(history, question.project),
    told: [],
    maxChars: 2000,
    maxItems: 5,
  });
  const ms = performance.now() - began;
  const own = question.answer === null
    ? undefined
    : answers.get(question.answer.join(" "));
  const right = answer.items.filter((it) => own?.has(it)).length;
  return { question, answer, right, ms };
});
db?.close();
texts.close();

const asked = results.filter(({ question }) => question.answer !== null);
const plain = asked.filter(({ question }) => !question.paraphrased);
const others = asked.filter(({ question }) => question.paraphrased);
const none = results.filter(({ question }) => question.answer === null);
const share = (of: readonly Result[], is: (it: Result) => boolean): number =>
  100 * of.filter(is).length / of.length;
const found = ({ right }: Result): boolean => right > 0;
const injected = (of: readonly Result[]): number =>
  of.reduce((sum, { answer }) => sum + answer.items.length, 0);
const right = (of: readonly Result[]): number =>
  of.reduce((sum, it) => sum + it.right, 0);
const times = results.map(({ ms }) => ms).sort((a, b) => a - b);
const at = (part: number): string =>
  (times[Math.floor(times.length * part)] ?? NaN).toFixed(1);

if (list) {
  for (const { question, answer, right } of results) {
    const isWrong = question.answer === null
      ? answer.items.length > 0
      : right === 0;
    if (isWrong) {
      write(
        `${question.answer?.join(" ") ?? "none"}: ${question.text}\n  ${
          answer.items.join(" ") || "nothing"
        }\n`,
      );
    }
  }
}
const missed = (of: readonly Result[]): string =>
  `${of.filter(found).length} of ${of.length}`;
const good = printTable("Recall: what is missed, in % (at most)", [
  {
    what: "questions that share words",
    figure: missed(plain),
    value: 100 - share(plain, found),
    bound: 20,
  },
  {
    what: "all questions",
    figure: missed(asked),
    value: 100 - share(asked, found),
    bound: 40,
  },
  {
    what: "prompts without an answer that are told something",
    figure: `${none.length} prompts`,
    value: share(none, ({ answer }) => answer.items.length > 0),
    bound: 10,
  },
]);
write(
  `In other words: ${missed(others)} found. Told in all: ${
    injected(asked)
  } items for ${asked.length} questions, ${
    (100 * right(asked) / injected(asked)).toFixed(0)
  } % of them right (sharing words ${
    (100 * right(plain) / injected(plain)).toFixed(0)
  } %, in other words ${
    (100 * right(others) / injected(others)).toFixed(0)
  } %).\nTime: median ${at(0.5)} ms, p95 ${at(0.95)} ms, longest ${
    at(0.999)
  } ms.\n`,
);
Deno.exit(good ? 0 : 1);
