import { basename } from "node:path";
import type { KernelInfo, LanguageServerInfo, PendingReview, Status } from "@idebridge/headless";
import { selectionPlace } from "../../serve/statusSections.ts";
import { whoIsThere } from "../../serve/whoIsThere.ts";
import type { Span, SpanStyle } from "../../terminal/row.ts";
import { widthOfRow } from "../../terminal/textWidth.ts";
import { type ActiveRow, RowBuilder } from "../frame.ts";
import type { Page, ScreenState } from "../screenState.ts";
import { isOpen } from "./changeLines.ts";

const bar: SpanStyle = { fg: "barText", bg: "bar" };

/** The first row: the pages, and how things are. What finds no room is left out, the least important first. */
export function statusBar(state: ScreenState): ActiveRow {
  const { columns } = state.size;
  const row = new RowBuilder();
  const isWide = columns >= 72;
  if (isWide) row.add(" idebridge ", { ...bar, bold: true });
  for (const [page, name, count] of pagesOf(state)) {
    const isHere = state.page === page;
    const style: SpanStyle = isHere ? { ...bar, bold: true, inverse: true } : bar;
    const after = isHere || isWide ? " " : "";
    row.add(` ${name}${count > 0 ? ` ${count}` : ""}${after}`, style, { kind: "page", page });
  }
  const parts = statusParts(state);
  while (parts.length > 0 && row.width + widthOf(parts) + 1 > columns) parts.pop();
  row.add(" ".repeat(Math.max(0, columns - row.width - widthOf(parts))), bar);
  for (const part of parts) row.addSpans([...part, { text: "  ", style: bar }]);
  return row.end(bar);
}

function pagesOf({ reviews, code, prompts }: ScreenState): readonly (readonly [Page, string, number])[] {
  const unseen = prompts.flatMap(({ files }) => files).filter(isOpen).length;
  return [
    ["inbox", "Inbox", reviews.length + code.length],
    ["changes", "Changes", unseen],
    ["log", "Log", 0],
    ["status", "Status", 0],
  ];
}

type Part = readonly Span[];

/** The most important first. */
function statusParts({ status, connection, reviews }: ScreenState): Part[] {
  if (connection === "lost") return [[{ text: "✗ idebridge has stopped", style: { ...bar, bold: true } }]];
  return [
    ...(status.paused
      ? [sharingPart(status), clientsPart(status, reviews)]
      : [clientsPart(status, reviews), sharingPart(status)]),
    problemsPart(status),
    ...status.kernels.filter(({ state }) => state === "busy").map(kernelPart),
    ...status.languageServers.filter(isWorthTelling).map(serverPart),
  ].filter((part) => part.length > 0);
}

function clientsPart({ clients }: Status, reviews: readonly PendingReview[]): Part {
  const agents = whoIsThere(clients, reviews);
  if (agents.length === 0) return [{ text: "○ no agent", style: bar }];
  const text =
    agents.length === 1 ? `${agents[0]!.name} ${agents[0]!.version}`.trim() : `${agents.length} agents`;
  return [
    { text: "● ", style: { ...bar, bold: true } },
    { text, style: bar },
  ];
}

/** What agents are told right now. */
function sharingPart({ paused, selection, folders }: Status): Part {
  if (paused) return [{ text: "‖ sharing paused", style: { ...bar, bold: true } }];
  if (selection === undefined) return [];
  return [{ text: `⧉ ${selectionPlace(selection, folders[0] ?? "/")}`, style: bar }];
}

function problemsPart({ problems: { errors, warnings } }: Status): Part {
  const parts = [errors > 0 ? `✘ ${errors}` : "", warnings > 0 ? `▲ ${warnings}` : ""].filter(
    (text) => text !== "",
  );
  return parts.length === 0 ? [] : [{ text: parts.join(" "), style: { ...bar, bold: errors > 0 } }];
}

/** Code that runs. */
function kernelPart({ notebook, folder }: KernelInfo): Part {
  return [{ text: `▶ ${basename(notebook ?? folder)}`, style: bar }];
}

function isWorthTelling({ state }: LanguageServerInfo): boolean {
  return state !== "idle" && state !== "missing";
}

function serverPart({ name, state }: LanguageServerInfo): Part {
  const shown = { starting: "…", restarting: "…", ready: "", failed: " failed", idle: "", missing: "" }[
    state
  ];
  return [{ text: `${name}${shown}`, style: bar }];
}

function widthOf(parts: readonly Part[]): number {
  return parts.reduce((sum, part) => sum + widthOfRow(part) + 2, 0);
}
