/** What is at a path, behind the link where it is one. */
export interface Found {
  readonly isFolder: boolean;
  readonly isFile: boolean;
  readonly isLink: boolean;
}

/** Looks at files. Nothing throws: what is not there, and what nobody may look at, is not there. */
export interface Reader {
  /** What is at a path; `null`: nothing, or a link to nothing. */
  look(path: string): Found | null;
  /** The text of a regular file, `null` where there is none or it has more bytes. */
  text(path: string, maxBytes: number): string | null;
  /** The path without links, `null` where that cannot be found out. */
  realPath(path: string): string | null;
}
