import { Sharing, type SharingOptions } from "@idebridge/sdk/core";
import { currentPlatform, realPath } from "@idebridge/sdk/node";

/** What the user keeps back, in these folders. */
export function sharingRules(sharing: SharingOptions = {}, folders: readonly string[]): Sharing {
  return new Sharing(sharing, {
    platform: currentPlatform(),
    folders: () => folders,
    realPath: (path) => realPath(path),
  });
}
