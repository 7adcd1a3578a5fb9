import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import type { Call, Decision, Proposal } from "@idebridge/sdk";
import {
  commands,
  type Disposable,
  EventEmitter,
  type Tab,
  TabInputTextDiff,
  TextDocumentSaveReason,
  type Uri,
  window,
  workspace,
} from "vscode";
import { plainText } from "../plainText.ts";
import { hunkLenses } from "./hunkLenses.ts";
import { ProposalFiles } from "./proposalFiles.ts";
import { reviewTitle } from "./reviewTitle.ts";
import { isReviewUri, originalScheme, proposalScheme } from "./reviewUris.ts";
import { ShownReview } from "./shownReview.ts";

const rejected: Decision = { outcome: "rejected" };

/** Shows proposals in VS Code's diff editor, and waits until the user has decided. */
export class Reviews implements Disposable {
  readonly #files = new ProposalFiles();
  /** By the uri of the right side. */
  readonly #pending = new Map<string, ShownReview>();
  readonly #changed = new EventEmitter<void>();
  readonly #disposables: Disposable[] = [];
  readonly #takesFocus: () => boolean;
  #nextId = 1;
  /** A review was opened, changed or ended. */
  readonly onDidChange = this.#changed.event;

  constructor({ takesFocus }: { takesFocus: () => boolean }) {
    this.#takesFocus = takesFocus;
    this.#disposables.push(
      workspace.registerFileSystemProvider(proposalScheme, this.#files, { isCaseSensitive: true }),
      workspace.registerTextDocumentContentProvider(originalScheme, {
        provideTextDocumentContent: ({ authority, path }) =>
          this.list().find(
            ({ originalUri }) => originalUri.authority === authority && originalUri.path === path,
          )?.original ?? "",
      }),
      workspace.onWillSaveTextDocument(({ document, reason }) => {
        // Not what is saved by itself after a while: nobody has accepted that.
        if (reason === TextDocumentSaveReason.Manual) void this.accept(this.at(document.uri));
      }),
      // Not when it is decided: VS Code may still be saving what has just been accepted.
      workspace.onDidCloseTextDocument(({ uri }) => {
        if (uri.scheme === proposalScheme && !this.at(uri)) this.#files.remove(uri);
      }),
      window.tabGroups.onDidChangeTabs(({ closed }) => {
        for (const tab of closed) this.#tabClosed(tab);
      }),
      window.tabGroups.onDidChangeTabs(() => this.#tellContext()),
      window.tabGroups.onDidChangeTabGroups(() => this.#tellContext()),
      hunkLenses(this),
    );
    void closeTabs();
  }

  list(): readonly ShownReview[] {
    return [...this.#pending.values()];
  }

  /** The review whose right side this is. */
  at(uri: Uri): ShownReview | undefined {
    return this.#pending.get(uri.toString());
  }

  /** The review that the user looks at. */
  active(): ShownReview | undefined {
    const { input } = window.tabGroups.activeTabGroup.activeTab ?? {};
    return input instanceof TabInputTextDiff ? this.at(input.modified) : undefined;
  }

  /** The one after that which the user looks at, in the order in which they came. */
  next(): ShownReview | undefined {
    const all = this.list();
    const active = this.active();
    return all[active ? (all.indexOf(active) + 1) % all.length : 0];
  }

  async review(proposal: Proposal, { signal, client }: Call): Promise<Decision> {
    const original = await currentText(proposal.oldPath);
    if (signal.aborted) return rejected;
    const review = new ShownReview(this.#nextId++, proposal, client, original);
    const withdraw = () => review.end(rejected);
    signal.addEventListener("abort", withdraw, { once: true });
    this.#files.add(review.proposalUri, proposal.contents);
    this.#pending.set(review.proposalUri.toString(), review);
    this.#tell();
    // Not awaited: VS Code never says that an editor is there when it was closed before it was shown.
    this.show(review, !this.#takesFocus()).catch((error: unknown) => review.fail(error));
    try {
      return await review.decided;
    } finally {
      signal.removeEventListener("abort", withdraw);
      this.#pending.delete(review.proposalUri.toString());
      this.#tell();
      // The agent need not wait for it.
      void this.#close(review);
    }
  }

  async show(review: ShownReview, preserveFocus = false): Promise<void> {
    const { originalUri, proposalUri, proposal } = review;
    review.opened(await workspace.openTextDocument(proposalUri));
    if (review.isOver) return;
    const folders = workspace.workspaceFolders?.map(({ uri }) => uri.fsPath) ?? [];
    const title = reviewTitle(proposal.title, proposal.path, folders);
    await commands.executeCommand("vscode.diff", originalUri, proposalUri, title, {
      preview: false,
      preserveFocus,
    });
    if (review.isOver) await closeTabs(proposalUri);
  }

  async accept(review: ShownReview | undefined): Promise<void> {
    if (review === undefined) return;
    const { oldPath } = review.proposal;
    try {
      await review.accept((await currentText(oldPath)) ?? "", async () => {
        const overwrite = "Accept All the Same";
        const name = plainText(basename(oldPath));
        const said = `${name} has changed in the meantime, where this proposal changes it.`;
        return (await window.showWarningMessage(said, overwrite)) === overwrite;
      });
    } catch (error) {
      review.fail(error);
    }
  }

  /** A part was accepted or rejected. */
  changed(): void {
    this.#changed.fire();
  }

  dispose(): void {
    for (const review of this.list()) review.end(rejected);
    for (const disposable of this.#disposables) disposable.dispose();
    this.#changed.dispose();
  }

  async #close({ proposalUri }: ShownReview): Promise<void> {
    const document = workspace.textDocuments.find(({ uri }) => uri.toString() === proposalUri.toString());
    // Saved into memory, or VS Code would ask whether to save what is over. Not only when `isDirty`: that comes late.
    await document?.save().then(undefined, () => false);
    await closeTabs(proposalUri);
  }

  #tabClosed(tab: Tab): void {
    if (!(tab.input instanceof TabInputTextDiff)) return;
    const { modified } = tab.input;
    // It may have been moved to another group, which closes it here.
    if (reviewTabs().some(({ uri }) => uri.toString() === modified.toString())) return;
    this.at(modified)?.reject();
  }

  #tell(): void {
    this.#changed.fire();
    this.#tellContext();
  }

  #tellContext(): void {
    void commands.executeCommand("setContext", "idebridge.reviewIsActive", this.active() !== undefined);
    void commands.executeCommand("setContext", "idebridge.hasReviews", this.#pending.size > 0);
  }
}

function reviewTabs(): readonly { readonly tab: Tab; readonly uri: Uri }[] {
  return window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .flatMap((tab) =>
      tab.input instanceof TabInputTextDiff && isReviewUri(tab.input.modified)
        ? [{ tab, uri: tab.input.modified }]
        : [],
    );
}

/** The tabs of one review, or, after a reload, of all: nobody waits for their answers any more. */
async function closeTabs(review?: Uri): Promise<void> {
  const tabs = reviewTabs().filter(({ uri }) => !review || uri.toString() === review.toString());
  try {
    await window.tabGroups.close(
      tabs.map(({ tab }) => tab),
      true,
    );
  } catch {
    // The user was faster.
  }
}

/** As it is in an editor, unsaved changes included, else on disk; `undefined` when there is no such file. */
async function currentText(path: string): Promise<string | undefined> {
  const open = workspace.textDocuments.find(({ uri }) => uri.scheme === "file" && uri.fsPath === path);
  if (open?.isDirty) return open.getText();
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
