import type {
  Call,
  Capability,
  Client,
  CodeResult,
  Decision,
  Diagnostic,
  Editor,
  EditorEvent,
  FileDiagnostics,
  OpenDocument,
  OpenedFile,
  OpenFileRequest,
  Proposal,
  Range,
  Selection,
  SetSelectionRequest,
  Unsubscribe,
} from "../editor/editor.ts";
import { findText } from "../editor/findText.ts";
import { Listeners } from "../editor/listeners.ts";
import { textIn } from "../editor/textIn.ts";
import { baseName } from "../protocol/paths.ts";

export interface FakeEditorOptions {
  readonly name?: string;
  readonly folders?: readonly string[];
  /** The files there are, by path. */
  readonly files?: Readonly<Record<string, string>>;
}

/** A review on the fake editor's screen. Decide it as the user would. */
export interface FakeReview {
  readonly proposal: Proposal;
  readonly client: Client;
  accept(contents?: string): void;
  reject(): void;
  /** True once it is off the screen: decided, or taken back. */
  readonly isClosed: boolean;
}

interface FakeDocument {
  isDirty: boolean;
  isPreview: boolean;
}

const startOfFile: Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

/** A complete editor in memory: files, tabs, selection, reviews, problems, a kernel that echoes. */
export class FakeEditor implements Editor {
  readonly name: string;
  readonly version = "1.0.0";
  readonly files: Map<string, string>;
  /** What `diagnostics` answers; change it with `setDiagnostics`. */
  readonly problems = new Map<string, readonly Diagnostic[]>();
  readonly reviews: FakeReview[] = [];
  /** What cannot be done now. Change it with `setUnavailable`. */
  readonly unavailable = new Set<Capability>();
  /** Answers `executeCode`. */
  kernel: (code: string, call: Call) => CodeResult | Promise<CodeResult> = (code) => ({
    outputs: [{ type: "text", text: code }],
  });
  #folders: readonly string[];
  #active: Selection | undefined;
  readonly #documents = new Map<string, FakeDocument>();
  readonly #listeners = new Listeners<EditorEvent>();
  readonly #waiting: ((review: FakeReview) => void)[] = [];

  constructor(options: FakeEditorOptions = {}) {
    this.name = options.name ?? "Fake Editor";
    this.#folders = options.folders ?? ["/workspace"];
    this.files = new Map(Object.entries(options.files ?? {}));
  }

