import { type Group, type Hook, HOOKS } from "../registry.ts";

/** All groups, in the order in which they are registered. */
export const GROUPS: readonly Group[] = ["vault", "capture"];

/**
 * The hooks and workers of some groups, in the registry's order.
 *
 * @param groups The groups.
 */
export function hooksOf(groups: readonly Group[]): Hook[] {
  return Object.values(HOOKS).filter((hook) =>
    hook.groups.some((group) => groups.includes(group))
  );
}

/**
 * Some groups, each once, in their order.
 *
 * @param lists The groups, as they come.
 */
export function union(...lists: (readonly Group[])[]): Group[] {
  return GROUPS.filter((group) => lists.some((list) => list.includes(group)));
}
