import type { StreamParser, StringStream } from "@codemirror/streamparser";
import { copyState, startState } from "../readLine.ts";

type Mode = StreamParser<unknown>;

/** A stretch of another language within a text. */
export interface Region {
  readonly mode: Mode;
  /** Where it begins, found at the beginning of what follows. */
  readonly open?: RegExp;
  readonly close: RegExp;
}

interface State {
  readonly outer: unknown;
  region: Region | undefined;
  inner: unknown;
  /** Whatever `after` needs to know. */
  readonly memory: Record<string, unknown>;
}

/**
 * One language inside another. Regions begin where their `open` stands in the text of the outer language, or after a
 * token at which `after` returns one.
 */
export function mixedMode(
  name: string,
  outer: Mode,
  regions: readonly Region[],
  after: (tags: string, text: string, memory: Record<string, unknown>) => Region | undefined = () =>
    undefined,
): Mode {
  const enter = (state: State, region: Region) => {
    state.region = region;
    state.inner = startState(region.mode);
  };

  const readInner = (stream: StringStream, state: State, { mode, close }: Region): string | null => {
    if (stream.match(close, false)) {
      state.region = undefined;
      return null;
    }
    const tags = mode.token(stream, state.inner);
    cutBefore(stream, close);
    return tags;
  };

  const readOuter = (stream: StringStream, state: State): string | null => {
    for (const region of regions) {
      if (!region.open || !stream.match(region.open)) continue;
      enter(state, region);
      return "meta";
    }
    const tags = outer.token(stream, state.outer);
    for (const { open } of regions) if (open) cutBefore(stream, open);
    const region = after(tags ?? "", stream.current(), state.memory);
    if (region) enter(state, region);
    return tags;
  };

  return {
    name,
    startState: (): State => ({ outer: startState(outer), region: undefined, inner: undefined, memory: {} }),
    copyState: (state: unknown): State => {
      const { outer: outerState, region, inner, memory } = state as State;
      return {
        outer: copyState(outer, outerState),
        region,
        inner: region && copyState(region.mode, inner),
        memory: { ...memory },
      };
    },
    token: (stream, state) => {
      const { region } = state as State;
      return region ? readInner(stream, state as State, region) : readOuter(stream, state as State);
    },
    blankLine: (state, unit) => {
      const { region, inner, outer: outerState } = state as State;
      if (region) region.mode.blankLine?.(inner, unit);
      else outer.blankLine?.(outerState, unit);
    },
  };
}

/** A token must not reach into what follows. `pattern` begins with ^. */
function cutBefore(stream: StringStream, pattern: RegExp): void {
  const token = stream.current();
  const index = token.search(new RegExp(pattern.source.slice(1), pattern.flags));
  if (index > 0) stream.backUp(token.length - index);
}
