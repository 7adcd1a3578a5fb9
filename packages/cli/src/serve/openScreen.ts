import type { Context } from "../context.ts";
import type { Screen, ScreenLine } from "../screen/screen.ts";
import type { Settings } from "../settings/settingsSchema.ts";

export interface ScreenPurpose {
  /** Ends as soon as nothing is left to decide. */
  readonly once: boolean;
  /** Leaving ends the idebridge, too. */
  readonly ownsIdebridge: boolean;
}

/** Whether questions are asked line by line: as the user wants it, or where a screen cannot be. */
export function isPlain(review: string | undefined, { env, isTTY }: Pick<Context, "env" | "isTTY">): boolean {
  return review === "plain" || !isTTY || env.TERM === "dumb";
}

/** The screen, as the settings want it. Loaded only here: what it takes must not slow down the start. */
export async function openScreen(
  line: ScreenLine,
  purpose: ScreenPurpose,
  { theme = "auto", notify = "bell", layout = "auto", keys = {} }: Settings,
  context: Context,
): Promise<Screen> {
  const [{ Screen }, { KeyBindings }] = await Promise.all([
    import("../screen/screen.ts"),
    import("../screen/keys/keyBindings.ts"),
  ]);
  return new Screen(line, { ...purpose, theme, notify, layout, keys: new KeyBindings(keys) }, context);
}
