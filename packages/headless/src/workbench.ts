import { IdeBridgeError } from "@idebridge/sdk";
import type { Transport } from "@idebridge/sdk/core";
import type { WorkbenchLink } from "./control/controlProtocol.ts";

/** The page of a running IDE. */
export interface Workbench {
  readonly port: number;
  /** There are browsers that were let in before: a page may come back by itself. */
  readonly knowsBrowsers: boolean;
  /** A new link, for one browser; with a file that opens it, which goes when the link does. */
  link(options?: { readonly file?: boolean }): WorkbenchLink;
  close(): Promise<void>;
}

export interface WorkbenchPlace {
  /** What it must remember, where only the user may look. */
  readonly memory: WorkbenchMemory;
  /** A page is let in: it speaks the control channel. */
  attach(transport: Transport): void;
}

export interface WorkbenchMemory {
  /** What the last one left; `undefined` when there was none. */
  read(): RememberedWorkbench | undefined;
  write(remembered: RememberedWorkbench): void;
}

/** What pages that are open need to find the next workbench, and to be let in there. */
export interface RememberedWorkbench {
  readonly port: number;
  readonly sessions: readonly BrowserSession[];
}

/** A browser that was let in. What it holds is known by hashes only. */
export interface BrowserSession {
  readonly cookie: string;
  /** Of the key that its pages hold; not there until the first of them has connected. */
  readonly key?: string;
  readonly until: number;
}

/** Starts the workbench. Given to the IDE from outside: it is loaded when somebody wants it. */
export type StartWorkbench = (place: WorkbenchPlace) => Promise<Workbench>;

/** A workbench that starts when it is first wanted, or at once when pages of last time may still be open. */
export class LazyWorkbench {
  readonly #start: StartWorkbench | undefined;
  readonly #place: WorkbenchPlace;
  #started: Promise<Workbench> | undefined;
  #isClosed = false;

  constructor(start: StartWorkbench | undefined, place: WorkbenchPlace) {
    this.#start = start;
    this.#place = place;
  }

  open(): Promise<Workbench> {
    if (this.#start === undefined) {
      throw new IdeBridgeError("UNSUPPORTED", "This IDE has no workbench");
    }
    if (this.#isClosed) throw new IdeBridgeError("CONNECTION_CLOSED", "idebridge is closing down");
    this.#started ??= this.#start(this.#place);
    this.#started.catch(() => {
      // The next one may have more luck.
      this.#started = undefined;
    });
    return this.#started;
  }

  /** For pages that wait for us to come back. */
  async reopen(): Promise<void> {
    if (this.#start === undefined || this.#isClosed) return;
    const { sessions = [] } = this.#place.memory.read() ?? {};
    if (sessions.some(({ until }) => Date.now() < until)) await this.open();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const workbench = await this.#started?.catch(() => undefined);
    await workbench?.close();
  }
}
