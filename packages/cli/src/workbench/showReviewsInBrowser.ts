import type { HeadlessIde } from "@idebridge/headless";
import type { Context } from "../context.ts";

/** Pages of last time look for idebridge every now and then. */
const returnMilliseconds = 2_000;
/** A browser takes its time to start: meanwhile, no second page is opened. */
const startMilliseconds = 20_000;

export interface BrowserReviews {
  /** At once, not when there is something to review. */
  readonly atOnce: boolean;
  /** Where to tell what happens at the start. */
  readonly output: NodeJS.WritableStream;
  /** Another program has the terminal after that: nothing is told any more. */
  readonly isQuietLater: boolean;
}

/** Opens the workbench whenever there is something to review and no page is there to show it. */
export async function showReviewsInBrowser(
  ide: HeadlessIde,
  context: Context,
  { atOnce, output, isQuietLater }: BrowserReviews,
): Promise<void> {
  let lastOpened = Number.NEGATIVE_INFINITY;
  const show = async (isStart: boolean) => {
    if (ide.pages > 0 || performance.now() - lastOpened < startMilliseconds) return;
    lastOpened = performance.now();
    const workbench = await ide.openWorkbench();
    const { openWorkbench } = await import("./openWorkbench.ts");
    const { lines } = await openWorkbench(workbench.link({ file: true }), context);
    if (lines.length > 0 && (isStart || !isQuietLater)) output.write(`${lines.join("\n")}\n`);
  };
  ide.subscribe((event) => {
    if (event.type === "reviewOpened") void show(false).catch(() => {});
  });
  if (!atOnce) return;
  const { knowsBrowsers } = await ide.openWorkbench();
  if (!knowsBrowsers) return show(true);
  void pageReturns(ide)
    .then(() => show(false))
    .catch(() => {});
}

/** A page of last time has found us, or has had the time to. */
async function pageReturns(ide: HeadlessIde): Promise<void> {
  const end = performance.now() + returnMilliseconds;
  while (ide.pages === 0 && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 50));
}
