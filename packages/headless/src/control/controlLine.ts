import type { ControlEvent } from "./controlProtocol.ts";

/** One front end, as those who answer it see it. */
export interface ControlLine {
  /** Who it says it is, such as "terminal" or "browser". */
  readonly name: string;
  /** A page: it sees the workspace, and nothing else of the disk. */
  readonly isPage: boolean;
  tell(event: ControlEvent): void;
  /** Called once when the front end leaves. */
  whenClosed(act: () => void): void;
}
