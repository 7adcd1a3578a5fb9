import { constants, openSync } from "node:fs";

/**
 * Opens the terminal behind a stream once more, so that neither reading nor writing waits: that is a property of the open
 * file, and this one is shared with nobody. Undefined where that does not work (Windows), and where it is no terminal.
 */
export function openTerminalFile(
  stream: NodeJS.ReadableStream | NodeJS.WritableStream,
  access: "read" | "write",
): number | undefined {
  const { fd, isTTY } = stream as { readonly fd?: number; readonly isTTY?: boolean };
  if (fd === undefined || !isTTY) return undefined;
  const direction = access === "read" ? constants.O_RDONLY : constants.O_WRONLY;
  const flags = direction | constants.O_NOCTTY | constants.O_NONBLOCK;
  // After `su` the terminal still belongs to somebody else, and only its short name may be opened.
  for (const path of [`/dev/fd/${fd}`, "/dev/tty"]) {
    try {
      return openSync(path, flags);
    } catch {}
  }
  return undefined;
}
