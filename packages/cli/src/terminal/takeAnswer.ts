import { closeSync, readSync } from "node:fs";
import { openTerminalFile } from "./openTerminalFile.ts";
import { pause } from "./pause.ts";

/** Longer than any terminal nearby takes; over a slower line it is better to end. */
const patience = { tries: 20, milliseconds: 5 };

/**
 * Waits a moment for the end of the answer that the terminal still owes us. Whoever reads from it next, a shell for
 * example, would take it for something typed.
 */
export function takeAnswer(input: NodeJS.ReadableStream): void {
  const file = openTerminalFile(input, "read");
  if (file === undefined) return;
  const bytes = Buffer.alloc(1024);
  let answer = "";
  for (let tries = 0; tries < patience.tries && !/\[\?[\d;]*c/.test(answer); tries += 1) {
    try {
      answer += bytes.toString("latin1", 0, readSync(file, bytes));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") break;
      pause(patience.milliseconds);
    }
  }
  closeSync(file);
}
