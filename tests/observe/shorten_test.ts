import { assert, assertEquals } from "@std/assert";
import {
  KEPT,
  MARGIN,
  mended,
  shorten,
  WHOLE,
} from "../../lib/observe/shorten.ts";
import { redactValue } from "../../lib/redact/redact_value.ts";
import { observed } from "./_use.ts";
import { knowRules } from "../../lib/redact/known_rules.ts";
import { RULES } from "../../lib/redact/rules.ts";

knowRules(RULES);

/** What is left of a text. */
function kept(text: string): string {
  const { value } = redactValue(shorten({ text }));
  const { text: left } = mended(value) as { text: string };
  return left;
}

const WORDS = "the quick brown fox jumps over a lazy dog;\n";

/** Plain text of some length. */
function plain(length: number): string {
  return WORDS.repeat(Math.ceil(length / WORDS.length)).slice(0, length);
}

const LENGTH = WHOLE + 20_000;

/** A text of some length with another one in it. */
function planted(secret: string, at: number): string {
  const before = plain(at);
  return `${before.slice(0, -1)} ${secret} ${
    plain(Math.max(0, LENGTH - at - secret.length))
  }`;
}

/** Whether a piece of a secret that tells something of it is in a text. */
function leaks(text: string, secret: string, piece = 10): string | null {
  for (let at = 0; at + piece <= secret.length; at++) {
    const part = secret.slice(at, at + piece);
    if (text.includes(part)) return part;
  }
  return null;
}

/** Made up, letter by letter, so that nobody takes them for real ones. */
const letters = (length: number, seed: number): string => {
  const alphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  let text = "";
  let state = seed;
  while (text.length < length) {
    state = (state * 1103515245 + 12345) % 2147483648;
    text += alphabet[Math.floor(state / 65536) % 62];
  }
  return text;
};

const PEM_HEAD = `-----${"BEGIN"} RSA PRIVATE KEY-----`;
const PEM_TAIL = `-----${"END"} RSA PRIVATE KEY-----`;

function pem(lines: number): { whole: string; body: string[] } {
  const body = Array.from({ length: lines }, (_, at) => letters(64, at + 9));
  return { whole: [PEM_HEAD, ...body, PEM_TAIL].join("\n"), body };
}

/** Places in a long text where something is cut off, or where what is kept ends. */
const SEAMS = [
  KEPT,
  KEPT + MARGIN,
  LENGTH - KEPT - MARGIN,
  LENGTH - KEPT,
];

Deno.test("A text that is not too long stays whole, and of a longer one the ends do", () => {
  assertEquals(kept(plain(WHOLE)), plain(WHOLE));
  const long = plain(LENGTH);
  const [first = "", last = ""] = kept(long).split("\n…\n");
  assert(long.startsWith(first) && long.endsWith(last));
  assert(first.length > KEPT - 100 && first.length <= KEPT);
  assert(last.length > KEPT - 100 && last.length <= KEPT);
});

const SECRETS = [
  `sk-ant-api03-${letters(95, 1)}`,
  `ghp_${letters(36, 2)}`,
  `password=${letters(24, 3)}`,
  // With spaces in it, so that no run of characters is all of it.
  "4556 7375 8689 9855",
];

for (const secret of SECRETS) {
  Deno.test(`A ${secret.slice(0, 8)}… is found wherever a text is cut around it`, () => {
    for (const seam of SEAMS) {
      for (let at = seam - secret.length - 60; at < seam + 60; at++) {
        const part = leaks(kept(planted(secret, at)), secret.slice(9));
        assertEquals(part, null, `at ${at - seam} from ${seam}`);
      }
    }
  });
}

Deno.test("A key of lines is found wherever a text is cut in it, however long it is", () => {
  for (const lines of [25, 400]) {
    const { whole, body } = pem(lines);
    for (const seam of SEAMS) {
      for (let at = seam - whole.length - 40; at < seam + 40; at += 61) {
        if (at < 1) continue;
        const left = kept(planted(whole, at));
        const leaked = body.find((line) => left.includes(line.slice(20, 50)));
        assertEquals(leaked, undefined, `at ${at - seam} from ${seam}`);
      }
    }
  }
});

Deno.test("A key that ends with the text, or does not end, is not shown by its end", () => {
  const { body } = pem(600);
  for (const end of ["", `\n${PEM_TAIL}`, "\n-----EN", "\n-----END RSA PRIV"]) {
    const text = `${plain(9000)}\n${PEM_HEAD}\n${body.join("\n")}${end}`;
    const left = kept(text);
    assertEquals(
      body.find((line) => left.includes(line.slice(9, 40))),
      undefined,
    );
  }
});

