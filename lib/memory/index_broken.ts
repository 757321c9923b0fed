export { IndexBroken } from "../store/on_index.ts";
export { rebuildIndex } from "./_indexed.ts";
