import type { FileChange } from "./controlProtocol.ts";

/** What the agent announces is its own; anything else may as well have been written by the user meanwhile. */
export function isUnannounced({ beforeFrom, state }: Pick<FileChange, "beforeFrom" | "state">): boolean {
  return beforeFrom !== "announced" && state !== "reverted";
}
