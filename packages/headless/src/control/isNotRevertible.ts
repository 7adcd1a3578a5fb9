import type { FileChange } from "./controlProtocol.ts";

/** Such a one keeps its whole prompt from being taken back: front ends say why, and do not ask. */
export function isNotRevertible({
  state,
  notRevertible,
}: Pick<FileChange, "state" | "notRevertible">): boolean {
  return notRevertible !== undefined && state !== "reverted";
}
