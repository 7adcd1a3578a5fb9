import { clike } from "@codemirror/legacy-modes/mode/clike";
import type { StringStream } from "@codemirror/streamparser";
import { html } from "./html.ts";
import { mixedMode } from "./mixedMode.ts";

const keywords =
  "abstract and array as break callable case catch class clone const continue declare default do echo else elseif " +
  "enddeclare endfor endforeach endif endswitch endwhile enum exit extends final finally fn for foreach function global goto " +
  "if implements include include_once instanceof insteadof interface isset list match namespace new or print private protected " +
  "public readonly require require_once return static switch throw trait try unset use var while xor yield";
const types = "bool boolean float int integer iterable mixed never object self string void";
const atoms =
  "true false null TRUE FALSE NULL __CLASS__ __DIR__ __FILE__ __FUNCTION__ __LINE__ __METHOD__ __NAMESPACE__";

const code = clike({
  name: "php",
  keywords: words(keywords),
  types: words(types),
  blockKeywords: words("catch do else elseif for foreach if switch try while finally"),
  atoms: words(atoms),
  multiLineStrings: true,
  hooks: {
    $(stream: StringStream) {
      stream.eatWhile(/[\w$]/);
      return "variableName.special";
    },
    "#"(stream: StringStream) {
      if (stream.peek() === "[") return "meta";
      stream.skipToEnd();
      return "comment";
    },
  },
});

export const php = mixedMode("php", html, [{ mode: code, open: /^<\?(php\b|=)?/i, close: /^\?>/ }]);

function words(list: string): Record<string, true> {
  return Object.fromEntries(list.split(" ").map((word) => [word, true as const]));
}
