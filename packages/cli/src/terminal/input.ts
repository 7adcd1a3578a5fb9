/**
 * What the user does at the terminal.
 *
 * Names of keys: what was typed ("j", "J", "?", "é"), or "space", "enter", "esc", "tab", "backspace", "delete", "insert",
 * "up", "down", "left", "right", "home", "end", "pageUp", "pageDown", "f1" … "f24", "menu". Modifiers stand before it, always in
 * this order: "ctrl+alt+shift+up". A shifted character is that character: "J", "alt+J"; so "shift+" is for named keys.
 */
export type Input = KeyInput | MouseInput | PasteInput | FocusInput;

export interface KeyInput {
  readonly type: "key";
  readonly key: string;
}

/** Columns and rows count from 0. */
export interface MouseInput {
  readonly type: "mouse";
  readonly action:
    | "press"
    | "release"
    | "drag"
    | "move"
    | "wheelUp"
    | "wheelDown"
    | "wheelLeft"
    | "wheelRight";
  readonly button: "left" | "middle" | "right" | "none";
  readonly column: number;
  readonly row: number;
  readonly ctrl: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
}

/** Never a series of keys, so that nothing pasted is obeyed. Line breaks are "\n"; other control characters may be in it. */
export interface PasteInput {
  readonly type: "paste";
  readonly text: string;
}

export interface FocusInput {
  readonly type: "focus";
  readonly focused: boolean;
}
