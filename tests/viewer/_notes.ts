/** What the notes are about; each links some of the others. */
const SUBJECTS = [
  "Lighthouse",
  "Harbour",
  "Tide table",
  "Chart room",
  "Signal flags",
  "Fog horn",
  "Pilot boat",
  "Cargo manifest",
  "Customs house",
  "Dry dock",
  "Rope walk",
  "Sail loft",
];

/** A vault of linked notes, the same each time. */
export function generatedNotes(count = 60): Record<string, string> {
  const notes: Record<string, string> = {};
  const titleOf = (at: number): string => {
    const subject = SUBJECTS[at % SUBJECTS.length] ?? "Note";
    const turn = Math.floor(at / SUBJECTS.length);
    return turn === 0 ? subject : `${subject} ${turn + 1}`;
  };
  for (let at = 0; at < count; at++) {
    const links = [at % SUBJECTS.length, (at * 7 + 3) % count, at + 1]
      .filter((to) => to !== at && to < count)
      .map((to) => `[[${titleOf(to)}]]`);
    notes[`${at % 3 === 0 ? "Places" : "Trade"}/${titleOf(at)}.md`] = `---
tags: [port, example]
---

# ${titleOf(at)}

What **matters** here is kept short. See ${links.join(", ")}.

- first the \`tide\`
- then the wind

> Nothing is <b>more</b> than text: <img src="http://other.example/x.png">
`;
  }
  return notes;
}
