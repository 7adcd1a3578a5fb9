import type { StreamParser } from "@codemirror/streamparser";
import type { Token } from "./highlighter.ts";
import { PatientStream } from "./patientStream.ts";
import { roleOfTag } from "./roleOfTag.ts";

/** Of a longer line only the beginning is read. */
export const longestLine = 2_000;

const tabSize = 4;
const indentUnit = 2;
/** A mode may return nothing while it changes its state, but not for ever. */
const mostEmptyTokens = 20;

/** The tokens of one line; `state` becomes what the next line begins with. */
export function readLine(mode: StreamParser<unknown>, line: string, state: unknown): readonly Token[] {
  const stream = new PatientStream(line.slice(0, longestLine).replace(/[\r\n]+$/, ""), tabSize, indentUnit);
  if (stream.eol()) {
    mode.blankLine?.(state, indentUnit);
    return [];
  }
  const tokens: Token[] = [];
  while (!stream.eol()) {
    const tags = nextToken(mode, stream, state);
    const { start, pos: end } = stream;
    const role = tags && roleOfTag(tags, stream.current(), stream.peek() === "(");
    if (!role) continue;
    const last = tokens.at(-1);
    if (last?.role === role && last.end === start) tokens[tokens.length - 1] = { ...last, end };
    else tokens.push({ start, end, role });
  }
  return tokens;
}

function nextToken(mode: StreamParser<unknown>, stream: PatientStream, state: unknown): string | null {
  stream.start = stream.pos;
  for (let tries = 0; tries < mostEmptyTokens; tries += 1) {
    const tags = mode.token(stream, state);
    if (stream.pos > stream.start) return tags;
  }
  throw new Error(`The mode ${mode.name ?? ""} does not get on`);
}

export function startState(mode: StreamParser<unknown>): unknown {
  return mode.startState?.(indentUnit) ?? {};
}

export function copyState(mode: StreamParser<unknown>, state: unknown): unknown {
  if (mode.copyState) return mode.copyState(state);
  const entries = Object.entries(state as object);
  return Object.fromEntries(entries.map(([key, value]) => [key, Array.isArray(value) ? [...value] : value]));
}
