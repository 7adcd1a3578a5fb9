import { isObject } from "@idebridge/sdk/core";
import {
  DefinitionRequest,
  type DocumentSymbol,
  DocumentSymbolRequest,
  HoverRequest,
  ImplementationRequest,
  type MarkedString,
  type MarkupContent,
  type Position,
  ReferencesRequest,
  type SymbolInformation,
  SymbolKind,
  TypeDefinitionRequest,
  type WorkspaceSymbol,
  WorkspaceSymbolRequest,
} from "vscode-languageserver-protocol";
import type {
  CodePlaces,
  CodePosition,
  CodeRequests,
  CodeSymbol,
  CodeSymbols,
  ForAgent,
} from "../control/codeProtocol.ts";
import { toPath, toUri } from "../languages/fileUri.ts";
import { isRange, listOf } from "../languages/soundAnswer.ts";
import { allStarted } from "./allStarted.ts";
import type { CodeWorkspace } from "./codeWorkspace.ts";
import { findPosition } from "./findPosition.ts";
import { symbolKind } from "./symbolKinds.ts";

const mostSymbols = 500;
/** Nobody writes code that is nested deeper. */
const deepestSymbol = 100;
const definitionRequests = {
  definition: DefinitionRequest.type,
  typeDefinition: TypeDefinitionRequest.type,
  implementation: ImplementationRequest.type,
} as const;

/** Answers what is where in the code, and what it is. Changes nothing. */
export class CodeQuestions {
  readonly #workspace: CodeWorkspace;

  constructor(workspace: CodeWorkspace) {
    this.#workspace = workspace;
  }

  async definition(
    params: CodeRequests["code/definition"]["params"],
    signal: AbortSignal,
  ): Promise<CodePlaces> {
    const place = await this.#placeOf(params);
    const found = await this.#workspace.ask(
      params.path,
      definitionRequests[params.kind ?? "definition"],
      place,
      signal,
    );
    return this.#workspace.places([found ?? []].flat(), params);
  }

  async references(params: ForAgent & CodePosition, signal: AbortSignal): Promise<CodePlaces> {
    const question = { ...(await this.#placeOf(params)), context: { includeDeclaration: true } };
    const found = await this.#workspace.askForUses(params.path, ReferencesRequest.type, question, signal);
    return this.#workspace.places(listOf(found), params);
  }

  async hover(params: ForAgent & CodePosition, signal: AbortSignal): Promise<{ readonly text: string }> {
    const question = await this.#placeOf(params);
    const found = await this.#workspace.ask(params.path, HoverRequest.type, question, signal);
    const parts = [found?.contents ?? []].flat().map(toMarkdown);
    return { text: parts.filter((part) => part.trim() !== "").join("\n\n") };
  }

  async documentSymbols(params: ForAgent & { path: string }, signal: AbortSignal): Promise<CodeSymbols> {
    const { path } = params;
    this.#workspace.assertShared(params, path);
    // A server would say it in its own words.
    await this.#workspace.textOf(path);
    const found = await this.#workspace.ask(
      path,
      DocumentSymbolRequest.type,
      { textDocument: { uri: toUri(path) } },
      signal,
    );
    const symbols = listOf<DocumentSymbol | SymbolInformation>(found).flatMap((symbol) => {
      if (isInformation(symbol)) return [fromInformation(symbol, path)];
      return isDocumentSymbol(symbol) && !isImported(symbol) ? fromDocument(symbol, path, 0) : [];
    });
    return { symbols: symbols.slice(0, mostSymbols), total: symbols.length };
  }

  async workspaceSymbols(params: ForAgent & { query: string }, signal: AbortSignal): Promise<CodeSymbols> {
    this.#workspace.assertShared(params);
    const languages = await this.#workspace.languagesNow();
    // Servers know the projects of files that they have seen: before the first one there is nothing to search.
    await languages.warmUp();
    await allStarted(languages, signal);
    const answers = await languages.requestAll(WorkspaceSymbolRequest.type, { query: params.query }, signal);
    const symbols = answers.flatMap((found) =>
      listOf<SymbolInformation | WorkspaceSymbol>(found).flatMap((symbol) => {
        if (!isInformation(symbol)) return [];
        const path = toPath(symbol.location.uri);
        if (path === undefined || !this.#workspace.isShared(params, path)) return [];
        return [fromInformation(symbol, path)];
      }),
    );
    // What is of the project is worth more than what it uses.
    const own = symbols.filter(({ path }) => this.#workspace.isInside(path) && !isInstalled(path));
    const other = symbols.filter((symbol) => !own.includes(symbol));
    return { symbols: [...own, ...other].slice(0, mostSymbols), total: symbols.length };
  }

  async #placeOf(params: ForAgent & CodePosition): Promise<{
    readonly textDocument: { readonly uri: string };
    readonly position: Position;
  }> {
    this.#workspace.assertShared(params, params.path);
    const position = findPosition(await this.#workspace.textOf(params.path), params);
    return { textDocument: { uri: toUri(params.path) }, position };
  }
}

function isDocumentSymbol(value: unknown): value is DocumentSymbol {
  return (
    isObject(value) && typeof value.name === "string" && isRange(value.range) && isRange(value.selectionRange)
  );
}

function isInformation(value: unknown): value is SymbolInformation | WorkspaceSymbol {
  return isObject(value) && typeof value.name === "string" && isObject(value.location);
}

function isInstalled(path: string): boolean {
  return /[\\/]node_modules[\\/]/.test(path);
}

function fromDocument(
  symbol: DocumentSymbol,
  path: string,
  depth: number,
  container?: string,
): readonly CodeSymbol[] {
  const { name, kind, range, selectionRange, children = [] } = symbol;
  const inner = depth < deepestSymbol ? listOf(children).filter(isDocumentSymbol) : [];
  const shown = inner.filter((child) => !(runs.has(kind) && child.kind === SymbolKind.Variable));
  const own = {
    name,
    kind: symbolKind(kind),
    path,
    start: selectionRange.start,
    endLine: range.end.line,
    ...(container !== undefined && { container }),
    depth,
  };
  return [own, ...shown.flatMap((child) => fromDocument(child, path, depth + 1, name))];
}

/** What is inside of these is nobody else's business. */
const runs: ReadonlySet<SymbolKind> = new Set([
  SymbolKind.Function,
  SymbolKind.Method,
  SymbolKind.Constructor,
  SymbolKind.Variable,
]);

/** A name and nothing behind it: TypeScript lists what a file imports among its variables. */
function isImported({ kind, range, selectionRange }: DocumentSymbol): boolean {
  const { line, character } = selectionRange.end;
  return kind === SymbolKind.Variable && range.end.line === line && range.end.character === character;
}

function fromInformation(symbol: SymbolInformation | WorkspaceSymbol, path: string): CodeSymbol {
  const { name, kind, containerName, location } = symbol;
  const range = "range" in location && isRange(location.range) ? location.range : undefined;
  return {
    name,
    kind: symbolKind(kind),
    path,
    start: range?.start ?? { line: 0, character: 0 },
    endLine: range?.end.line ?? 0,
    ...(typeof containerName === "string" && containerName !== "" && { container: containerName }),
    depth: 0,
  };
}

function toMarkdown(content: MarkupContent | MarkedString): string {
  if (typeof content === "string") return content;
  if (typeof content?.value !== "string") return "";
  return "language" in content ? `\`\`\`${content.language}\n${content.value}\n\`\`\`` : content.value;
}
