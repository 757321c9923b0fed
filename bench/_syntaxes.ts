import type { Poured, Secret } from "./_secrets.ts";

type Syntax = (name: string, value: string) => string;

const camel = (name: string): string =>
  name.toLowerCase().replace(/_(\w)/g, (_, unit: string) => unit.toUpperCase());
const json = (value: string): string => JSON.stringify(value);

/** Syntaxes that have room for a name. */
const WITH_NAME: Readonly<Record<string, Syntax>> = {
  "env file": (name, value) =>
    `# settings\nPORT=8080\n${name.toUpperCase()}=${
      /\s/.test(value) ? json(value) : value
    }\nDEBUG=1`,
  export: (name, value) => `export ${name.toUpperCase()}='${value}' && make`,
  JSON: (name, value) => `{"id": 7, ${json(name)}: ${json(value)}, "x": null}`,
  "JSON in a string": (name, value) =>
    json(JSON.stringify({ id: 7, [name]: value, x: 1 })),
  YAML: (name, value) =>
    `app:\n  port: 8080\n  ${name}: ${
      /\s|^[*#!&%@]|: /.test(value) ? json(value) : value
    }\n  debug: true`,
  TOML: (name, value) => `[app]\nport = 8080\n${name} = ${json(value)}`,
  "XML element": (name, value) => `<a><${name}>${value}</${name}><b/></a>`,
  "XML attribute": (name, value) => `<bean id="x" ${name}="${value}" y="1"/>`,
  Python: (name, value) =>
    `client = connect(port=8080, ${name}=${json(value)})`,
  JavaScript: (name, value) => `const ${camel(name)} = ${json(value)};`,
  TypeScript: (name, value) =>
    `export const ${camel(name)}: string = ${json(value)};`,
  Go: (name, value) => `\t${camel(name)} := ${json(value)}`,
  Rust: (name, value) => `const ${name.toUpperCase()}: &str = ${json(value)};`,
  Java: (name, value) =>
    `private static final String ${name.toUpperCase()} = ${json(value)};`,
  "shell flag": (name, value) =>
    `app run --${name.toLowerCase().replaceAll("_", "-")} '${value}' --verbose`,
  "curl header": (name, value) =>
    `curl -H 'X-${name.replaceAll("_", "-")}: ${value}' https://example.com/v1`,
  "URL query": (name, value) =>
    `GET https://example.com/v1?page=2&${name}=${
      encodeURIComponent(value)
    }&z=1`,
  SQL: (name, value) => `UPDATE app SET ${name} = '${value}' WHERE id = 7;`,
  "CSV of pairs": (name, value) => `port,8080\n${name},${value}\ndebug,1`,
  "Markdown code": (name, value) => `Set \`${name}=${value}\` and restart.`,
  "log line": (name, value) =>
    `2024-05-14T09:41:07.123Z INFO app: started ${name}=${value} port=8080`,
  "commit message": (name, value) =>
    `Fix the login\n\nThe ${name} was "${value}", which is wrong.`,
  prose: (name, value) => `Please use it, the ${name} is ${value} as of today.`,
  "Vietnamese prose": (name, value) => `Anh dùng ${name}: ${value} nhé`,
};

/** Syntaxes in which nothing tells what a value is. */
const WITHOUT_NAME: Readonly<Record<string, Syntax>> = {
  "a line of its own": (_, value) => `\n${value}\n`,
  CSV: (_, value) => `7,2024-05-14,${value},open`,
  "Markdown code without name": (_, value) => `Try \`${value}\` first.`,
  "prose without name": (_, value) => `I have used ${value}, and it failed.`,
  array: (_, value) => `["a", ${json(value)}, "b"]`,
  "table cell": (_, value) => `| 7 | ${value} | open |`,
};

/** Syntaxes of a single kind. */
const USERINFO: Readonly<Record<string, Syntax>> = {
  "URL userinfo": (_, value) =>
    `DATABASE_URL=postgres://app:${value}@db.example.com:5432/app?ssl=1`,
  "URL userinfo in JSON": (_, value) =>
    `{"remote": "https://me:${value}@git.example.com/a/b.git"}`,
  "URL userinfo in prose": (_, value) =>
    `clone https://me:${value}@git.example.com/a/b.git first`,
};

/** How many syntaxes there are. */
export const SYNTAXES: number = [WITH_NAME, WITHOUT_NAME, USERINFO]
  .reduce((sum, group) => sum + Object.keys(group).length, 0);

/** Puts a secret into every syntax that can hold it. */
export function pour(secret: Secret): Poured[] {
  const { name, value } = secret;
  if (secret.rule === "url_password") return poured(USERINFO, name, value);
  const texts = poured(WITH_NAME, name, value);
  return secret.named
    ? texts
    : [...texts, ...poured(WITHOUT_NAME, name, value)];
}

function poured(
  group: Readonly<Record<string, Syntax>>,
  name: string,
  value: string,
): Poured[] {
  return Object.entries(group).map(([syntax, text]) => ({
    syntax,
    text: text(name, value),
  }));
}
