import type { Context } from "../context.ts";
import { printable } from "../printable.ts";

interface ScreenOptions {
  readonly mouse?: boolean;
  readonly title?: string;
}

const saveTitle = "\u001b[22;0t";
const restoreTitle = "\u001b[23;0t";
const alternateScreen = { on: "\u001b[?1049h", off: "\u001b[?1049l" };
const cursor = { on: "\u001b[?25h", off: "\u001b[?25l" };
/** Without it, a character that is wider than we think cannot break the lines. */
const wrapping = { on: "\u001b[?7h", off: "\u001b[?7l" };
/** Presses, the wheel, and moves while a button is held, with coordinates of any size. */
const mouse = { on: "\u001b[?1002h\u001b[?1006h", off: "\u001b[?1006l\u001b[?1002l" };
const focus = { on: "\u001b[?1004h", off: "\u001b[?1004l" };
const paste = { on: "\u001b[?2004h", off: "\u001b[?2004l" };
const endOfFrame = "\u001b[?2026l";
/** What an interrupted frame may have left behind. */
const plain = "\u001b[0m";

/** `isAgain`: the title that is to be restored was saved before. */
export function enterScreen(options: ScreenOptions, isAgain = false): string {
  const title = options.title === undefined ? "" : (isAgain ? "" : saveTitle) + titleSequence(options.title);
  const modes = wrapping.off + cursor.off + paste.on + focus.on + (options.mouse ? mouse.on : "");
  return alternateScreen.on + modes + title;
}

export function leaveScreen(options: ScreenOptions): string {
  const title = options.title === undefined ? "" : restoreTitle;
  const modes = (options.mouse ? mouse.off : "") + focus.off + paste.off + wrapping.on;
  return endOfFrame + plain + modes + title + alternateScreen.off + cursor.on;
}

/** Is the background light? And then something that every terminal answers, so that nobody waits for the first. */
export const questions = "\u001b]11;?\u001b\\\u001b[c";

export function titleSequence(title: string): string {
  return `\u001b]2;${printable(title)}\u0007`;
}

/** There are two ways, and terminals that know both would show it twice. Those that know neither ignore it. */
export function notification(title: string, text: string, env: Context["env"]): string {
  const [safeTitle, safeText] = [title, text].map((part) => printable(part).replaceAll(";", ","));
  const knowsOnlyOther = env.VTE_VERSION || /^(rxvt|foot)/.test(env.TERM ?? "");
  const sequence = knowsOnlyOther
    ? `\u001b]777;notify;${safeTitle};${safeText}\u0007`
    : `\u001b]9;${safeTitle}: ${safeText}\u0007`;
  return env.TMUX ? throughTmux(sequence) : sequence;
}

/** tmux passes on what is wrapped like this, if its user allows it, and drops it otherwise. */
function throughTmux(sequence: string): string {
  return `\u001bPtmux;${sequence.replaceAll("\u001b", "\u001b\u001b")}\u001b\\`;
}
