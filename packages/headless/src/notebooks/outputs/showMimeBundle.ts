import { isObject } from "@idebridge/sdk/core";
import { htmlToText } from "./htmlToText.ts";
import { withoutEscapes } from "./terminalText.ts";

export type Shown =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image"; readonly data: string; readonly mimeType: string };

/** Those that models can look at. */
const imageTypes = ["image/png", "image/jpeg", "image/webp", "image/gif"];
const longestHtml = 2_000_000;
const longestSource = 4_000;

/** One of the forms in which a kernel gives a value: the one that tells a model most. */
export function showMimeBundle(bundle: unknown): Shown | undefined {
  if (!isObject(bundle)) return undefined;
  for (const mimeType of imageTypes) {
    const data = textOf(bundle[mimeType])?.replace(/\s+/g, "");
    if (data && /^[A-Za-z0-9+/]+={0,2}$/.test(data)) return { type: "image", data, mimeType };
  }
  const plain = textOf(bundle["text/plain"]);
  // Where the plain text is as good as the rest, it is better: columns are in line, nothing was guessed.
  if (plain !== undefined && !isBareName(plain)) return shownText(plain);
  return shownText(
    richText(bundle) ?? plain ?? `[Output that is no text: ${Object.keys(bundle).join(", ")}]`,
  );
}

function richText(bundle: Readonly<Record<string, unknown>>): string | undefined {
  const html = textOf(bundle["text/html"]);
  const reduced = html === undefined ? "" : htmlToText(html.slice(0, longestHtml));
  const svg = textOf(bundle["image/svg+xml"]);
  const json = bundle["application/json"];
  return (
    textOf(bundle["text/markdown"]) ??
    (reduced === "" ? undefined : reduced) ??
    textOf(bundle["text/latex"]) ??
    (svg === undefined ? undefined : svgText(svg)) ??
    (json === undefined ? undefined : JSON.stringify(json, undefined, 1))
  );
}

/** Such as `<IPython.core.display.HTML object>`: tells what it is, not what it says. */
function isBareName(plain: string): boolean {
  return /^<[^<>\n]{1,200}>$/.test(plain.trim());
}

/** A drawing in words: models cannot look at SVG. The source when it is small, else what is written in it. */
function svgText(svg: string): string {
  if (svg.length <= longestSource) return svg;
  const words = htmlToText(svg.slice(0, longestHtml).replace(/<\/(text|title|desc)>/gi, "<br>"));
  return `[SVG drawing, ${Math.ceil(svg.length / 1024)} KB]${words === "" ? "" : `\nText in it:\n${words}`}`;
}

function shownText(value: string): Shown {
  return { type: "text", text: withoutEscapes(value) };
}

/** Notebooks have texts as lists of lines, too. */
function textOf(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  return Array.isArray(value) && value.every((line) => typeof line === "string") ? value.join("") : undefined;
}
