import type { Context } from "../context.ts";

/** How many colours a terminal has; 0 for a user who wants none. */
export type ColourDepth = 0 | 16 | 256 | "true";

const forced: Readonly<Record<string, ColourDepth>> = { "0": 0, false: 0, "1": 16, "2": 256, "3": "true" };

/** `NO_COLOR` wins over all, then `FORCE_COLOR`, then what the terminal says of itself. */
export function colourDepthOf(env: Context["env"]): ColourDepth {
  if (env.NO_COLOR) return 0;
  const wanted = env.FORCE_COLOR === undefined ? undefined : forced[env.FORCE_COLOR];
  if (wanted !== undefined) return wanted;
  const term = env.TERM ?? "";
  if (term === "dumb") return 0;
  // GNU screen passes these variables on, but not the colours.
  if (/^screen/.test(term) && !env.TMUX) return /256/.test(term) ? 256 : 16;
  if (/^(truecolor|24bit)$/i.test(env.COLORTERM ?? "")) return "true";
  if (/-(direct|truecolor)$|^(xterm-)?(kitty|ghostty)|^(alacritty|wezterm|foot|contour)/.test(term))
    return "true";
  if (/^(iTerm\.app|vscode|WezTerm|ghostty|Hyper|Tabby|WarpTerminal|rio)$/.test(env.TERM_PROGRAM ?? ""))
    return "true";
  // Windows Terminal says it this way only, inside WSL as well.
  if (env.WT_SESSION) return "true";
  return /256/.test(term) || env.TERM_PROGRAM === "Apple_Terminal" ? 256 : 16;
}
