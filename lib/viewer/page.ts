/**
 * The viewer: one page of HTML with its script and style within, which asks for nothing but this API. It is made when the programs are
 * bundled (`lib/install/_make_page.ts`), and loaded only when somebody asks for it.
 *
 * @returns `null` where it was not made: the program runs from its sources.
 */
export async function loadPage(): Promise<string | null> {
  const { PAGE } = await import("./made_page.ts");
  return PAGE;
}
