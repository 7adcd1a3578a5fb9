import { Sharing, type SharingOptions } from "@idebridge/sdk/core";
import { currentPlatform, realPath } from "@idebridge/sdk/node";

/** What the user keeps back from agents, in these folders. */
export function sharingRules(folders: readonly string[], sharing: SharingOptions = {}): Sharing {
  return new Sharing(sharing, {
    platform: currentPlatform(),
    folders: () => folders,
    realPath: (path) => realPath(path),
  });
}
