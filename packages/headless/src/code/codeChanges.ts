import { basename } from "node:path";
import type { Position, Range } from "@idebridge/sdk";
import { isObject } from "@idebridge/sdk/core";
import {
  type CodeAction,
  CodeActionRequest,
  CodeActionResolveRequest,
  type Command,
  DefinitionRequest,
  type Diagnostic,
  DocumentDiagnosticRequest,
  RenameRequest,
  type WorkspaceEdit,
} from "vscode-languageserver-protocol";
import type {
  CodeActionInfo,
  CodeLines,
  CodeRequests,
  ForAgent,
  RefactoringResult,
} from "../control/codeProtocol.ts";
import { DocumentError } from "../documents/documentError.ts";
import { toUri } from "../languages/fileUri.ts";
import { listOf } from "../languages/soundAnswer.ts";
import { isProblem } from "../languages/toDiagnostic.ts";
import { codeError } from "./codeError.ts";
import type { CodeWorkspace } from "./codeWorkspace.ts";
import { findPosition } from "./findPosition.ts";
import type { ProposedFile, ReviewedChange } from "./reviewedChange.ts";
import { applyEdits, fileEditsOf } from "./workspaceEdits.ts";

/** More files than anybody reviews. */
const mostFiles = 200;

/** Changes that language servers make of the code. Each is proposed to the user; none is written unseen. */
export class CodeChanges {
  readonly #workspace: CodeWorkspace;
  readonly #reviewed: ReviewedChange;

  constructor(workspace: CodeWorkspace, reviewed: ReviewedChange) {
    this.#workspace = workspace;
    this.#reviewed = reviewed;
  }

  async rename(
    params: CodeRequests["code/rename"]["params"],
    signal: AbortSignal,
  ): Promise<RefactoringResult> {
    const { newName } = params;
    this.#workspace.assertShared(params, params.path);
    const text = await this.#workspace.textOf(params.path);
    const used = { path: params.path, position: findPosition(text, params) };
    const name = nameAt(text, used.position);
    const { path, position } = (await this.#definitionOf(used, name, params, signal)) ?? used;
    const edit = await this.#workspace.askForUses(
      path,
      RenameRequest.type,
      { textDocument: { uri: toUri(path) }, position, newName },
      signal,
    );
    return this.#propose(edit, `Rename ${name} to ${newName}`, params, signal);
  }

  async actions(
    params: ForAgent & CodeLines,
    signal: AbortSignal,
  ): Promise<{ readonly actions: readonly CodeActionInfo[] }> {
    const actions = await this.#actionsAt(params, signal);
    return {
      actions: actions.map(({ action: { title, kind = "", isPreferred = false } }) => {
        return { title, kind, isPreferred };
      }),
    };
  }

  async applyAction(
    params: ForAgent & CodeLines & { title: string },
    signal: AbortSignal,
  ): Promise<RefactoringResult> {
    const { path, title } = params;
    const actions = await this.#actionsAt(params, signal);
    const found = actions.find(({ action }) => action.title === title);
    if (found === undefined) {
      const there = actions.map(({ action }) => JSON.stringify(action.title)).join(", ");
      throw codeError(
        `There is no ${JSON.stringify(title)} for line ${params.line + 1} of ${basename(path)}. ${there === "" ? "There is nothing" : `There is: ${there}`}`,
      );
    }
    const action = found.action.edit === undefined ? await found.resolve() : found.action;
    return this.#propose(action?.edit ?? null, title, params, signal);
  }

