import type { StreamParser } from "@codemirror/streamparser";

type Mode = StreamParser<unknown>;

/** Each is loaded when the first file of its kind is shown. */
const modes = {
  javascript: async () => (await import("@codemirror/legacy-modes/mode/javascript")).javascript,
  typescript: async () => (await import("@codemirror/legacy-modes/mode/javascript")).typescript,
  json: async () => (await import("@codemirror/legacy-modes/mode/javascript")).json,
  css: async () => (await import("@codemirror/legacy-modes/mode/css")).css,
  scss: async () => (await import("@codemirror/legacy-modes/mode/css")).sCSS,
  less: async () => (await import("@codemirror/legacy-modes/mode/css")).less,
  sass: async () => (await import("@codemirror/legacy-modes/mode/sass")).sass,
  html: async () => (await import("./modes/html.ts")).html,
  xml: async () => (await import("@codemirror/legacy-modes/mode/xml")).xml,
  markdown: async () => (await import("./modes/markdown.ts")).markdown,
  php: async () => (await import("./modes/php.ts")).php,
  python: async () => (await import("@codemirror/legacy-modes/mode/python")).python,
  go: async () => (await import("@codemirror/legacy-modes/mode/go")).go,
  rust: async () => (await import("@codemirror/legacy-modes/mode/rust")).rust,
  c: async () => (await import("@codemirror/legacy-modes/mode/clike")).c,
  cpp: async () => (await import("@codemirror/legacy-modes/mode/clike")).cpp,
  objectiveC: async () => (await import("@codemirror/legacy-modes/mode/clike")).objectiveC,
  java: async () => (await import("@codemirror/legacy-modes/mode/clike")).java,
  kotlin: async () => (await import("@codemirror/legacy-modes/mode/clike")).kotlin,
  scala: async () => (await import("@codemirror/legacy-modes/mode/clike")).scala,
  csharp: async () => (await import("@codemirror/legacy-modes/mode/clike")).csharp,
  dart: async () => (await import("@codemirror/legacy-modes/mode/clike")).dart,
  shader: async () => (await import("@codemirror/legacy-modes/mode/clike")).shader,
  shell: async () => (await import("@codemirror/legacy-modes/mode/shell")).shell,
  powershell: async () => (await import("@codemirror/legacy-modes/mode/powershell")).powerShell,
  yaml: async () => (await import("@codemirror/legacy-modes/mode/yaml")).yaml,
  toml: async () => (await import("@codemirror/legacy-modes/mode/toml")).toml,
  ini: async () => (await import("@codemirror/legacy-modes/mode/properties")).properties,
  sql: async () => (await import("@codemirror/legacy-modes/mode/sql")).standardSQL,
  ruby: async () => (await import("@codemirror/legacy-modes/mode/ruby")).ruby,
  perl: async () => (await import("@codemirror/legacy-modes/mode/perl")).perl,
  lua: async () => (await import("@codemirror/legacy-modes/mode/lua")).lua,
  swift: async () => (await import("@codemirror/legacy-modes/mode/swift")).swift,
  haskell: async () => (await import("@codemirror/legacy-modes/mode/haskell")).haskell,
  clojure: async () => (await import("@codemirror/legacy-modes/mode/clojure")).clojure,
  erlang: async () => (await import("@codemirror/legacy-modes/mode/erlang")).erlang,
  r: async () => (await import("@codemirror/legacy-modes/mode/r")).r,
  julia: async () => (await import("@codemirror/legacy-modes/mode/julia")).julia,
  groovy: async () => (await import("@codemirror/legacy-modes/mode/groovy")).groovy,
  protobuf: async () => (await import("@codemirror/legacy-modes/mode/protobuf")).protobuf,
  cmake: async () => (await import("@codemirror/legacy-modes/mode/cmake")).cmake,
  docker: async () => (await import("@codemirror/legacy-modes/mode/dockerfile")).dockerFile,
  diff: async () => (await import("@codemirror/legacy-modes/mode/diff")).diff,
} satisfies Record<string, () => Promise<Mode>>;

export type Language = keyof typeof modes;

export const extensions: Readonly<Record<Language, string>> = {
  javascript: "js jsx mjs cjs",
  typescript: "ts tsx mts cts",
  json: "json jsonc json5 webmanifest map ipynb",
  css: "css pcss",
  scss: "scss",
  less: "less",
  sass: "sass",
  html: "html htm xhtml vue svelte astro hbs ejs",
  xml: "xml svg xsd xsl xslt plist rss atom csproj vbproj props targets",
  markdown: "md markdown mdx mkd",
  php: "php phtml",
  python: "py pyi pyw bzl star",
  go: "go",
  rust: "rs",
  c: "c h",
  cpp: "cc cpp cxx c++ hh hpp hxx ino cu",
  objectiveC: "m mm",
  java: "java",
  kotlin: "kt kts",
  scala: "scala sc sbt",
  csharp: "cs",
  dart: "dart",
  shader: "glsl vert frag",
  shell: "sh bash zsh ksh bats",
  powershell: "ps1 psm1 psd1",
  yaml: "yml yaml",
  toml: "toml",
  ini: "ini cfg conf properties env editorconfig",
  sql: "sql ddl dml",
  ruby: "rb rake gemspec ru",
  perl: "pl pm t",
  lua: "lua",
  swift: "swift",
  haskell: "hs",
  clojure: "clj cljs cljc edn",
  erlang: "erl hrl",
  r: "r",
  julia: "jl",
  groovy: "groovy gradle",
  protobuf: "proto",
  cmake: "cmake",
  docker: "dockerfile",
  diff: "diff patch",
};

/** Whole names of files, in lower case. */
const fileNames: Readonly<Record<string, Language>> = {
  dockerfile: "docker",
  containerfile: "docker",
  "cmakelists.txt": "cmake",
  gemfile: "ruby",
  rakefile: "ruby",
  podfile: "ruby",
  jenkinsfile: "groovy",
  "cargo.lock": "toml",
  ".bashrc": "shell",
  ".bash_profile": "shell",
  ".profile": "shell",
  ".zshrc": "shell",
  ".babelrc": "json",
  ".eslintrc": "json",
  ".prettierrc": "json",
  ".npmrc": "ini",
  ".gitconfig": "ini",
  ".gitmodules": "ini",
};

const interpreters: readonly (readonly [RegExp, Language])[] = [
  [/\bpython/, "python"],
  [/\b(node|deno|bun)\b/, "javascript"],
  [/\bruby\b/, "ruby"],
  [/\bperl\b/, "perl"],
  [/\bphp\b/, "php"],
  [/\b(ba|z|k|da)?sh\b/, "shell"],
];

let byExtension: ReadonlyMap<string, Language> | undefined;

/** From the name of a file, or from the first line of a script that has none that tells. */
export function languageOf(path: string, firstLine = ""): Language | undefined {
  const name = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1).toLowerCase();
  if (Object.hasOwn(fileNames, name)) return fileNames[name];
  byExtension ??= new Map(
    Object.entries(extensions).flatMap(([language, endings]) =>
      endings.split(" ").map((ending) => [ending, language as Language] as const),
    ),
  );
  const known = byExtension.get(name.slice(name.lastIndexOf(".") + 1));
  if (known || !firstLine.startsWith("#!")) return known;
  return interpreters.find(([pattern]) => pattern.test(firstLine.slice(0, 200)))?.[1];
}

export function loadMode(language: Language): Promise<Mode> {
  return modes[language]();
}
