import { type FileChange, isNotRevertible } from "@idebridge/headless";
import { shortPath } from "../../serve/shortPath.ts";
import type { ScreenState } from "../screenState.ts";
import { folderOf, notice } from "../step.ts";

/** Says which of these files cannot be taken back, and why: then none of them is. */
export function notTakenBack(state: ScreenState, files: readonly FileChange[]): ScreenState {
  const fixed = files.filter(isNotRevertible);
  const [first] = fixed;
  const text =
    fixed.length === 1
      ? `${shortPath(first!.path, folderOf(state))} cannot be taken back. ${first!.notRevertible}`
      : `${fixed.length} files cannot be taken back.`;
  const rest = fixed.length < files.length ? " Take back the others one by one" : "";
  return notice(state, text + rest, "warning");
}
