import { positionAt } from "./_position.ts";

/** A JSON value with its place in the text. Offsets are UTF-16 code units, 0-indexed; `end` is exclusive. */
export type JsonNode = JsonObject | JsonArray | JsonScalar;

/** An object or an array. */
export type JsonContainer = JsonObject | JsonArray;

/** `{…}`. Members stand in the order of the text, repeated keys included. */
export interface JsonObject {
  type: "object";
  /** Offset of the opening brace. */
  start: number;
  /** Offset after the closing brace. */
  end: number;
  members: JsonMember[];
}

/** `"key": value`. */
export interface JsonMember {
  /** The key with its escapes resolved. */
  key: string;
  /** Offset of the key's opening quote. */
  start: number;
  /** Offset after the key's closing quote. */
  keyEnd: number;
  /** Offset after the value. */
  end: number;
  value: JsonNode;
}

/** `[…]`. */
export interface JsonArray {
  type: "array";
  start: number;
  end: number;
  items: JsonNode[];
}

/** A value without parts. `JSON.parse(text.slice(start, end))` reads it. */
export interface JsonScalar {
  type: "string" | "number" | "boolean" | "null";
  start: number;
  end: number;
}

/** Levels of nesting that are read; bounds the recursion, far above any real settings file. */
const MAX_DEPTH = 1_000;

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /[\p{L}\p{N}_$]+/uy;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/**
 * Parses a settings text as strict JSON (RFC 8259) into a concrete syntax tree.
 *
 * Strict, because Claude Code ignores the whole file for one comment or trailing comma (2.1.332, measured). One leading
 * byte order mark is skipped, as Claude Code does. Repeated keys are all kept; readers take the last, as `JSON.parse`.
 *
 * @param text The file's text, its byte order mark included.
 * @returns The root value, or `null` when the text holds only white space, which Claude Code takes for no settings.
 * @throws {SyntaxError} When the text is not JSON or is nested deeper than 1,000 levels; the message names the 1-based
 * line and column (in UTF-16 code units).
 */
export function parseJson(text: string): JsonNode | null {
  return new Parser(text).parse();
}

class Parser {
  readonly #text: string;
  #at: number;

  constructor(text: string) {
    this.#text = text;
    this.#at = text.startsWith("\uFEFF") ? 1 : 0;
  }

  parse(): JsonNode | null {
    this.#skipSpace();
    if (this.#at === this.#text.length) return null;
    const root = this.#value(0);
    this.#skipSpace();
    if (this.#at < this.#text.length) {
      this.#fail(`${this.#found()} after the end of the value`);
    }
    return root;
  }

  #value(depth: number): JsonNode {
    if (depth > MAX_DEPTH) {
      this.#fail(`nested deeper than ${MAX_DEPTH} levels`);
    }
    const start = this.#at;
    switch (this.#text[start]) {
      case "{":
        return this.#object(depth);
      case "[":
        return this.#array(depth);
      case '"':
        this.#string();
        return { type: "string", start, end: this.#at };
    }
    NUMBER.lastIndex = start;
    const number = NUMBER.exec(this.#text)?.[0];
    if (number !== undefined) {
      this.#at += number.length;
      if (/[\w.+-]/.test(this.#text[this.#at] ?? "")) {
        this.#fail("malformed number", start);
      }
      return { type: "number", start, end: this.#at };
    }
    const word = this.#word();
    if (word === "true" || word === "false" || word === "null") {
      this.#at += word.length;
      const type = word === "null" ? "null" : "boolean";
      return { type, start, end: this.#at };
    }
    return this.#fail(`${this.#found()} where a value should be`);
  }

  #object(depth: number): JsonObject {
    const start = this.#at;
    const members: JsonMember[] = [];
    this.#list("}", "an object", () => {
      const keyStart = this.#at;
      if (this.#text[keyStart] !== '"') {
        this.#fail(`${this.#found()} where a key in double quotes should be`);
      }
      this.#string();
      const keyEnd = this.#at;
      this.#skipSpace();
      if (this.#text[this.#at] !== ":") {
        this.#fail(`${this.#found()} where ":" should be`);
      }
      this.#at++;
      this.#skipSpace();
      const value = this.#value(depth + 1);
      const key: string = JSON.parse(this.#text.slice(keyStart, keyEnd));
      members.push({ key, start: keyStart, keyEnd, end: value.end, value });
    });
    return { type: "object", start, end: this.#at, members };
  }

  #array(depth: number): JsonArray {
    const start = this.#at;
    const items: JsonNode[] = [];
    this.#list("]", "an array", () => items.push(this.#value(depth + 1)));
    return { type: "array", start, end: this.#at, items };
  }

  /** Reads from the opening bracket to after the closing one, calling `readChild` at the start of each child. */
  #list(close: "}" | "]", what: string, readChild: () => void): void {
    this.#at++;
    this.#skipSpace();
    if (this.#text[this.#at] === close) {
      this.#at++;
      return;
    }
    while (true) {
      readChild();
      this.#skipSpace();
      const delimiter = this.#at;
      const char = this.#text[delimiter];
      if (char === close) {
        this.#at++;
        return;
      }
      if (char !== ",") {
        this.#fail(`${this.#found()} where "," or "${close}" should be`);
      }
      this.#at++;
      this.#skipSpace();
      const next = this.#text[this.#at];
      if (next === "}" || next === "]") this.#fail("trailing comma", delimiter);
      if (next === undefined) this.#fail(`the text ends inside ${what}`);
    }
  }

  #string(): void {
    this.#at++;
    while (true) {
      const char = this.#text[this.#at];
      if (char === undefined) this.#fail("the text ends inside a string");
      if (char < " ") {
        const lineBreak = char === "\n" || char === "\r";
        this.#fail(`${lineBreak ? "line break" : this.#found()} in a string`);
      }
      if (char === "\\") {
        ESCAPE.lastIndex = this.#at;
        const escape = ESCAPE.exec(this.#text)?.[0];
        if (escape === undefined) this.#fail("unknown escape in a string");
        this.#at += escape.length;
        continue;
      }
      this.#at++;
      if (char === '"') return;
    }
  }

  #skipSpace(): void {
    while (true) {
      const char = this.#text[this.#at];
      if (char === " " || char === "\n" || char === "\r" || char === "\t") {
        this.#at++;
        continue;
      }
      const next = this.#text[this.#at + 1];
      if (char === "/" && (next === "/" || next === "*")) {
        this.#fail("comment, which JSON does not have");
      }
      return;
    }
  }

  #word(): string | undefined {
    WORD.lastIndex = this.#at;
    return WORD.exec(this.#text)?.[0];
  }

  /** What stands at the current offset, in words; never more than a word of the user's text. */
  #found(): string {
    const code = this.#text.codePointAt(this.#at);
    if (code === undefined) return "the end of the text";
    const word = this.#word();
    if (word !== undefined) return `"${word.slice(0, 20)}"`;
    if (code > 0x20 && code < 0x7f) return `'${String.fromCodePoint(code)}'`;
    return `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
  }

  #fail(problem: string, offset: number = this.#at): never {
    const { line, column } = positionAt(this.#text, offset);
    throw new SyntaxError(
      `Cannot parse settings: line ${line}, column ${column}: ${problem}`,
    );
  }
}
