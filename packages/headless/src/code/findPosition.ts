import { basename } from "node:path";
import type { Position } from "@idebridge/sdk";
import type { CodePosition } from "../control/codeProtocol.ts";
import { counted } from "../control/counted.ts";
import { codeError } from "./codeError.ts";

const mostLinesNamed = 8;

/**
 * The position in a text that is meant. Where the line does not have the symbol, another one counts if it is the only
 * one that has it; else the lines that have it are told.
 */
export function findPosition(text: string, { path, line, character, symbol }: CodePosition): Position {
  const lines = text.split(/\r\n|\n|\r/);
  const inLine = lines[line];
  const name = basename(path);
  if (inLine === undefined || !Number.isInteger(line)) {
    const count = lines.length > 1 && lines.at(-1) === "" ? lines.length - 1 : lines.length;
    throw codeError(`${name} has ${counted(count, "line")}; there is no line ${line + 1}`);
  }
  if (symbol === undefined || symbol === "") {
    return { line, character: Math.min(Math.max(character ?? firstName(inLine), 0), inLine.length) };
  }
  const found = occurrences(inLine, symbol);
  const [first] = found;
  if (first !== undefined) return { line, character: nearest(found, character) ?? first };

  const elsewhere = lines.flatMap((each, index) => (occurrences(each, symbol).length > 0 ? [index] : []));
  const [only] = elsewhere;
  // Lines move while files are edited: what can only mean one place means that.
  if (only !== undefined && elsewhere.length === 1) {
    return findPosition(text, { path, line: only, symbol, ...(character !== undefined && { character }) });
  }
  const named = elsewhere.slice(0, mostLinesNamed).map((index) => index + 1);
  const where =
    named.length === 0
      ? "nor has any other line of the file"
      : `it is in line ${named.join(", ")}${elsewhere.length > mostLinesNamed ? "…" : ""}`;
  throw codeError(`Line ${line + 1} of ${name} has no ${JSON.stringify(symbol)}; ${where}`);
}

/** Where the symbol stands, not as a part of a longer name; for `a.b` the position of its last name counts. */
function occurrences(line: string, symbol: string): readonly number[] {
  const found: number[] = [];
  const last = /[\p{L}\p{N}_$]+[^\p{L}\p{N}_$]*$/u.exec(symbol)?.index ?? 0;
  for (let at = line.indexOf(symbol); at >= 0; at = line.indexOf(symbol, at + 1)) {
    const isPart =
      (isNameCharacter(symbol[0]) && isNameCharacter(line[at - 1])) ||
      (isNameCharacter(symbol.at(-1)) && isNameCharacter(line[at + symbol.length]));
    if (!isPart) found.push(at + last);
  }
  return found;
}

function nearest(places: readonly number[], character: number | undefined): number | undefined {
  if (character === undefined) return undefined;
  return [...places].sort((a, b) => Math.abs(a - character) - Math.abs(b - character))[0];
}

function firstName(line: string): number {
  return Math.max(line.search(/[\p{L}_$]/u), 0);
}

function isNameCharacter(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}_$]/u.test(character);
}
