import { hostname, userInfo } from "node:os";
import type { WorkbenchLink } from "@idebridge/headless";
import { openInBrowser } from "@idebridge/workbench";
import type { Context } from "../context.ts";
import { printable } from "../printable.ts";
import { styleFor } from "../style.ts";

export interface OpenedWorkbench {
  readonly isOpen: boolean;
  /** What to tell. With the link in it only for somebody who sits at a terminal: it is a key for a minute or two. */
  readonly lines: readonly string[];
}

/** Opens the workbench in the browser, or says how to come there. */
export async function openWorkbench(
  link: WorkbenchLink,
  context: Context,
  { noOpen = false }: { readonly noOpen?: boolean } = {},
): Promise<OpenedWorkbench> {
  const { dim, bold } = styleFor(context);
  const opened = noOpen ? undefined : await openInBrowser(link, { env: context.env });
  const isOpen = opened?.outcome === "opened";
  const lines: string[] = [];
  if (isOpen) lines.push("The workbench opens in your browser.");
  if (opened?.outcome === "failed") lines.push(`The browser did not start: ${printable(opened.message)}`);
  if (context.isTTY) {
    lines.push(
      isOpen
        ? dim(`If it does not: ${link.url}`)
        : `Open this in your browser, once and soon: ${bold(link.url)}`,
    );
    if (opened?.outcome === "noScreen" && opened.isRemote) lines.push(dim(tunnel(link.port)));
  }
  return { isOpen, lines };
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
