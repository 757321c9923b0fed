import { type Fields, fieldsOf, isFields, textIn } from "./values.ts";

/** Where tools put what people read, the most telling first. */
const TEXTS = [
  "text",
  "result",
  "output",
  "stdout",
  "content",
  "message",
  "plan",
  "results",
  "matches",
  "error",
];

/**
 * The text of what a tool answered, whatever its shape: a text, `{stdout, …}`, `{content: [{type: "text", text}]}`, a list of those, of texts,
 * of hits with title and address; "" where there is none.
 *
 * @param answer What it answered.
 * @param depth How deep it is in there.
 */
export function answerText(answer: unknown, depth = 0): string {
  if (typeof answer === "string") return answer;
  if (depth > 5) return "";
  if (Array.isArray(answer)) {
    return answer.map((item) => answerText(item, depth + 1))
      .filter((text) => text !== "").join("\n");
  }
  if (!isFields(answer)) return "";
  const title = textIn(answer, "title");
  if (title !== "") return [title, textIn(answer, "url")].join(" ").trim();
  for (const name of TEXTS) {
    const text = answerText(answer[name], depth + 1);
    if (text.trim() !== "") return text;
  }
  return "";
}

/**
 * What a command wrote.
 *
 * @param answer What the tool answered.
 */
export function commandOutput(answer: unknown): string {
  const fields: Fields = fieldsOf(answer);
  const texts = [textIn(fields, "stdout"), textIn(fields, "stderr")]
    .filter((text) => text !== "");
  return texts.length > 0 ? texts.join("\n") : answerText(answer);
}
