import { type LanguageSupport, StreamLanguage, type StreamParser } from "@codemirror/language";

type Load = () => Promise<LanguageSupport | StreamLanguage<unknown>>;

const script = (options: { jsx?: boolean; typescript?: boolean }): Load => {
  return async () => (await import("@codemirror/lang-javascript")).javascript(options);
};

function legacy<Mode extends string>(
  load: () => Promise<Record<Mode, StreamParser<unknown>>>,
  mode: Mode,
): Load {
  return async () => StreamLanguage.define((await load())[mode]);
}

const clike = () => import("@codemirror/legacy-modes/mode/clike");

/** Each language is a file of its own, fetched with the first file that needs it. */
const byExtension: Readonly<Record<string, Load>> = {
  js: script({ jsx: true }),
  jsx: script({ jsx: true }),
  mjs: script({}),
  cjs: script({}),
  ts: script({ typescript: true }),
  mts: script({ typescript: true }),
  cts: script({ typescript: true }),
  tsx: script({ typescript: true, jsx: true }),
  json: async () => (await import("@codemirror/lang-json")).json(),
  jsonc: async () => (await import("@codemirror/lang-json")).json(),
  ipynb: async () => (await import("@codemirror/lang-json")).json(),
  css: async () => (await import("@codemirror/lang-css")).css(),
  scss: async () => (await import("@codemirror/lang-css")).css(),
  html: async () => (await import("@codemirror/lang-html")).html(),
  vue: async () => (await import("@codemirror/lang-html")).html(),
  svg: async () => (await import("@codemirror/lang-html")).html(),
  xml: async () => (await import("@codemirror/lang-html")).html(),
  md: async () => (await import("@codemirror/lang-markdown")).markdown(),
  py: async () => (await import("@codemirror/lang-python")).python(),
  rs: async () => (await import("@codemirror/lang-rust")).rust(),
  go: async () => (await import("@codemirror/lang-go")).go(),
  java: async () => (await import("@codemirror/lang-java")).java(),
  c: async () => (await import("@codemirror/lang-cpp")).cpp(),
  h: async () => (await import("@codemirror/lang-cpp")).cpp(),
  cc: async () => (await import("@codemirror/lang-cpp")).cpp(),
  cpp: async () => (await import("@codemirror/lang-cpp")).cpp(),
  hpp: async () => (await import("@codemirror/lang-cpp")).cpp(),
  yaml: async () => (await import("@codemirror/lang-yaml")).yaml(),
  yml: async () => (await import("@codemirror/lang-yaml")).yaml(),
  cs: legacy(clike, "csharp"),
  kt: legacy(clike, "kotlin"),
  scala: legacy(clike, "scala"),
  dart: legacy(clike, "dart"),
  sh: legacy(() => import("@codemirror/legacy-modes/mode/shell"), "shell"),
  bash: legacy(() => import("@codemirror/legacy-modes/mode/shell"), "shell"),
  zsh: legacy(() => import("@codemirror/legacy-modes/mode/shell"), "shell"),
  rb: legacy(() => import("@codemirror/legacy-modes/mode/ruby"), "ruby"),
  lua: legacy(() => import("@codemirror/legacy-modes/mode/lua"), "lua"),
  swift: legacy(() => import("@codemirror/legacy-modes/mode/swift"), "swift"),
  toml: legacy(() => import("@codemirror/legacy-modes/mode/toml"), "toml"),
  ini: legacy(() => import("@codemirror/legacy-modes/mode/properties"), "properties"),
  sql: legacy(() => import("@codemirror/legacy-modes/mode/sql"), "standardSQL"),
  pl: legacy(() => import("@codemirror/legacy-modes/mode/perl"), "perl"),
  r: legacy(() => import("@codemirror/legacy-modes/mode/r"), "r"),
  hs: legacy(() => import("@codemirror/legacy-modes/mode/haskell"), "haskell"),
  clj: legacy(() => import("@codemirror/legacy-modes/mode/clojure"), "clojure"),
  diff: legacy(() => import("@codemirror/legacy-modes/mode/diff"), "diff"),
  patch: legacy(() => import("@codemirror/legacy-modes/mode/diff"), "diff"),
  ps1: legacy(() => import("@codemirror/legacy-modes/mode/powershell"), "powerShell"),
};

const byName: Readonly<Record<string, Load>> = {
  dockerfile: legacy(() => import("@codemirror/legacy-modes/mode/dockerfile"), "dockerFile"),
  "cmakelists.txt": legacy(() => import("@codemirror/legacy-modes/mode/cmake"), "cmake"),
};

/** What colours a file, by its name; `undefined` for plain text, and when it cannot be fetched. */
export async function languageFor(
  path: string,
): Promise<LanguageSupport | StreamLanguage<unknown> | undefined> {
  const name = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1).toLowerCase();
  const extension = name.slice(name.lastIndexOf(".") + 1);
  const load = lookUp(byName, name) ?? lookUp(byExtension, extension);
  return load?.().catch(() => undefined);
}

function lookUp(table: Readonly<Record<string, Load>>, key: string): Load | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