Deno.test("A token that is longer than all that is looked at is not shown by a piece of it", () => {
  const header = `eyJ${letters(30, 4)}`;
  const token = `${header}.eyJ${letters(WHOLE, 5)}.${letters(43, 6)}`;
  for (let at = 1; at < KEPT + MARGIN + 500; at += 257) {
    const left = kept(`${planted(token, at)} ${plain(9000)}`);
    assertEquals(leaks(left, token.slice(40, 4000), 40), null, `at ${at}`);
    assertEquals(leaks(left, token.slice(-4000), 40), null, `at ${at}`);
  }
  for (let after = 1; after < KEPT + MARGIN + 500; after += 257) {
    const left = kept(`${plain(20_000)} ${token} ${plain(after)}`);
    assertEquals(leaks(left, token.slice(-4000), 40), null, `${after} after`);
  }
});

Deno.test("A private block is private wherever it begins and ends", () => {
  const secret = "the merger is on friday";
  const inner = `${`${secret}. `.repeat(900)}`;
  for (const close of ["</private>", ""]) {
    for (const before of [1, KEPT - 5, KEPT + MARGIN - 4, 15_000, 40_000]) {
      for (const after of [0, 1000, KEPT + MARGIN - 3, 40_000]) {
        const text = `${plain(before)}<private>${inner}${close}${
          close === "" ? secret : plain(after)
        }`;
        assert(!kept(text).includes("merger"), `${before} ${after} ${close}`);
      }
    }
  }
});

Deno.test("Colours hide no secret", () => {
  const [secret = ""] = SECRETS;
  const coloured = `${secret.slice(0, 20)}\u001b[01;31m${
    secret.slice(20, 60)
  }\u001b[0m${secret.slice(60)}`;
  for (const text of [coloured, planted(coloured, 500)]) {
    const draft = observed("Bash", { command: "x" }, { stdout: text });
    assertEquals(leaks(JSON.stringify(draft), secret.slice(13)), null);
  }
});

Deno.test("A piece of a key alone is not shown", () => {
  const { body } = pem(30);
  const draft = observed("Bash", { command: "tail key" }, {
    stdout: `first\n${body.slice(5, 20).join("\n")}\nlast`,
  });
  assertEquals(draft?.detail, "first\nlast");
});

Deno.test("A secret in any shape of an answer is nowhere in what is observed", () => {
  const [secret = ""] = SECRETS;
  const hidden = "<private>hush hush</private>";
  const say = `a ${secret} b ${hidden} c`;
  const answers: unknown[] = [
    say,
    { stdout: say, stderr: say, interrupted: false },
    { content: [{ type: "text", text: say }] },
    [{ type: "text", text: say }, say],
    { filenames: [`/a/${secret}`, hidden], numFiles: 2 },
    { structuredPatch: [{ lines: [`+${say}`, `-${say}`] }], type: "update" },
    { result: say, url: say },
    { results: [{ title: say, url: say }] },
    { password: "swordfish-99", nested: { api_key: secret } },
    { [secret]: 1, plan: say },
  ];
  const inputs: unknown[] = [
    {},
    {
      command: say,
      description: say,
      "file_path": `/a/${secret}`,
      pattern: say,
      path: say,
      url: say,
      query: say,
      prompt: say,
      content: say,
      [secret]: say,
    },
  ];
  const tools =
    "Read Write Edit Bash BashOutput Grep Glob WebFetch WebSearch Task mcp__a__b Other"
      .split(" ");
  for (const tool of tools) {
    for (const input of inputs) {
      for (const answer of answers) {
        for (const error of [null, say]) {
          const draft = observed(tool, input, answer, {
            outcome: error === null ? "success" : "error",
            error,
          });
          const text = JSON.stringify(draft) ?? "";
          assertEquals(leaks(text, secret.slice(13)), null, text);
          assert(!/hush|swordfish/.test(text), text);
        }
      }
    }
  }
});

Deno.test("A megabyte costs little", () => {
  const answer = { stdout: plain(1_000_000), stderr: "x".repeat(1_000_000) };
  observed("Bash", { command: "x" }, answer);
  const started = performance.now();
  observed("Bash", { command: "x" }, answer);
  const took = performance.now() - started;
  assert(took < 200, `${took} ms`);
});
