import { css } from "@codemirror/legacy-modes/mode/css";
import { typescript } from "@codemirror/legacy-modes/mode/javascript";
import { html as plainHtml } from "@codemirror/legacy-modes/mode/xml";
import { mixedMode, type Region } from "./mixedMode.ts";

const embedded: Readonly<Record<string, Region>> = {
  script: { mode: typescript, close: /^<\/script/i },
  style: { mode: css, close: /^<\/style/i },
};

/** With scripts and styles in their own languages. */
export const html = mixedMode("html", plainHtml, [], (tags, text, memory) => {
  if (tags.includes("angleBracket")) {
    const opened = memory.tag as string | undefined;
    memory.isClosing = text === "</";
    memory.tag = undefined;
    return text === ">" && opened !== undefined ? embedded[opened] : undefined;
  }
  const name = text.toLowerCase();
  if (tags === "tag" && !memory.isClosing && Object.hasOwn(embedded, name)) memory.tag = name;
  return undefined;
});
