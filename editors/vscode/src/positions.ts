import type { Position, Range, Selection } from "@idebridge/sdk";
import * as vscode from "vscode";

export function toRange({ start, end }: vscode.Range): Range {
  return { start: toPosition(start), end: toPosition(end) };
}

function toPosition({ line, character }: vscode.Position): Position {
  return { line, character };
}

export function toSelection({ document, selection }: vscode.TextEditor): Selection {
  return { path: document.uri.fsPath, range: toRange(selection), text: document.getText(selection) };
}

export function toVscodeRange({ start, end }: Range): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}
