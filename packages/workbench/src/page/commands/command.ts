/** Something that the user can do, by key, in the palette or in the help. */
export interface Command {
  readonly title: string;
  /** Such as `a`, `A`, `Mod+S` or `Alt+K`; the first one is shown. None: in the palette only. */
  readonly keys: readonly string[];
  readonly group: "Everywhere" | "Reviews" | "Changes" | "Editor";
  /** Decides something: it is not to be done by keys that were meant for what was on the screen before. */
  readonly decides?: boolean;
  /** Whether it can be done now. */
  readonly isThere: () => boolean;
  readonly run: () => void;
}

const isMac = navigator.platform.startsWith("Mac");

/** Keys as people know them. */
export function keyLabel(keys: string): string {
  const label = keys.replace("Mod", isMac ? "⌘" : "Ctrl").replace("Alt", isMac ? "⌥" : "Alt");
  return label
    .replace("ArrowDown", "↓")
    .replace("ArrowUp", "↑")
    .replace(/^([A-Z])$/, "Shift+$1");
}

/** The keys of an event in the same form. */
export function keysOf({ key, ctrlKey, metaKey, altKey, shiftKey, code }: KeyboardEvent): string {
  const parts: string[] = [];
  const isMod = isMac ? metaKey : ctrlKey;
  if (isMod) parts.push("Mod");
  if (altKey) parts.push("Alt");
  if (shiftKey && (isMod || altKey)) parts.push("Shift");
  // With Alt some keyboards give other characters: the place of the key counts.
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  if ((isMod || altKey) && letter) parts.push(letter);
  else parts.push(key);
  return parts.join("+");
}
