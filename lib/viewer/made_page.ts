/** The page's HTML. The bundle step puts a module in the place of this one that has it (`lib/install/_make_page.ts`). */
export const PAGE: string | null = null;
