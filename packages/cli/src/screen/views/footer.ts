import { isNotRevertible } from "@idebridge/headless";
import type { Review } from "@idebridge/review";
import type { SpanStyle } from "../../terminal/row.ts";
import { cutToWidth, widthOf } from "../../terminal/textWidth.ts";
import { reviewOf } from "../diff/openDiff.ts";
import { sendLabel, tallyOf } from "../diff/tally.ts";
import { type ActiveRow, RowBuilder } from "../frame.ts";
import { keyLabel } from "../keys/keyBindings.ts";
import { type Action, actionOf, needsIdebridge } from "../keys/keyTable.ts";
import type { Choice, Notice, OpenDiff, Question, ScreenState } from "../screenState.ts";
import { shownCode } from "../updates/updateCode.ts";
import { selectedLine, siblings } from "../updates/updateList.ts";
import { filesOf } from "./changeLines.ts";
import { stoppedHint } from "./stopped.ts";

type Button = readonly [Action, string];

/** The last row: what can be done here, the most important first. Each can be clicked. */
export function footer(state: ScreenState): ActiveRow {
  const { keys } = state.options;
  const row = new RowBuilder();
  if (state.question?.kind === "choice" && state.question.missed !== undefined)
    return row.add(` ${missedWords(state.question.missed, state.question.choices)}`, { fg: "warning" }).end();
  const armedAt = state.diff ? state.diff.armedAt : shownCode(state) ? state.codeArmedAt : 0;
  const isArmed = state.now >= armedAt;
  for (const [action, label] of buttonsFor(state)) {
    if (state.connection === "lost" && needsIdebridge(action)) continue;
    const key = keyLabel(keys.keyOf(action));
    if (key === "" || row.width + widthOf(key) + widthOf(label) + 3 > state.size.columns) continue;
    const isOff = Boolean(actionOf(action).decides) && (!isArmed || state.diff?.isSending === true);
    const hit = { kind: "action", action } as const;
    row.add(row.width === 0 ? " " : "  ");
    row.add(key, isOff ? { fg: "muted", dim: true } : { fg: "accent", bold: true }, hit);
    row.add(` ${label}`, isOff ? { fg: "muted", dim: true } : {}, hit);
  }
  return row.end();
}

function missedWords(missed: string, choices: readonly Choice[]): string {
  const keys = choices.map(({ key }) => keyLabel(key));
  return `${keyLabel(missed)} is no answer: press ${keys.slice(0, -1).join(", ")} or ${keys.at(-1)}`;
}

const pageButtons: readonly Button[] = [
  ["inbox", "inbox"],
  ["changes", "changes"],
  ["log", "log"],
  ["status", "status"],
];

function buttonsFor(state: ScreenState): readonly Button[] {
  const { diff, page, helpTop, prompts } = state;
  if (helpTop !== undefined)
    return [
      ["back", "back"],
      ["down", "down"],
      ["up", "up"],
    ];
  if (diff) return diffButtons(state, diff);
  const common: readonly Button[] = [
    ["help", "help"],
    ["back", page === "inbox" ? "leave" : "back"],
    ["pauseSharing", state.status.paused ? "share again" : "pause sharing"],
  ];
  if (shownCode(state)) {
    return [
      ["runCode", "run it"],
      ["refuseCode", "do not run it"],
      ["changes", "changes"],
      ["log", "log"],
      ...common,
    ];
  }
  const look: readonly Button[] = state.reviews.length === 0 ? [] : [["open", "look at it"]];
  const pages = pageButtons.filter(([name]) => name !== page);
  if (page === "inbox") return [...look, ...pages, ...common];
  if (page !== "changes") return [...pages, ...common];
  const canTakeBack = !filesOf(selectedLine(state)).some(isNotRevertible);
  const own: readonly Button[] =
    prompts.length === 0
      ? []
      : [
          ["open", "look at it"],
          ["keep", "keep"],
          ...(canTakeBack ? ([["revert", "take back"]] as const) : []),
        ];
  return [...own, ...pages, ...common];
}

/** Where there is less room than this, what sends the decision comes first, and labels are short. */
const roomyFrom = 60;

