import { isInside } from "@idebridge/sdk/core";
import { currentPlatform, realOf } from "@idebridge/sdk/node";
import { plainText } from "../plainText.ts";

/**
 * What stands on the tab of a review. The agent names it; for a file that is not in the workspace, by where its links lead,
 * the path comes first.
 */
export function reviewTitle(title: string, path: string, folders: readonly string[]): string {
  const target = realOf(path);
  const isIn = folders.map(realOf).some((folder) => isInside(folder, target, currentPlatform()));
  return plainText(isIn ? title : `${target}: ${title}`);
}