  /**
   * Where the name comes from, if that is one place of the workspace. Renamed where it is imported, TypeScript would
   * give it another name there, and leave it as it is everywhere else.
   */
  async #definitionOf(
    { path, position }: Place,
    name: string,
    params: ForAgent,
    signal: AbortSignal,
  ): Promise<Place | undefined> {
    const languages = await this.#workspace.languagesNow();
    const question = { textDocument: { uri: toUri(path) }, position };
    const found = await languages.request(path, DefinitionRequest.type, question, signal);
    const { places } = await this.#workspace.places([found ?? []].flat(), params);
    const [place] = places;
    if (place === undefined || places.length > 1 || !this.#workspace.isInside(place.path)) return undefined;
    const { start } = place.range;
    const text = await this.#workspace.textOf(place.path);
    return nameAt(text, start) === name ? { path: place.path, position: start } : undefined;
  }

  /** Of all servers, only those that say what they would change: one that runs a command could do anything. */
  async #actionsAt(params: ForAgent & CodeLines, signal: AbortSignal): Promise<readonly FoundAction[]> {
    const { path, line, endLine = line } = params;
    this.#workspace.assertShared(params, path);
    const text = await this.#workspace.textOf(path);
    const start = findPosition(text, { path, line, character: 0 });
    const end = findPosition(text, { path, line: endLine, character: Number.MAX_SAFE_INTEGER });
    const textDocument = { uri: toUri(path) };
    const diagnostics = await this.#diagnosticsIn(path, { start, end }, signal);
    // At the first problems too: some are offered for a place only, not for lines.
    const places = [{ start, end }, ...diagnostics.slice(0, 5).map((each) => each.range)];
    const found = new Map<string, FoundAction>();
    for (const range of places) {
      const question = { textDocument, range, context: { diagnostics: [...diagnostics] } };
      const answers = await this.#workspace.askEach(path, CodeActionRequest.type, question, signal);
      for (const { answer, ask } of answers) {
        for (const action of listOf(answer)) {
          if (!isUsable(action) || found.has(action.title)) continue;
          found.set(action.title, { action, resolve: () => ask(CodeActionResolveRequest.type, action) });
        }
      }
    }
    return [...found.values()];
  }

  async #diagnosticsIn(path: string, range: Range, signal: AbortSignal): Promise<readonly Diagnostic[]> {
    const languages = await this.#workspace.languagesNow();
    const question = { textDocument: { uri: toUri(path) } };
    const report = await languages.request(path, DocumentDiagnosticRequest.type, question, signal);
    const known = languages.diagnostics().find((file) => file.path === path)?.diagnostics ?? [];
    const all: readonly Diagnostic[] =
      report?.kind === "full"
        ? listOf(report.items).filter(isProblem)
        : known.map(({ severity, related: _, ...each }) => ({ ...each, severity: severities[severity] }));
    return all.filter(
      (each) => each.range.start.line <= range.end.line && each.range.end.line >= range.start.line,
    );
  }

  async #propose(
    edit: WorkspaceEdit | null,
    title: string,
    params: ForAgent,
    signal: AbortSignal,
  ): Promise<RefactoringResult> {
    const files: ProposedFile[] = [];
    const edits = isObject(edit) ? fileEditsOf(edit) : [];
    if (edits.length > mostFiles) {
      throw codeError(`${title} would change ${edits.length} files, more than can be reviewed at once`);
    }
    for (const { path, isNew, edits: changes } of edits) {
      if (!this.#workspace.isInside(path) || !this.#workspace.isShared(params, path)) {
        throw codeError(
          `${title} would change files that are not in the workspace, or not shared with agents`,
        );
      }
      const before = isNew ? await this.#nothingAt(path) : await this.#workspace.textOf(path);
      const contents = applyEdits(before ?? "", changes);
      if (contents !== before) files.push({ path, before, contents });
    }
    files.sort((a, b) => (a.path < b.path ? -1 : 1));
    if (files.length === 0) throw codeError(`${title} would change nothing`);
    const change = { title, files, ...(params.agent && { agent: params.agent }) };
    const result = await this.#reviewed.propose(change, signal);
    // Before anybody asks again: their watches tell it a moment later.
    const languages = await this.#workspace.languages();
    for (const { path } of files) languages.happened(path);
    return result;
  }

  async #nothingAt(path: string): Promise<undefined> {
    try {
      await this.#workspace.textOf(path);
    } catch (error) {
      if (error instanceof DocumentError && error.code === "NOT_FOUND") return undefined;
      throw error;
    }
    throw codeError(`It would create ${path}, which exists already`);
  }
}

interface FoundAction {
  readonly action: CodeAction;
  /** Asks the server that offers it for what it would change. */
  resolve(): Promise<CodeAction>;
}

interface Place {
  readonly path: string;
  readonly position: Position;
}

const severities = { error: 1, warning: 2, information: 3, hint: 4 } as const;

function isUsable(action: Command | CodeAction): action is CodeAction {
  if (!isObject(action) || typeof action.title !== "string") return false;
  if (typeof action.command === "string" || ("disabled" in action && action.disabled)) return false;
  const { edit, data, command } = action as CodeAction;
  // A command beside an edit is for the screen, such as to choose a name for what was extracted.
  return edit !== undefined || (data !== undefined && command === undefined);
}

function nameAt(text: string, { line, character }: Position): string {
  const inLine = text.split(/\r\n|\n|\r/, line + 1)[line] ?? "";
  const start = /[\p{L}\p{N}_$]*$/u.exec(inLine.slice(0, character))?.[0] ?? "";
  return start + (/^[\p{L}\p{N}_$]*/u.exec(inLine.slice(character))?.[0] ?? "");
}
