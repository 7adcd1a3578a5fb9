/** The part of JSON Schema that settings are described with. */
export interface SettingSchema {
  readonly type: "string" | "number" | "integer" | "boolean" | "array" | "object";
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly items?: SettingSchema;
  readonly properties?: Readonly<Record<string, SettingSchema>>;
  readonly additionalProperties?: false;
}

/** All settings: the JSON Schema for editors, the check, the types and the reference come from here. */
export const settingsSchema = {
  type: "object",
  additionalProperties: false,
  properties: {
    $schema: { type: "string", description: "Where editors find the schema of this file." },
    name: {
      type: "string",
      minLength: 1,
      description: 'What the IDE is called in `/ide`. When left out: "idebridge".',
    },
    port: {
      type: "integer",
      minimum: 1,
      maximum: 65535,
      description: "The port to listen on. When left out: the one of last time, else any that is free.",
    },
    dialect: {
      type: "string",
      enum: ["claude-code", "jetbrains", "nexus", "obsidian", "kale"],
      default: "claude-code",
      description: "The form of the protocol that the clients speak.",
    },
    configDir: {
      type: "string",
      minLength: 1,
      description:
        "Where Claude Code keeps its settings and looks for IDEs. When left out: `CLAUDE_CONFIG_DIR`, else `~/.claude`. Not in the file of a project.",
    },
    review: {
      type: "string",
      enum: ["terminal", "browser", "accept", "reject", "plain"],
      description:
        "Where proposed changes are reviewed, or how they are all answered. When left out: in the terminal if there is one. `accept` not in the file of a project.",
    },
    logLevel: {
      type: "string",
      enum: ["silent", "error", "warn", "info", "debug"],
      default: "warn",
      description: "How much to tell about what goes on.",
    },
    sharing: {
      type: "object",
      additionalProperties: false,
      description: "What agents are told.",
      properties: {
        deny: {
          type: "array",
          items: { type: "string", minLength: 1 },
          default: [],
          description:
            "Files that no agent is told about, as in `.gitignore`, in addition to `.env`, keys and the like. A leading `!` shares again; not in the file of a project.",
        },
        selectionCharacters: {
          type: "integer",
          minimum: 0,
          default: 50_000,
          description: "The longest selection that is shared whole, in characters.",
        },
      },
    },
    changes: {
      type: "object",
      additionalProperties: false,
      description: "The record of what agents write without asking, which `idebridge changes` lists.",
      properties: {
        record: { type: "boolean", default: true, description: "Whether to keep it." },
        megabytes: {
          type: "integer",
          minimum: 1,
          default: 64,
          description: "How large it may grow; the oldest goes first.",
        },
      },
    },
    notebooks: {
      type: "object",
      additionalProperties: false,
      description: "Code that agents run in Jupyter kernels (the tool `executeCode`).",
      properties: {
        enabled: {
          type: "boolean",
          default: true,
          description: "Whether agents can run code. `true` not in the file of a project.",
        },
        ask: {
          type: "boolean",
          default: false,
          description:
            "Whether to ask here before each call, in addition to the agent's own question. `false` not in the file of a project.",
        },
        seconds: {
          type: "integer",
          minimum: 1,
          maximum: 604_800,
          default: 600,
          description:
            "How long code may run. It is interrupted then; when it does not react, its kernel is ended.",
        },
        outputCharacters: {
          type: "integer",
          minimum: 1_000,
          maximum: 1_000_000,
          default: 30_000,
          description: "The most text of an answer. Of more, the start and the end are told.",
        },
        python: {
          type: "string",
          minLength: 1,
          description:
            "The Python for notebooks that name no other kernel, as a path or a name on the `PATH`; it must have `ipykernel`. When left out: that of the project's `.venv`, `venv` or conda environment, else the first on the `PATH` that has it. Not in the file of a project.",
        },
      },
    },
    keys: {
      type: "object",
      description: "Reserved for the keys of the terminal review. Has no effect yet.",
    },
    languageServers: {
      type: "object",
      description: "Reserved for language servers. Has no effect yet. Not in the file of a project.",
    },
  },
} as const satisfies SettingSchema;

type Valued<Schema> = Schema extends { readonly enum: readonly (infer Choice)[] }
  ? Choice
  : Schema extends { readonly type: "string" }
    ? string
    : Schema extends { readonly type: "number" | "integer" }
      ? number
      : Schema extends { readonly type: "boolean" }
        ? boolean
        : Schema extends { readonly type: "array"; readonly items: infer Item }
          ? readonly Valued<Item>[]
          : Schema extends { readonly properties: infer Properties }
            ? { readonly [Name in keyof Properties]?: Valued<Properties[Name]> }
            : Readonly<Record<string, unknown>>;

export type Settings = Omit<Valued<typeof settingsSchema>, "$schema">;

/** The schema as a file that editors can use. */
export function settingsJsonSchema(): object {
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "Settings of idebridge",
    allowComments: true,
    allowTrailingCommas: true,
    ...settingsSchema,
  };
}
