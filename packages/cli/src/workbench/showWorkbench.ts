import { hostname, userInfo } from "node:os";
import type { WorkbenchLink } from "@idebridge/headless";
import { openInBrowser } from "@idebridge/workbench";
import type { Context } from "../context.ts";
import { printable } from "../printable.ts";
import { styleFor } from "../style.ts";

export interface ShowOptions {
  /** Only tell the link. */
  readonly noOpen?: boolean;
  /** Where to tell it. */
  readonly output: NodeJS.WritableStream;
}

/**
 * Opens the workbench in the browser, or tells how to come there. The link is a key for a minute or two: it is shown to
 * somebody who sits at a terminal, and never written to where others may read it later.
 */
export async function showWorkbench(
  link: WorkbenchLink,
  context: Context,
  { noOpen = false, output }: ShowOptions,
): Promise<"opened" | "told" | "hidden"> {
  const { dim, bold } = styleFor(context);
  const opened = noOpen ? undefined : await openInBrowser(link, { env: context.env });
  const lines: string[] = [];
  if (opened?.outcome === "opened") lines.push("The workbench opens in your browser.");
  if (opened?.outcome === "failed") lines.push(`The browser did not start: ${printable(opened.message)}`);
  if (context.isTTY) {
    const isOpen = opened?.outcome === "opened";
    lines.push(
      isOpen
        ? dim(`If it does not: ${link.url}`)
        : `Open this in your browser, once and soon: ${bold(link.url)}`,
    );
    if (opened?.outcome === "noScreen" && opened.isRemote) lines.push(dim(tunnel(link.port)));
  }
  if (lines.length > 0) output.write(`${lines.join("\n")}\n`);
  if (opened?.outcome === "opened") return "opened";
  return context.isTTY ? "told" : "hidden";
}

function tunnel(port: number): string {
  return `Before that, on the machine where the browser is: ssh -L ${port}:127.0.0.1:${port} ${userName()}@${hostname()}`;
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return "you";
  }
}
