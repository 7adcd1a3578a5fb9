import type { Unsubscribe } from "@idebridge/sdk";
import type { ControlEvent } from "./controlProtocol.ts";

/** One front end, as those who answer it see it. */
export interface ControlLine {
  /** Who it says it is, such as "terminal" or "browser". */
  readonly name: string;
  /** A page: it sees the workspace, and nothing else of the disk. */
  readonly isPage: boolean;
  tell(event: ControlEvent): void;
  /** Calls it once when the front end leaves. To be taken back when it is over before: a terminal stays for days. */
  whenClosed(act: () => void): Unsubscribe;
}
