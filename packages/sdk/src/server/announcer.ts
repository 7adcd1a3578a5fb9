import type { Dialect } from "../dialects/dialect.ts";
import type { Editor, FileDiagnostics, Selection } from "../editor/editor.ts";
import { messageOf } from "../protocol/errors.ts";
import type { Logger } from "../protocol/logger.ts";
import type { WirePaths } from "../tools/wirePaths.ts";
import type { Host } from "./host.ts";
import type { Session } from "./session.ts";
import { sharedDiagnostics } from "./sharedEditor.ts";
import type { Sharing } from "./sharing.ts";
import { Throttle } from "./throttle.ts";

/** What nobody was ever told. */
const unsure = "";

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
  /** What each client was last told, as JSON. One that has heard nothing knows of no selection. */
  readonly #told = new WeakMap<Session, string>();

  constructor(options: AnnouncerOptions) {
    this.#options = options;
    const { host, milliseconds } = options;
    this.#selections = new Throttle(host.clock, milliseconds, (selection) =>
      this.#guard(() => this.#tellSelection(selection)),
    );
    this.#diagnostics = new Throttle(host.clock, milliseconds, () =>
      this.#guard(() => this.#tellDiagnostics()),
    );
  }

  /** The last selection made anywhere. */
  get latestSelection(): Selection | undefined {
    return this.#latest;
  }

  selectionChanged(selection: Selection | undefined): void {
    // An output panel or a side of a diff is no file: the user's selection is still the one before.
    if (selection !== undefined && !this.#options.sharing.isFile(selection.path)) return;
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
    const { editor, logger } = this.#options;
    // What it was told before it listened it may know or not: it is told again, or that nothing is selected any more.
    if (this.#told.has(session)) this.#told.set(session, unsure);
    try {
      const call = { client: session.client, signal: new AbortController().signal };
      const asked = this.#current ? undefined : await editor.activeSelection?.(call);
      if (!session.isReady) return;
      // While the editor was asked, it may have told something newer.
      this.#tellSelection(this.#current ? this.#current.selection : asked, [session]);
    } catch (error) {
      logger.warn?.("could not tell the selection to a new client", { error: messageOf(error) });
    }
  }

  stop(): void {
    this.#selections.stop();
    this.#diagnostics.stop();
  }

  #tellSelection(selection: Selection | undefined, sessions = this.#options.sessions()): void {
    const { sharing, dialect, paths } = this.#options;
    const shared = sharing.selection(selection);
    const content = JSON.stringify(shared ?? null);
    const notifications = dialect.notifications.selection(shared, paths);
    for (const session of sessions) {
      if (content === (this.#told.get(session) ?? "null")) continue;
      this.#told.set(session, content);
      session.outbox.send("selection", notifications);
    }
  }

  #tellDiagnostics(): void {
    const changed = [...this.#changedFiles.values()];
    this.#changedFiles.clear();
    if (this.#options.sharing.paused) return;
    // Each by itself: an editor may name a pane that is no file.
    for (const each of changed) this.#guard(() => this.#tellFile(each));
  }

  #tellFile(changed: FileDiagnostics): void {
    const { sharing, dialect, paths } = this.#options;
    for (const file of sharedDiagnostics([changed], sharing)) {
      const notification = dialect.notifications.diagnostics(file, paths);
      if (notification === undefined) continue;
      for (const session of this.#options.sessions()) {
        session.outbox.send(`diagnostics ${file.path}`, [notification]);
      }
    }
  }

  /** For what runs in a timer: there a mistake of the editor would end the whole process. */
  #guard(tell: () => void): void {
    try {
      tell();
    } catch (error) {
      this.#options.logger.warn?.("could not tell what has changed", { error: messageOf(error) });
    }
  }
}
