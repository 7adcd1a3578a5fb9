import {
  type ClientInfo,
  type ControlEvent,
  decisionWords,
  outcomeWords,
  type PendingReview,
} from "@idebridge/headless";
import { printable } from "../printable.ts";
import type { Style } from "../style.ts";
import { codeEndedLine, codeLine } from "./codeLine.ts";
import { isAgent } from "./isAgent.ts";
import { shortPath } from "./shortPath.ts";

/** What happened, in one line for people; `undefined` when it is not worth one. */
export function eventLine(event: ControlEvent, folder: string, style: Style): string | undefined {
  const { dim, red, yellow } = style;
  switch (event.type) {
    case "clientsChanged":
      return clientsLine(event.clients.filter(isAgent), folder, style);
    case "toolCalled":
      if (toldOtherwise.has(event.tool) || !isAgent(event.client)) return undefined;
      return dim(
        `  ${printable(event.client.name)} asks ${printable(event.tool)}${argumentOf(event.arguments, folder)}`,
      );
    case "reviewOpened":
      return `${yellow("?")} ${reviewLine(event.review, folder, style)}`;
    case "reviewChanged":
      return `${yellow("!")} ${shortPath(event.review.path, folder)} has changed on disk ${dim(`#${event.review.id}`)}`;
    case "reviewClosed":
      return closedLine(event, style);
    case "changesChanged": {
      const unseen = event.prompt.files.filter(({ state }) => state === "unseen");
      if (unseen.length === 0) return undefined;
      const names = [...new Set(unseen.map(({ path }) => shortPath(path, folder)))].join(", ");
      return `${yellow("✎")} ${printable(event.prompt.client.name)} wrote ${names} ${dim(`(take back: idebridge revert ${event.prompt.id})`)}`;
    }
    case "refused":
      return `${red("✗")} refused a connection: ${printable(event.reason)}`;
    case "sharingChanged":
      return event.paused ? yellow("sharing is paused") : "sharing goes on";
    case "warning":
      return `${yellow("!")} ${printable(event.message)}`;
    case "reviewUndone":
      return dim(`  #${event.id} is undecided again (${printable(event.by)})`);
    case "executionAsked":
      return `${yellow("?")} ${codeLine(event.execution, folder, style, "wants to run")}`;
    case "executionStarted":
      return `${style.cyan("▶")} ${codeLine(event.execution, folder, style, "runs")}`;
    case "executionEnded":
      return codeEndedLine(event.execution, style);
    case "reviewHeld":
    case "reviewDrafted":
    case "documentChanged":
    case "traffic":
    case "executionDecided":
    case "executionOutput":
    case "kernelsChanged":
    case "selectionChanged":
    case "documentsChanged":
    case "diagnosticsChanged":
    case "languageServersChanged":
      return undefined;
  }
}

/** Calls about reviews and code: the review or the code itself is told. */
const toldOtherwise = new Set(["openDiff", "close_tab", "closeAllDiffTabs", "executeCode"]);

export function reviewLine(review: PendingReview, folder: string, { bold, green, red, dim }: Style): string {
  const what = review.isNewFile ? "create" : "change";
  const about = review.isRough ? "~" : "";
  const size = `${green(`${about}+${review.added}`)} ${red(`${about}−${review.removed}`)}`;
  const { group } = review;
  const files = group && group.size > 1 ? `, ${group.size} files` : "";
  const part = group ? dim(` (${printable(group.title)}${files})`) : "";
  return `${printable(review.client.name)} wants to ${what} ${bold(shortPath(review.path, folder))} ${size} ${dim(`#${review.id}`)}${part}`;
}

function closedLine(event: Extract<ControlEvent, { type: "reviewClosed" }>, style: Style): string {
  const { id, outcome, by, message } = event;
  const { green, red, dim } = style;
  if (outcome === "withdrawn") return dim(`  #${id} is over: ${printable(outcomeWords(event, "the agent"))}`);
  const said = message === undefined ? "" : `: ${printable(message)}`;
  const words = printable(decisionWords(event));
  const shown = outcome === "accepted" ? green(`✓ ${words}`) : red(`✗ ${words}`);
  return `${shown} #${id} ${dim(`(${printable(by)})`)}${said}`;
}

function clientsLine(clients: readonly ClientInfo[], folder: string, { dim, green }: Style): string {
  if (clients.length === 0) return dim("no agent connected");
  return `${green("●")} ${clients.map((client) => clientName(client, folder)).join(", ")}`;
}

function clientName({ name, version, folders }: ClientInfo, folder: string): string {
  const where = folders.find((each) => each !== folder);
  return printable(`${name} ${version}${where === undefined ? "" : ` in ${shortPath(where, folder)}`}`);
}

/** The one thing that tells calls apart. */
function argumentOf(args: unknown, folder: string): string {
  const { uri, filePath, old_file_path, path: plain } = (args ?? {}) as Record<string, unknown>;
  const path = uri ?? filePath ?? old_file_path ?? plain;
  if (typeof path !== "string") return "";
  return ` ${shortPath(path.replace(/^file:\/\//, ""), folder)}`;
}
