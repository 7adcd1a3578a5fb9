import type { Clock } from "../protocol/clock.ts";
import type { Platform } from "../protocol/paths.ts";

/** What the server needs of the machine it runs on; `node/` provides it. */
export interface Host {
  readonly platform: Platform;
  readonly clock: Clock;
  /** The path with all links followed; `undefined` when it does not exist. */
  realPath(path: string): string | undefined;
  /** `undefined` when there is no file of that name; a link is none. */
  readText(path: string): Promise<string | undefined>;
}
