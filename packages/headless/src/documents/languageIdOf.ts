import { basename } from "node:path";

/** The language of a file by its name, as editors and language servers call it. */
export function languageIdOf(path: string): string {
  const name = basename(path).toLowerCase();
  const extension = name.slice(name.lastIndexOf(".") + 1);
  byName ??= invert(names);
  byExtension ??= invert(extensions);
  return byName.get(name) ?? (name.includes(".") ? byExtension.get(extension) : undefined) ?? "plaintext";
}

// Made when first needed: a start does without.
let byName: ReadonlyMap<string, string> | undefined;
let byExtension: ReadonlyMap<string, string> | undefined;

const names: Readonly<Record<string, string>> = {
  dockerfile: "dockerfile containerfile",
  makefile: "makefile gnumakefile",
  ruby: "gemfile rakefile",
  cmake: "cmakelists.txt",
  jsonc: "tsconfig.json jsconfig.json .eslintrc",
  json: ".prettierrc .babelrc",
  shellscript: ".bashrc .bash_profile .profile .zshrc",
  ignore: ".gitignore .dockerignore .npmignore",
  properties: ".editorconfig .npmrc .gitconfig",
  dotenv: ".env",
  "go.mod": "go.mod",
};

const extensions: Readonly<Record<string, string>> = {
  bat: "bat cmd",
  c: "c h",
  clojure: "clj cljs cljc edn",
  cmake: "cmake",
  cpp: "cc cpp cxx c++ hh hpp hxx",
  csharp: "cs csx",
  css: "css",
  dart: "dart",
  diff: "diff patch",
  dockerfile: "dockerfile",
  elixir: "ex exs",
  elm: "elm",
  erlang: "erl hrl",
  fsharp: "fs fsi fsx",
  go: "go",
  graphql: "graphql gql",
  groovy: "groovy gradle",
  haskell: "hs",
  html: "html htm xhtml",
  ini: "ini cfg conf",
  java: "java",
  javascript: "js mjs cjs",
  javascriptreact: "jsx",
  json: "json webmanifest map",
  jsonc: "jsonc code-workspace",
  jsonl: "jsonl ndjson",
  julia: "jl",
  jupyter: "ipynb",
  kotlin: "kt kts",
  latex: "tex",
  less: "less",
  lisp: "lisp el",
  lua: "lua",
  makefile: "mk mak",
  markdown: "md markdown mdown",
  mdx: "mdx",
  nix: "nix",
  "objective-c": "m",
  "objective-cpp": "mm",
  ocaml: "ml mli",
  perl: "pl pm",
  php: "php phtml",
  powershell: "ps1 psm1 psd1",
  properties: "properties",
  proto3: "proto",
  python: "py pyi pyw",
  r: "r",
  restructuredtext: "rst",
  ruby: "rb rake gemspec",
  rust: "rs",
  sass: "sass",
  scala: "scala sc sbt",
  scss: "scss",
  shellscript: "sh bash zsh ksh",
  sql: "sql",
  svelte: "svelte",
  swift: "swift",
  terraform: "tf tfvars",
  toml: "toml",
  typescript: "ts mts cts",
  typescriptreact: "tsx",
  vb: "vb",
  vue: "vue",
  xml: "xml xsd xsl xslt svg plist csproj",
  yaml: "yaml yml",
  zig: "zig",
};

function invert(table: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(table).flatMap(([language, words]) => words.split(" ").map((word) => [word, language])),
  );
}