function diffButtons(state: ScreenState, diff: OpenDiff): readonly Button[] {
  const review = reviewOf(diff);
  const isReview = diff.subject.kind === "review";
  const tally = review && tallyOf(review);
  const isRoomy = state.size.columns >= roomyFrom;
  const what = isRoomy ? " hunk" : "";
  const meetsChange = tally !== undefined && tally.conflicts > 0;
  const hunks: readonly Button[] =
    tally && (tally.total > 1 || meetsChange)
      ? [
          ["acceptHunk", (isReview ? "accept" : "keep") + what],
          ["rejectHunk", (isReview ? "reject" : "take back") + what],
        ]
      : [];
  const send = tally ? sendLabel(tally, diff.subject) : isReview ? "accept file" : "keep file";
  // What meets a change on disk has to be decided first: until then nothing is sent.
  const sending: readonly Button[] = meetsChange ? [] : [["acceptFile", send]];
  return [
    ...(isRoomy ? [...hunks, ...sending] : [...sending, ...hunks]),
    ...rejecting(diff),
    ["help", "help"],
    ...(review ? hunkButtons(diff, review) : []),
    ...(isReview ? ([["rejectWithMessage", "reject with message"]] as const) : []),
    ...(siblings(state, diff.subject.kind).length > 1 ? ([["nextFile", "next file"]] as const) : []),
    ["search", "search"],
    ["back", "back"],
  ];
}

function rejecting({ subject }: OpenDiff): readonly Button[] {
  if (subject.kind === "review") return [["rejectFile", "reject file"]];
  return isNotRevertible(subject.change) ? [] : [["rejectFile", "take back file"]];
}

function hunkButtons({ search, shown, subject }: OpenDiff, review: Review): readonly Button[] {
  const next: readonly Button[] =
    search === undefined
      ? [["nextHunk", "next hunk"]]
      : [
          ["nextMatch", "next match"],
          ["previousMatch", "previous match"],
          ["endSearch", "end search"],
        ];
  return [
    ...next,
    ...(review.canUndo ? ([["undo", "undo"]] as const) : []),
    ...(subject.kind === "review" ? ([["editResult", "edit"]] as const) : []),
    ["switchText", shown === "difference" ? "old/new/result" : `showing: ${shown}`],
  ];
}

const noticeStyles: Readonly<Record<Notice["kind"], SpanStyle>> = {
  told: { fg: "accent" },
  warning: { fg: "warning", bold: true },
  error: { fg: "error", bold: true },
  success: { fg: "success" },
};

/** The last but one: a question, or what has just happened. */
export function noticeLine(state: ScreenState): ActiveRow & { readonly cursor?: number } {
  const { question, notice, diff } = state;
  if (question?.kind === "text") return textQuestion(question, state.size.columns);
  const row = new RowBuilder();
  if (question) {
    row.add(` ${question.text} `, { fg: "warning", bold: true });
    for (const [index, { key, label }] of question.choices.entries()) {
      const hit = { kind: "choice", index } as const;
      row.add("  ").add(keyLabel(key), { fg: "accent", bold: true }, hit).add(` ${label}`, {}, hit);
    }
    return row.end();
  }
  if (diff?.isSending) return row.add(" Sending…", { fg: "muted" }).end();
  if (notice) return row.add(` ${notice.text}`, noticeStyles[notice.kind]).end();
  const hint = stoppedHint(state);
  if (hint !== undefined) return row.add(` ${hint}`, noticeStyles.warning).end();
  if (diff?.search !== undefined) return row.add(` /${diff.search}`, { fg: "muted" }).end();
  return row.add(diff?.remark === undefined ? "" : ` ${diff.remark}`, { fg: "warning" }).end();
}

function textQuestion(
  { about, text, cursor }: Extract<Question, { kind: "text" }>,
  columns: number,
): ActiveRow & { readonly cursor: number } {
  const label = about === "search" ? " /" : " Why? ";
  const room = Math.max(4, columns - widthOf(label) - 2);
  // The end of a long text, with the cursor in it.
  let from = 0;
  while (widthOf(text.slice(from, cursor)) > room) from += 1;
  const shown = cutToWidth(text.slice(from), room);
  const row = new RowBuilder().add(label, { fg: "accent", bold: true }).add(shown);
  const hint = about === "search" ? "" : "   Enter rejects, Esc goes back";
  if (row.width + widthOf(hint) < columns) row.add(hint, { fg: "muted" });
  return { ...row.end(), cursor: widthOf(label) + widthOf(text.slice(from, cursor)) };
}
