import { dirname } from "node:path";
import { rustEdition } from "./rustEdition.ts";

/** A program that formats: reads the text from its input, writes it to its output. */
export interface Formatter {
  readonly name: string;
  readonly program: string;
  /** Where projects install it for themselves. */
  readonly home: "node_modules" | "venv" | "system";
  /** Its configuration is code of the project: it is run only where somebody has installed it for the project. */
  readonly isOwnOnly?: true;
  readonly files: RegExp;
  /** That of a folder's files which shows that the project uses it, there and below. */
  readonly evidence: Evidence;
  /** Where to run it: in the folder that has the evidence, or in that of the file. */
  readonly runsIn: "project" | "folder";
  args(path: string): readonly string[] | Promise<readonly string[]>;
  /** For people who have not got it. */
  readonly install: string;
}

export interface Evidence {
  /** Names of configuration files. */
  readonly files?: RegExp;
  /** What such a file says when the project uses the program, but not for formatting. */
  readonly unless?: RegExp;
  /** A table of pyproject.toml, with all below it. */
  readonly pyproject?: string;
  /** What .editorconfig must say. */
  readonly editorConfig?: RegExp;
  /** A key of package.json. */
  readonly packageKey?: string;
  /** A dependency in package.json: used when there is no configuration of any other. */
  readonly dependency?: string;
  /** The only one that the language has: no project needs to say so. */
  readonly always?: true;
}

const script = /\.([cm]?[jt]s|[jt]sx)$/i;
const python = /\.pyi?$/i;

const ruff = {
  name: "ruff",
  program: "ruff",
  home: "venv",
  files: python,
  runsIn: "project",
  args: (path: string) => ["format", "--stdin-filename", path, "-"],
  install: "pip install ruff",
} as const;

/** In the order in which they are looked for: what says the same thing of a file, the first of them has. */
export const formatters: readonly Formatter[] = [
  {
    name: "biome",
    program: "biome",
    home: "node_modules",
    files: new RegExp(`${script.source}|\\.(jsonc?|css|graphql|gql|html|vue|svelte|astro)$`, "i"),
    evidence: {
      files: /^\.?biome\.jsonc?$/,
      unless: /"formatter"\s*:\s*\{[^{}]*"enabled"\s*:\s*false/,
      dependency: "@biomejs/biome",
    },
    runsIn: "project",
    args: (path) => ["format", `--stdin-file-path=${path}`],
    install: "npm install --save-dev @biomejs/biome",
  },
  {
    name: "prettier",
    program: "prettier",
    home: "node_modules",
    isOwnOnly: true,
    files: new RegExp(
      `${script.source}|\\.(json[c5]?|css|scss|less|html?|vue|svelte|astro|mdx?|markdown|ya?ml|graphql|gql|hbs)$`,
      "i",
    ),
    evidence: {
      files: /^(\.prettierrc(\.\w+)?|prettier\.config\.[cm]?[jt]s)$/,
      packageKey: "prettier",
      dependency: "prettier",
    },
    runsIn: "project",
    args: (path) => ["--stdin-filepath", path],
    install: "npm install --save-dev prettier",
  },
  // Many projects check with ruff and format with black: a table of ruff's formatter says more than one of ruff.
  { ...ruff, evidence: { pyproject: "tool.ruff.format" } },
  {
    name: "black",
    program: "black",
    home: "venv",
    files: python,
    evidence: { pyproject: "tool.black" },
    runsIn: "project",
    args: (path) => ["--quiet", "--stdin-filename", path, "-"],
    install: "pip install black",
  },
  { ...ruff, evidence: { files: /^\.?ruff\.toml$/, pyproject: "tool.ruff" } },
  {
    name: "clang-format",
    program: "clang-format",
    home: "system",
    files: /\.(c|h|cc|hh|cpp|hpp|cxx|hxx|m|mm|java|proto|cs)$/i,
    evidence: { files: /^[._]clang-format$/ },
    runsIn: "project",
    args: (path) => [`--assume-filename=${path}`],
    install: "clang-format, with the system's packages",
  },
  {
    name: "shfmt",
    program: "shfmt",
    home: "system",
    files: /\.(sh|bash|bats|mksh)$/i,
    evidence: {
      editorConfig:
        /^[ \t]*\[.*(sh|bash|shell)\b.*\]|^[ \t]*(shell_variant|binary_next_line|switch_case_indent|space_redirects)[ \t]*=/m,
    },
    runsIn: "folder",
    args: (path) => ["--filename", path],
    install: "shfmt, with the system's packages",
  },
  {
    name: "gofmt",
    program: "gofmt",
    home: "system",
    files: /\.go$/,
    evidence: { always: true },
    runsIn: "folder",
    args: () => [],
    install: "Go, which has it: go.dev",
  },
  {
    name: "rustfmt",
    program: "rustfmt",
    home: "system",
    files: /\.rs$/,
    evidence: { always: true },
    runsIn: "folder",
    // Of what it reads from its input it does not look for the edition itself.
    args: async (path) => ["--emit", "stdout", "--edition", await rustEdition(dirname(path))],
    install: "rustup component add rustfmt",
  },
];
