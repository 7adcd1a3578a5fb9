import { readFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";

/** What .editorconfig says of one file. Names and values in lower case. */
export type EditorConfig = Readonly<Record<string, string>>;

interface Section {
  readonly pattern: RegExp;
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
      const matching = sections.filter(({ pattern }) => pattern.test(name));
      found.unshift(Object.assign({}, ...matching.map(({ properties }) => properties)));
      if (isRoot) break;
    }
    if (dirname(folder) === folder) break;
  }
  return Object.assign({}, ...found);
}

function parse(text: string): { readonly isRoot: boolean; readonly sections: readonly Section[] } {
  const top: Record<string, string> = {};
  const sections: { pattern: RegExp; properties: Record<string, string> }[] = [];
  for (const line of text.replace(/^\uFEFF/, "").split(/\r?\n/)) {
    const header = /^\s*\[(.+)\]\s*([#;].*)?$/.exec(line)?.[1];
    if (header !== undefined) {
      sections.push({ pattern: toPattern(header), properties: {} });
      continue;
    }
    const [, name, value] = /^\s*([^#;=\s][^=]*?)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (name === undefined || value === undefined) continue;
    const properties = sections.at(-1)?.properties ?? top;
    properties[name.toLowerCase()] = value.replace(/\s[#;].*$/, "").toLowerCase();
  }
  return { isRoot: top.root === "true", sections };
}

/** For a path from the folder of the file, which begins with a slash. */
function toPattern(glob: string): RegExp {
  const anchored = glob.includes("/") ? `/${glob.replace(/^\//, "")}` : `**/${glob}`;
  let source = "";
  let depth = 0;
  for (const [token] of anchored.matchAll(
    /\\.|\*\*|\*|\?|\[!?[^\]/]+\]|\{-?\d+\.\.-?\d+\}|\{[^{},]*\}|[{},]|./gs,
  )) {
    if (token === "**") source += ".*";
    else if (token === "*") source += "[^/]*";
    else if (token === "?") source += "[^/]";
    else if (token.startsWith("[") && token.length > 1) source += token.replace(/^\[!/, "[^");
    else if (/^\{-?\d/.test(token) && token.includes("..")) source += "-?\\d+";
    else if (token === "{") {
      depth++;
      source += "(?:";
    } else if (token === "}" && depth > 0) {
      depth--;
      source += ")";
    } else if (token === "," && depth > 0) source += "|";
    else source += token.replace(/^\\/, "").replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  }
  try {
    return new RegExp(`^${source}${")".repeat(depth)}$`);
  } catch {
    // A pattern that is none matches nothing.
    return /^(?!)/;
  }
}
