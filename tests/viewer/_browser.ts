import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type Page,
} from "playwright-core";

/** Debian's own browser. */
const CHROMIUM = "/usr/bin/chromium";

/** Milliseconds until something on the page is there at last: a bound, and no measure. */
const LONG_MS = 60_000;

/** A page in a real browser, with all that it asked for and complained of. */
export interface BrowserPage extends AsyncDisposable {
  readonly page: Page;
  /** The addresses that were asked for. */
  readonly requests: readonly string[];
  /** What went wrong in the page's scripts, and what its policy forbade. */
  readonly problems: readonly string[];
  /** Keeps a picture, to be looked at by people. */
  picture(name: string): Promise<void>;
}

/** Opens a browser with one page. */
export async function browserPage(
  options: BrowserContextOptions = {},
): Promise<BrowserPage> {
  const browser: Browser = await chromium.launch({
    executablePath: CHROMIUM,
    // Root has no sandbox of its own.
    args: ["--no-sandbox"],
  });
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    ...options,
  });
  context.setDefaultTimeout(LONG_MS);
  const page = await context.newPage();
  const requests: string[] = [];
  const problems: string[] = [];
  context.on("request", (request) => requests.push(request.url()));
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  return {
    page,
    requests,
    problems,
    async picture(name) {
      const temp = Deno.env.get("TMPDIR") ?? "/tmp";
      await page.screenshot({
        path: `${temp}/memory-hooks-screenshots/${name}.png`,
      });
    },
    async [Symbol.asyncDispose]() {
      await browser.close();
    },
  };
}
