// The YAML parser, for the frontmatter that is beyond our own reader: a module of its own, since it is loaded only then.

export { parse } from "@std/yaml";