  /** The next review that appears, or one that has appeared and is still open. */
  nextReview(): Promise<FakeReview> {
    const open = this.reviews.find((review) => !review.isClosed);
    return open ? Promise.resolve(open) : new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Selects as the user would; opens the file if need be. */
  select(path: string, range: Range = startOfFile, text = ""): void {
    if (!this.#documents.has(path)) this.#open(path, false);
    this.#active = { path, range, text };
    this.emit({ type: "selection", selection: this.#active });
  }

  /** No text editor has the focus any more. */
  blur(): void {
    this.#active = undefined;
    this.emit({ type: "selection", selection: undefined });
  }

  /** Changes a document without saving it. */
  edit(path: string, text: string): void {
    this.files.set(path, text);
    this.#documents.set(path, { isDirty: true, isPreview: false });
    this.emit({ type: "documents" });
  }

  setDiagnostics(path: string, diagnostics: readonly Diagnostic[]): void {
    this.problems.set(path, diagnostics);
    this.emit({ type: "diagnostics", files: [{ path, diagnostics }] });
  }

  setFolders(folders: readonly string[]): void {
    this.#folders = folders;
    this.emit({ type: "workspaceFolders" });
  }

  setUnavailable(capability: Capability, isUnavailable: boolean): void {
    if (isUnavailable) this.unavailable.add(capability);
    else this.unavailable.delete(capability);
    this.emit({ type: "capabilities" });
  }

  emit(event: EditorEvent): void {
    this.#listeners.emit(event);
  }

  workspaceFolders(): readonly string[] {
    return this.#folders;
  }

  subscribe(listener: (event: EditorEvent) => void): Unsubscribe {
    return this.#listeners.add(listener);
  }

  can(capability: Capability): boolean {
    return !this.unavailable.has(capability);
  }

  openDocuments(): readonly OpenDocument[] {
    return [...this.#documents].map(([path, { isDirty }]) => ({
      path,
      languageId: languageOf(path),
      isActive: path === this.#active?.path,
      isDirty,
    }));
  }

  activeSelection(): Selection | undefined {
    return this.#active;
  }

  readText(path: string): string | undefined {
    return this.files.get(path);
  }

  openFile({ path, preview, frontmost, select }: OpenFileRequest): OpenedFile | "notFound" {
    const text = this.files.get(path);
    if (text === undefined) return "notFound";
    this.#open(path, preview);
    const range = (select && findText(text, select)) ?? startOfFile;
    if (frontmost) this.select(path, range, textIn(text, range));
    return { languageId: languageOf(path), lineCount: text.split("\n").length };
  }

  saveDocument(path: string): "saved" | "notOpen" {
    const document = this.#documents.get(path);
    if (document === undefined) return "notOpen";
    document.isDirty = false;
    this.emit({ type: "documents" });
    return "saved";
  }

  closeTab(label: string): "closed" | "notFound" {
    const path = [...this.#documents.keys()].find((each) => each === label || baseName(each) === label);
    if (path === undefined) return "notFound";
    this.#documents.delete(path);
    if (this.#active?.path === path) this.blur();
    this.emit({ type: "documents" });
    return "closed";
  }

  review(proposal: Proposal, call: Call): Promise<Decision> {
    if (call.signal.aborted) return Promise.resolve({ outcome: "rejected" });
    return new Promise((resolve) => {
      let isClosed = false;
      const decide = (decision: Decision) => {
        isClosed = true;
        resolve(decision);
      };
      const review: FakeReview = {
        proposal,
        client: call.client,
        accept: (contents = proposal.contents) => decide({ outcome: "accepted", contents }),
        reject: () => decide({ outcome: "rejected" }),
        get isClosed() {
          return isClosed;
        },
      };
      call.signal.addEventListener("abort", () => review.reject(), { once: true });
      this.reviews.push(review);
      this.#waiting.shift()?.(review);
    });
  }

  diagnostics(path: string | undefined): readonly FileDiagnostics[] {
    if (path !== undefined) return [{ path, diagnostics: this.problems.get(path) ?? [] }];
    return [...this.problems].map(([path, diagnostics]) => ({ path, diagnostics }));
  }

  format(path: string): "formatted" | "notFound" {
    const text = this.files.get(path);
    if (text === undefined) return "notFound";
    this.files.set(path, text.replace(/[ \t]+$/gm, ""));
    return "formatted";
  }

  setSelection({ path, range }: SetSelectionRequest): "selected" | "notOpen" {
    const target = path ?? this.#active?.path;
    if (target === undefined || !this.#documents.has(target)) return "notOpen";
    this.select(target, range, textIn(this.files.get(target) ?? "", range));
    return "selected";
  }

  executeCode(code: string, call: Call): CodeResult | Promise<CodeResult> {
    return this.kernel(code, call);
  }

  #open(path: string, isPreview: boolean): void {
    const document = this.#documents.get(path);
    if (document) document.isPreview &&= isPreview;
    else {
      for (const [other, { isPreview, isDirty }] of this.#documents) {
        if (isPreview && !isDirty) this.#documents.delete(other);
      }
      this.#documents.set(path, { isDirty: false, isPreview });
    }
    this.emit({ type: "documents" });
  }
}

const languages: ReadonlyMap<string, string> = new Map([
  ["ts", "typescript"],
  ["js", "javascript"],
  ["json", "json"],
  ["md", "markdown"],
  ["py", "python"],
]);

function languageOf(path: string): string {
  return languages.get(path.split(".").at(-1) ?? "") ?? "plaintext";
}
