import type { HeadlessIde } from "@idebridge/headless";
import type { Context } from "../context.ts";

/** A browser takes its time to start: meanwhile, no second page is opened. */
const startMilliseconds = 20_000;

export interface BrowserReviews {
  /** Where to tell the link when no browser can be opened; not told when left out. */
  readonly output?: NodeJS.WritableStream;
  /** At once, not when there is something to review. */
  readonly atOnce: boolean;
}

/** Opens the workbench whenever there is something to review and no page is there to show it. */
export async function showReviewsInBrowser(
  ide: HeadlessIde,
  context: Context,
  { output, atOnce }: BrowserReviews,
): Promise<void> {
  let lastOpened = Number.NEGATIVE_INFINITY;
  const show = async () => {
    if (ide.pages > 0 || performance.now() - lastOpened < startMilliseconds) return;
    lastOpened = performance.now();
    const workbench = await ide.openWorkbench();
    const { showWorkbench } = await import("./showWorkbench.ts");
    await showWorkbench(workbench.link({ file: true }), context, { output: output ?? context.stderr });
  };
  ide.subscribe((event) => {
    if (event.type === "reviewOpened") void show().catch(() => {});
  });
  if (atOnce) await show();
}
