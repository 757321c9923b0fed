// Types of the @std functions in use. `deno.json` maps the six names to npm's `deno-std`, which carries the same sources
// without types; where JSR is reachable the names can point at `jsr:@std/…` and this file is no longer read.

declare module "@std/yaml" {
  /** Parses one YAML document. Throws `SyntaxError` where the text is not YAML. */
  export function parse(
    content: string,
    options?: {
      schema?: "core" | "default" | "failsafe" | "json";
      allowDuplicateKeys?: boolean;
    },
  ): unknown;
  export function stringify(
    data: unknown,
    options?: { lineWidth?: number; indent?: number },
  ): string;
}

declare module "@std/front-matter" {
  /** Whether the text starts with front matter. */
  export function test(
    text: string,
    formats?: ("yaml" | "toml" | "json")[],
  ): boolean;
}

declare module "@std/fs" {
  export interface WalkEntry extends Deno.DirEntry {
    path: string;
  }
  export function walk(
    root: string,
    options?: {
      includeDirs?: boolean;
      includeFiles?: boolean;
      exts?: string[];
      skip?: RegExp[];
      maxDepth?: number;
    },
  ): AsyncIterableIterator<WalkEntry>;
  export function ensureDir(dir: string): Promise<void>;
  export function exists(
    path: string,
    options?: { isFile?: boolean; isDirectory?: boolean },
  ): Promise<boolean>;
  export function copy(
    src: string,
    dest: string,
    options?: { overwrite?: boolean },
  ): Promise<void>;
}

declare module "@std/path" {
  export function join(...paths: string[]): string;
  export function dirname(path: string): string;
  export function basename(path: string, suffix?: string): string;
  export function resolve(...paths: string[]): string;
  export function relative(from: string, to: string): string;
  export function isAbsolute(path: string): boolean;
  export function fromFileUrl(url: string | URL): string;
  export function toFileUrl(path: string): URL;
}

declare module "@std/cli" {
  export interface ParsedArguments {
    [name: string]: unknown;
    _: (string | number)[];
  }
  export function parseArgs(
    args: readonly string[],
    options?: {
      boolean?: readonly string[];
      string?: readonly string[];
      negatable?: readonly string[];
      collect?: readonly string[];
      alias?: Record<string, string>;
      default?: Record<string, unknown>;
      unknown?: (arg: string, key?: string, value?: unknown) => unknown;
    },
  ): ParsedArguments;
}

declare module "@std/assert" {
  export function assert(expr: unknown, msg?: string): asserts expr;
  export function assertEquals<T>(actual: T, expected: T, msg?: string): void;
  export function assertNotEquals<T>(
    actual: T,
    expected: T,
    msg?: string,
  ): void;
  export function assertStrictEquals<T>(
    actual: unknown,
    expected: T,
    msg?: string,
  ): asserts actual is T;
  export function assertMatch(
    actual: string,
    expected: RegExp,
    msg?: string,
  ): void;
  export function assertNotMatch(
    actual: string,
    expected: RegExp,
    msg?: string,
  ): void;
  export function assertStringIncludes(
    actual: string,
    expected: string,
    msg?: string,
  ): void;
  export function assertThrows<E extends Error = Error>(
    fn: () => unknown,
    // deno-lint-ignore no-explicit-any
    errorClass: new (...args: any[]) => E,
    msgIncludes?: string,
    msg?: string,
  ): E;
  export function assertRejects<E extends Error = Error>(
    fn: () => PromiseLike<unknown>,
    // deno-lint-ignore no-explicit-any
    errorClass: new (...args: any[]) => E,
    msgIncludes?: string,
    msg?: string,
  ): Promise<E>;
}
