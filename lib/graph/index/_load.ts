export { loadNote } from "./load_note.ts";
