import type { SharingOptions } from "@idebridge/sdk";
import { Sharing } from "@idebridge/sdk/core";
import { currentPlatform, realPath } from "@idebridge/sdk/node";

/** What agents must not know of, in these folders. */
export function sharingRules(folders: readonly string[], sharing: SharingOptions = {}): Sharing {
  return new Sharing(sharing, {
    platform: currentPlatform(),
    folders: () => folders,
    realPath: (path) => realPath(path),
  });
}
