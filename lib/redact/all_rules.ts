/** {@linkcode RULES}, for hooks that load them only when they need them. */
export { RULES } from "./rules.ts";
