import type { CodeOutput } from "@idebridge/sdk";
import { keepEnd, keepStart } from "./boundedText.ts";

/** Outputs before they are put together. */
export type Piece =
  | CodeOutput
  /** What follows stands on a line of its own. */
  | { readonly type: "break" }
  /** Text that was left out. */
  | { readonly type: "gap"; readonly characters: number };

export const newLine: Piece = { type: "break" };

export function textPiece(text: string): { readonly type: "text"; readonly text: string } {
  return { type: "text", text };
}

/** Keeps the start and the end of all text, as much of each, and says how much is missing in between. */
export function boundText(pieces: readonly Piece[], limit: number): readonly Piece[] {
  const total = pieces.reduce((sum, piece) => sum + (piece.type === "text" ? piece.text.length : 0), 0);
  if (total <= limit) return pieces;
  const half = Math.floor(limit / 2);
  const start: Piece[] = [];
  const end: Piece[] = [];
  let missing = 0;
  let seen = 0;
  for (const piece of pieces) {
    if (piece.type === "gap") missing += piece.characters;
    else if (piece.type === "text") {
      const head = keepStart(piece.text, half - seen);
      const tail = keepEnd(piece.text.slice(head.length), seen + piece.text.length - (total - half));
      if (head !== "") start.push(textPiece(head));
      if (tail !== "") end.push(textPiece(tail));
      missing += piece.text.length - head.length - tail.length;
      seen += piece.text.length;
    } else (seen < total / 2 ? start : end).push(piece);
  }
  return [...start, { type: "gap", characters: missing }, ...end];
}

/** Adjacent texts become one output. */
export function joinPieces(pieces: readonly Piece[]): readonly CodeOutput[] {
  const outputs: CodeOutput[] = [];
  let flow = "";
  const endFlow = () => {
    const trimmed = flow.replace(/^\n+/, "").trimEnd();
    if (trimmed !== "") outputs.push(textPiece(trimmed));
    flow = "";
  };
  for (const piece of pieces) {
    if (piece.type === "text") flow += piece.text;
    else if (piece.type === "break") flow += flow === "" || flow.endsWith("\n") ? "" : "\n";
    else if (piece.type === "gap")
      flow += `\n[… ${piece.characters.toLocaleString("en-US")} characters left out …]\n`;
    else {
      endFlow();
      outputs.push({ type: "image", data: piece.data, mimeType: piece.mimeType });
    }
  }
  endFlow();
  return outputs;
}
