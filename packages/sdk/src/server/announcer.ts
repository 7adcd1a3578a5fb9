import type { Dialect, WireNotification } from "../dialects/dialect.ts";
import type { Editor, FileDiagnostics, Selection } from "../editor/editor.ts";
import { messageOf } from "../protocol/errors.ts";
import type { Logger } from "../protocol/logger.ts";
import { toNativePath } from "../protocol/paths.ts";
import type { WirePaths } from "../tools/wirePaths.ts";
import type { Host } from "./host.ts";
import type { Session } from "./session.ts";
import { sharedDiagnostics } from "./sharedEditor.ts";
import type { Sharing } from "./sharing.ts";
import { Throttle } from "./throttle.ts";

export interface AnnouncerOptions {
  readonly editor: Editor;
  readonly sharing: Sharing;
  readonly dialect: Dialect;
  readonly paths: WirePaths;
  readonly host: Host;
  readonly logger: Logger;
  readonly milliseconds: number;
  /** Those that have introduced themselves. */
  readonly sessions: () => Iterable<Session>;
}

/** Tells all clients where the user is and which problems there are, as far as the user shares it. */
export class Announcer {
  readonly #options: AnnouncerOptions;
  readonly #selections: Throttle<Selection | undefined>;
  readonly #diagnostics: Throttle<undefined>;
  readonly #changedFiles = new Map<string, FileDiagnostics>();
  #current: { readonly selection: Selection | undefined } | undefined;
  #latest: Selection | undefined;
  #lastTold = "";

  constructor(options: AnnouncerOptions) {
    this.#options = options;
    const { host, milliseconds } = options;
    this.#selections = new Throttle(host.clock, milliseconds, (selection) => this.#tellSelection(selection));
    this.#diagnostics = new Throttle(host.clock, milliseconds, () => this.#tellDiagnostics());
  }

  /** The last selection made anywhere. */
  get latestSelection(): Selection | undefined {
    return this.#latest;
  }

  selectionChanged(selection: Selection | undefined): void {
    this.#current = { selection };
    this.#latest = selection ?? this.#latest;
    this.#selections.push(selection);
  }

  diagnosticsChanged(files: readonly FileDiagnostics[]): void {
    for (const file of files) this.#changedFiles.set(file.path, file);
    this.#diagnostics.push(undefined);
  }

  /** What is shared has changed: tell the selection, or that there is none any more. */
  sharingChanged(): void {
    this.#selections.push(this.#current?.selection);
  }

  /** A client that has just come learns where the user is; one that has nothing to learn hears nothing. */
  async replay(session: Session): Promise<void> {
    const { editor, dialect, paths, logger } = this.#options;
    try {
      const call = { client: session.client, signal: new AbortController().signal };
      const selection = this.#current ? this.#current.selection : await editor.activeSelection?.(call);
      const shared = this.#shared(selection);
      if (shared === undefined || !session.isReady) return;
      session.outbox.send("selection", dialect.notifications.selection(shared, paths));
    } catch (error) {
      logger.warn?.("could not tell the selection to a new client", { error: messageOf(error) });
    }
  }

  stop(): void {
    this.#selections.stop();
    this.#diagnostics.stop();
  }

  #tellSelection(selection: Selection | undefined): void {
    const { dialect, paths } = this.#options;
    const shared = this.#shared(selection);
    const content = JSON.stringify(shared ?? null);
    if (content === this.#lastTold) return;
    this.#lastTold = content;
    this.#tell("selection", dialect.notifications.selection(shared, paths));
  }

  #tellDiagnostics(): void {
    const { sharing, dialect, paths } = this.#options;
    const files = sharing.paused ? [] : sharedDiagnostics([...this.#changedFiles.values()], sharing);
    this.#changedFiles.clear();
    for (const file of files) {
      const notification = dialect.notifications.diagnostics(file, paths);
      if (notification) this.#tell(`diagnostics ${file.path}`, [notification]);
    }
  }

  #tell(key: string, notifications: readonly WireNotification[]): void {
    for (const session of this.#options.sessions()) session.outbox.send(key, notifications);
  }

  /** Nothing for panes that are no files, such as output panels and the sides of a diff. */
  #shared(selection: Selection | undefined): Selection | undefined {
    if (selection === undefined) return undefined;
    try {
      toNativePath(selection.path, this.#options.host.platform);
    } catch {
      return undefined;
    }
    return this.#options.sharing.selection(selection);
  }
}
