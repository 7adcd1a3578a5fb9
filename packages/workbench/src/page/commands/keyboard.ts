import type { Command } from "./command.ts";
import { keysOf } from "./command.ts";

/** Runs commands by their keys. Plain letters are for text where text is being written. */
export function listenToKeys(commands: () => readonly Command[]): () => void {
  const pressed = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return;
    const keys = keysOf(event);
    const isPlain = !keys.includes("+") || keys === "+";
    if (isPlain && keys !== "Escape" && !/^F\d+$/.test(keys) && isWriting(event.target)) return;
    // Enter on a button presses that button.
    if (
      keys === "Enter" &&
      event.target instanceof Element &&
      event.target.closest("button, a, [role=option]")
    )
      return;
    const command = commands().find((each) => each.keys.includes(keys) && each.isThere());
    if (!command) return;
    event.preventDefault();
    if (command.decides && event.repeat) return;
    command.run();
  };
  addEventListener("keydown", pressed);
  return () => removeEventListener("keydown", pressed);
}

function isWriting(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    target.matches("input:not([type=checkbox]):not([type=radio]), textarea, select")
  );
}
