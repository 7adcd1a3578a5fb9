import type { StreamParser, StringStream } from "@codemirror/streamparser";

interface State {
  /** The fence that the code stands within. */
  fence: string | undefined;
  isFrontMatter: boolean;
  isFirstLine: boolean;
}

const inline: readonly (readonly [RegExp, string])[] = [
  [/^`+[^`]*`+/, "monospace"],
  [/^(\*\*|__)(?=\S).*?\S\1/, "strong"],
  [/^!?\[[^\]]*\]\([^)\s]*[^)]*\)/, "link"],
  [/^!?\[[^\]]*\]\[[^\]]*\]/, "link"],
  [/^<(https?:|mailto:)[^>]*>/, "link"],
  [/^https?:\/\/[^\s)]+/, "link"],
  [/^<!--.*?-->/, "comment"],
  [/^<\/?[a-zA-Z][^>]*>/, "tagName"],
];

/** Line by line: headings, lists, quotes, code, links and what is emphasised. */
export const markdown: StreamParser<unknown> = {
  name: "markdown",
  startState: (): State => ({ fence: undefined, isFrontMatter: false, isFirstLine: true }),
  token: (stream, state) => token(stream, state as State),
  blankLine: (state) => {
    (state as State).isFirstLine = false;
  },
};

function token(stream: StringStream, state: State): string | null {
  if (stream.sol()) {
    const whole = wholeLine(stream, state);
    if (whole !== undefined) {
      stream.skipToEnd();
      return whole;
    }
    if (stream.match(/^\s*([-*+]|\d+[.)])\s+(\[[ xX]\]\s)?/)) return "list";
  }
  for (const [pattern, tag] of inline) if (stream.match(pattern)) return tag;
  stream.next();
  stream.eatWhile(/[^`*_![<h]/);
  return null;
}

function wholeLine(stream: StringStream, state: State): string | undefined {
  const { isFirstLine } = state;
  state.isFirstLine = false;
  const text = stream.string;
  if (state.isFrontMatter || (isFirstLine && /^---\s*$/.test(text))) {
    state.isFrontMatter = isFirstLine || !/^---\s*$/.test(text);
    return "meta";
  }
  const [, fence] = /^\s*(`{3,}|~{3,})/.exec(text) ?? [];
  if (state.fence !== undefined) {
    if (fence?.startsWith(state.fence) && text.trim() === fence) state.fence = undefined;
    return state.fence === undefined ? "meta" : "monospace";
  }
  if (fence !== undefined) {
    state.fence = fence;
    return "meta";
  }
  if (/^#{1,6}(\s|$)/.test(text) || /^(=+|-{2,})\s*$/.test(text)) return "heading";
  return /^\s*>/.test(text) ? "quote" : undefined;
}
