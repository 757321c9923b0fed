import type { BrowserContextOptions } from "playwright-core";
import type { RunningProgram } from "../_support/program.ts";
import { until } from "../_support/until.ts";
import { type WorkerBox, workerBox } from "../worker/_worker_box.ts";
import { type BrowserPage, browserPage } from "./_browser.ts";
import { haveSession } from "./_history.ts";
import { generatedNotes } from "./_notes.ts";

/** A home in which the daemon serves its viewer, with a vault and sessions. */
export interface ViewerBox extends AsyncDisposable {
  readonly box: WorkerBox;
  /** The page's address, without the token. */
  readonly url: string;
  /** Ends the daemon, and starts it again once something was done without it. */
  restart(meanwhile: () => Promise<void>): Promise<void>;
  /** Opens the page by its link, at a view. */
  open(view?: string, options?: BrowserContextOptions): Promise<BrowserPage>;
}

/** Makes such a home. */
export async function viewerBox(
  { isEmpty = false }: { readonly isEmpty?: boolean } = {},
): Promise<ViewerBox> {
  const box = await workerBox({ notes: isEmpty ? null : generatedNotes() });
  let running: RunningProgram;
  try {
    running = await box.serving();
    if (!isEmpty) {
      await box.daemon.box.run("session-start", { source: "startup" });
      await box.daemon.box.settled();
      await haveSession(box);
    }
  } catch (error) {
    await box[Symbol.asyncDispose]();
    throw error;
  }
  const url = `http://127.0.0.1:${box.port()}/`;
  return {
    box,
    url,
    async restart(meanwhile) {
      running.kill("SIGTERM");
      await running.result;
      await meanwhile();
      running = await box.serving();
    },
    async open(view = "", options = {}) {
      const opened = await browserPage(options);
      await opened.page.goto(`${url}#token=${box.token()}`);
      await opened.page.getByRole("navigation", { name: "Views" }).waitFor();
      if (view !== "") await goTo(opened, view);
      return opened;
    },
    [Symbol.asyncDispose]: () => box[Symbol.asyncDispose](),
  };
}

/** Goes to a view by the page's own link. */
async function goTo({ page }: BrowserPage, name: string): Promise<void> {
  const link = page.getByRole("link", { name, exact: true });
  await link.click();
  await until(
    `the view ${name}`,
    async () => await link.getAttribute("aria-current") === "page",
  );
}
