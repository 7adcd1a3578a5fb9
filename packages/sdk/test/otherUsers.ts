import { chownSync } from "node:fs";
import { vi } from "vitest";

const nobody = 65_534;

/** Gives a file to another user; whoever is not root, and may not, becomes another user than the owner instead. */
export function giveAway(path: string): Disposable {
  if (process.getuid?.() === 0) {
    chownSync(path, nobody, nobody);
    return { [Symbol.dispose]() {} };
  }
  const spy = vi.spyOn(process, "getuid").mockReturnValue(nobody);
  return { [Symbol.dispose]: () => spy.mockRestore() };
}
