export { IndexBroken, rebuildIndex } from "./_indexed.ts";
