/** A language server that idebridge knows how to find, or that the settings name. */
export interface ServerDefinition {
  /** Its name in settings and for people, such as "pyright". */
  readonly name: string;
  /** The language ids that it is for. */
  readonly languages: readonly string[];
  /** Instead of the languages: the files that it is for, as in `.gitignore`. */
  readonly files?: readonly string[];
  /** The language id for files that `files` names; otherwise that of the file. */
  readonly languageId?: string;
  /** Ways to start it, the best first. */
  readonly programs: readonly ServerProgram[];
  /** What it wants to know by `workspace/configuration`, as the settings of VS Code are: by dotted names. */
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly initializationOptions?: unknown;
  /** Files that make a folder a project of its own, such as `go.mod`. */
  readonly rootMarkers?: readonly string[];
  /** Of several that do the same only the first that is installed runs, such as basedpyright and pyright. */
  readonly role?: string;
  /** How to get it, for people. */
  readonly install?: string;
}

/** Where a server's program may be. */
export type ServerProgram =
  /** A program by its name: in the project's own folders for programs, then on PATH. */
  | { readonly kind: "program"; readonly name: string; readonly args: readonly string[] }
  /** A program of an npm package in the project, run by our own Node. */
  | {
      readonly kind: "package";
      readonly package: string;
      readonly bin: string;
      readonly args: readonly string[];
    }
  /** TypeScript 7 is its own language server: that of the project, else ours. */
  | { readonly kind: "typescript" }
  /** The one for JSON, CSS and HTML that comes with idebridge. */
  | { readonly kind: "web" }
  /** As the settings say it. */
  | { readonly kind: "command"; readonly command: string; readonly args: readonly string[] };

/** What is to be started. */
export interface ServerCommand {
  readonly command: string;
  readonly args: readonly string[];
}

/** Programs that come with idebridge. Where they are depends on how it was installed. */
export interface BundledServers {
  /** The `package.json` of TypeScript 7 or later. */
  readonly typescript?: string;
  /** The program for JSON, CSS and HTML. */
  readonly web?: string;
}

/** The settings `languageServers`. */
export interface LanguageSettings {
  readonly enabled?: boolean;
  /** Whether programs that are installed in the project may be started. */
  readonly fromProject?: boolean;
  /** The files whose problems are told: those that were touched, or all of the project. */
  readonly scope?: "touched" | "project";
  readonly servers?: Readonly<Record<string, ServerSettings>>;
}

/** How one server differs from what idebridge knows of it, or all of it when it does not know it. */
export interface ServerSettings {
  readonly disabled?: boolean;
  readonly command?: readonly string[];
  readonly files?: readonly string[];
  readonly language?: string;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly initializationOptions?: Readonly<Record<string, unknown>>;
  readonly rootMarkers?: readonly string[];
}
