import type { LanguageSettings, ServerDefinition, ServerSettings } from "./serverDefinition.ts";

const program = (name: string, ...args: readonly string[]) => ({ kind: "program", name, args }) as const;
const npm = (name: string, bin: string, ...args: readonly string[]) =>
  ({ kind: "package", package: name, bin, args }) as const;

/** The servers that need no settings. Of those with the same role the first one that is found runs. */
export const knownServers: readonly ServerDefinition[] = [
  {
    name: "typescript",
    languages: ["typescript", "typescriptreact", "javascript", "javascriptreact"],
    programs: [{ kind: "typescript" }],
    // It would fetch types from the npm registry by itself.
    settings: {
      "js/ts.tsserver.automaticTypeAcquisition.enabled": false,
      "typescript.disableAutomaticTypeAcquisition": true,
      "javascript.disableAutomaticTypeAcquisition": true,
    },
    install: "npm install --save-dev typescript@7",
  },
  {
    name: "web",
    languages: ["json", "jsonc", "css", "scss", "less", "html"],
    programs: [{ kind: "web" }],
  },
  {
    name: "basedpyright",
    languages: ["python"],
    role: "python types",
    programs: [
      npm("basedpyright", "basedpyright-langserver", "--stdio"),
      program("basedpyright-langserver", "--stdio"),
    ],
  },
  {
    name: "pyright",
    languages: ["python"],
    role: "python types",
    programs: [npm("pyright", "pyright-langserver", "--stdio"), program("pyright-langserver", "--stdio")],
    install: "npm install --global pyright, or pip install pyright",
  },
  {
    name: "ruff",
    languages: ["python"],
    role: "python lint",
    programs: [program("ruff", "server")],
  },
  {
    name: "gopls",
    languages: ["go", "go.mod"],
    programs: [program("gopls")],
    // It waits for a second otherwise, in case somebody is typing.
    settings: { "gopls.diagnosticsDelay": "100ms" },
    rootMarkers: ["go.work", "go.mod"],
    install: "go install golang.org/x/tools/gopls@latest",
  },
  {
    name: "rust-analyzer",
    languages: ["rust"],
    programs: [program("rust-analyzer")],
    rootMarkers: ["Cargo.toml"],
    install: "rustup component add rust-analyzer",
  },
  {
    name: "clangd",
    languages: ["c", "cpp", "objective-c", "objective-cpp"],
    programs: [program("clangd")],
    install: "apt install clangd, or brew install llvm",
  },
  {
    name: "yaml",
    languages: ["yaml"],
    programs: [
      npm("yaml-language-server", "yaml-language-server", "--stdio"),
      program("yaml-language-server", "--stdio"),
    ],
    settings: { "yaml.validate": true, "redhat.telemetry.enabled": false },
    install: "npm install --global yaml-language-server",
  },
  {
    name: "bash",
    languages: ["shellscript"],
    programs: [
      npm("bash-language-server", "bash-language-server", "start"),
      program("bash-language-server", "start"),
    ],
    install: "npm install --global bash-language-server; it also needs shellcheck",
  },
  {
    name: "marksman",
    languages: ["markdown"],
    role: "markdown",
    programs: [program("marksman", "server")],
    install: "brew install marksman, or snap install marksman",
  },
  {
    name: "markdown",
    languages: ["markdown"],
    role: "markdown",
    programs: [program("vscode-markdown-language-server", "--stdio")],
  },
];

/** The servers of a workspace: those that are known, as the settings change them, and those that only the settings name. */
export function definitionsFor({ servers = {} }: LanguageSettings): readonly ServerDefinition[] {
  const known = knownServers.map((each) => adjusted(each, servers[each.name] ?? {}));
  const own = Object.entries(servers)
    .filter(([name]) => !knownServers.some((each) => each.name === name))
    .map(([name, settings]) => adjusted({ name, languages: [], programs: [] }, settings));
  return [...own, ...known].filter(({ name, programs }) => !servers[name]?.disabled && programs.length > 0);
}

function adjusted(definition: ServerDefinition, settings: ServerSettings): ServerDefinition {
  const { command, files, language, rootMarkers, initializationOptions } = settings;
  const [first, ...args] = command ?? [];
  return {
    ...definition,
    ...(first !== undefined && { programs: [{ kind: "command", command: first, args }] }),
    ...(files && { files }),
    ...(language !== undefined && {
      languageId: language,
      ...(!files && { languages: [language] }),
    }),
    ...(rootMarkers && { rootMarkers }),
    ...(initializationOptions && { initializationOptions }),
    ...(settings.settings && { settings: { ...definition.settings, ...settings.settings } }),
  };
}
