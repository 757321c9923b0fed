/** UTF-16 units of an observation's title. */
export const MAX_TITLE = 200;

/** UTF-16 units of its detail. */
export const MAX_DETAIL = 2000;

/** Paths of it. */
export const MAX_FILES = 20;

/** UTF-16 units of all its paths together: it has to fit into a frame with the row's text. */
export const MAX_PATHS = 4096;
