import { readFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import {
  anything,
  characterClass,
  type GlobMatcher,
  type GlobPart,
  GlobReader,
  literal,
  oneOfName,
  partOfName,
} from "../files/globMatcher.ts";

/** What .editorconfig says of one file. Names and values in lower case. */
export type EditorConfig = Readonly<Record<string, string>>;

interface Section {
  /** `undefined` for one that matches nothing. */
  readonly pattern: GlobMatcher | undefined;
  readonly properties: Readonly<Record<string, string>>;
}

/** The properties of a file, by editorconfig.org: of all files above it up to a root, the nearest wins. */
export async function readEditorConfig(path: string): Promise<EditorConfig> {
  const found: EditorConfig[] = [];
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const text = await readFile(join(folder, ".editorconfig"), "utf8").catch(() => undefined);
    if (text !== undefined) {
      const { isRoot, sections } = parse(text);
      const name = `/${relative(folder, path).split(sep).join("/")}`;
      const matching = sections.filter(({ pattern }) => pattern?.test(name));
      found.unshift(Object.assign({}, ...matching.map(({ properties }) => properties)));
      if (isRoot) break;
    }
    if (dirname(folder) === folder) break;
  }
  return Object.assign({}, ...found);
}

function parse(text: string): { readonly isRoot: boolean; readonly sections: readonly Section[] } {
  const top: Record<string, string> = {};
  const sections: { pattern: GlobMatcher | undefined; properties: Record<string, string> }[] = [];
  for (const line of text.replace(/^\uFEFF/, "").split(/\r?\n/)) {
    const header = /^\s*\[(.+)\]\s*([#;].*)?$/.exec(line)?.[1];
    if (header !== undefined) {
      sections.push({ pattern: toMatcher(header), properties: {} });
      continue;
    }
    const equals = line.indexOf("=");
    const name = line.slice(0, Math.max(0, equals)).trim().toLowerCase();
    if (name === "" || /^[#;]/.test(name)) continue;
    const properties = sections.at(-1)?.properties ?? top;
    const value = line.slice(equals + 1).trim();
    properties[name] = value.replace(/\s[#;].*$/, "").toLowerCase();
  }
  return { isRoot: top.root === "true", sections };
}

/** For a path from the folder of the file, which begins with a slash. */
function toMatcher(glob: string): GlobMatcher | undefined {
  const anchored = glob.includes("/") ? `/${glob.replace(/^\//, "")}` : `**/${glob}`;
  const reader = new GlobReader();
  for (const [token] of anchored.matchAll(
    /\\.|\*\*|\*|\?|\[!?[^\]/]+\]|\{-?\d+\.\.-?\d+\}|\{[^{},]*\}|[{},]|./gs,
  )) {
    if (token === "**") reader.add(anything);
    else if (token === "*") reader.add(partOfName);
    else if (token === "?") reader.add(oneOfName);
    else if (token.startsWith("[") && token.length > 1) reader.add(characterClass(token.slice(1, -1)));
    else if (/^\{-?\d+\.\./.test(token)) for (const part of wholeNumber) reader.add(part);
    else if (token === "{") reader.openGroup();
    else if (token === "}" && reader.isInGroup) reader.closeGroup();
    else if (token === "," && reader.isInGroup) reader.nextOption();
    else for (const char of token.replace(/^\\(?=.)/s, "").split("")) reader.add(literal(char));
  }
  return reader.toMatcher();
}

const isDigit = (char: string) => char >= "0" && char <= "9";
const wholeNumber: readonly GlobPart[] = [
  { kind: "choice", options: [[], [literal("-")]] },
  { kind: "one", accepts: isDigit },
  { kind: "many", accepts: isDigit },
];
