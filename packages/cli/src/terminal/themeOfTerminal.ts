import type { Context } from "../context.ts";
import { luminance } from "./contrast.ts";
import type { ThemeName } from "./palette.ts";

/** The middle as eyes see it: black and white text can be read equally well on it. */
const middle = 0.179;

export function themeOfBackground(rgb: string): ThemeName {
  return luminance(rgb) > middle ? "light" : "dark";
}

/** Some terminals (rxvt, Konsole) leave a hint: the colours of text and background as numbers of the sixteen. */
export function themeOfEnvironment(env: Context["env"]): ThemeName | undefined {
  const background = /;(\d+)$/.exec(env.COLORFGBG ?? "")?.[1];
  if (background === undefined) return undefined;
  return ["7", "9", "10", "11", "12", "13", "14", "15"].includes(background) ? "light" : "dark";
}
