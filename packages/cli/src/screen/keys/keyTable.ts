/** Where a key counts: everywhere, in lists, in an open diff, or while something is searched in it. */
export type KeyPlace = "anywhere" | "list" | "diff" | "search";

export interface KeyAction {
  readonly place: KeyPlace;
  readonly keys: readonly string[];
  /** One line for the help and for the settings. */
  readonly does: string;
  /** It decides something: it does not count for a moment after a review has appeared. */
  readonly decides?: true;
}

/** Every action of the screen, in the order of the help. The settings, the help and the documentation come from here. */
export const keyTable = {
  down: { place: "anywhere", keys: ["j", "down"], does: "down a line" },
  up: { place: "anywhere", keys: ["k", "up"], does: "up a line" },
  pageDown: { place: "anywhere", keys: ["pageDown", "ctrl+f"], does: "down a page" },
  pageUp: { place: "anywhere", keys: ["pageUp", "ctrl+b"], does: "up a page" },
  halfPageDown: { place: "anywhere", keys: ["ctrl+d"], does: "down half a page" },
  halfPageUp: { place: "anywhere", keys: ["ctrl+u"], does: "up half a page" },
  first: { place: "anywhere", keys: ["g", "home"], does: "to the first line" },
  last: { place: "anywhere", keys: ["G", "end"], does: "to the last line" },
  open: { place: "anywhere", keys: ["enter"], does: "open what the cursor is on; unfold" },
  back: { place: "anywhere", keys: ["q", "esc"], does: "back; in a list, leave" },
  inbox: { place: "anywhere", keys: ["1"], does: "the inbox: changes that wait for your decision" },
  changes: { place: "anywhere", keys: ["2"], does: "changes: what agents wrote without asking" },
  log: { place: "anywhere", keys: ["3"], does: "the log: what has happened" },
  status: {
    place: "anywhere",
    keys: ["4"],
    does: "the status: agents, what they are told, language servers",
  },
  nextPage: { place: "anywhere", keys: ["tab"], does: "the next of these four" },
  pauseSharing: { place: "anywhere", keys: ["S"], does: "pause sharing with agents, or go on" },
  browser: { place: "anywhere", keys: ["b"], does: "open the workbench in the browser" },
  help: { place: "anywhere", keys: ["?", "f1"], does: "show or hide this help" },
  redraw: { place: "anywhere", keys: ["ctrl+l"], does: "paint the screen anew" },
  quit: {
    place: "anywhere",
    keys: ["ctrl+c"],
    does: "leave; asks while questions are open, pressed again it leaves",
  },

  keep: { place: "list", keys: ["A"], does: "changes: keep a file, or all of a prompt", decides: true },
  revert: {
    place: "list",
    keys: ["X"],
    does: "changes: take back a file, or all of a prompt",
    decides: true,
  },

  runCode: { place: "list", keys: ["y"], does: "code: run it", decides: true },
  refuseCode: { place: "list", keys: ["n"], does: "code: do not run it", decides: true },

  nextHunk: { place: "diff", keys: ["n", "]"], does: "next hunk" },
  previousHunk: { place: "diff", keys: ["p", "["], does: "previous hunk" },
  toggleHunk: {
    place: "diff",
    keys: ["space"],
    does: "accept the hunk, reject it, undecided again",
    decides: true,
  },
  acceptHunk: { place: "diff", keys: ["a"], does: "accept the hunk, go to the next", decides: true },
  rejectHunk: { place: "diff", keys: ["x"], does: "reject the hunk, go to the next", decides: true },
  undo: { place: "diff", keys: ["u"], does: "undo the last decision or edit" },
  acceptFile: {
    place: "diff",
    keys: ["A"],
    does: "send: accept the file, without the rejected hunks",
    decides: true,
  },
  rejectFile: { place: "diff", keys: ["X"], does: "send: reject the whole file", decides: true },
  rejectWithMessage: {
    place: "diff",
    keys: ["R"],
    does: "reject the whole file, with a message for the log",
    decides: true,
  },
  editResult: { place: "diff", keys: ["e"], does: "edit the result in $VISUAL or $EDITOR" },
  nextFile: { place: "diff", keys: ["}"], does: "next file" },
  previousFile: { place: "diff", keys: ["{"], does: "previous file" },
  switchText: { place: "diff", keys: ["v"], does: "look at: difference, old, new, result" },
  switchLayout: { place: "diff", keys: ["t"], does: "side by side, or one below the other" },
  wrap: { place: "diff", keys: ["w"], does: "wrap long lines, or not" },
  unfoldAll: { place: "diff", keys: ["f"], does: "show all unchanged lines, or fold them" },
  left: { place: "diff", keys: ["h", "left"], does: "scroll to the left" },
  right: { place: "diff", keys: ["l", "right"], does: "scroll to the right" },
  lineStart: { place: "diff", keys: ["0"], does: "to the start of the lines" },
  lineEnd: { place: "diff", keys: ["$"], does: "to the end of the line" },
  search: { place: "diff", keys: ["/"], does: "search" },
  nextMatch: { place: "search", keys: ["n"], does: "next match" },
  previousMatch: { place: "search", keys: ["N"], does: "previous match" },
  endSearch: { place: "search", keys: ["esc"], does: "end the search" },
} as const satisfies Readonly<Record<string, KeyAction>>;

export type Action = keyof typeof keyTable;

export const actions = Object.keys(keyTable) as readonly Action[];

export function actionOf(name: Action): KeyAction {
  return keyTable[name];
}

/** Of no use while the idebridge is gone. */
export function needsIdebridge(name: Action): boolean {
  return Boolean(actionOf(name).decides) || name === "pauseSharing" || name === "browser";
}
