import { dialectNames } from "@idebridge/sdk";
import { keyTable } from "../screen/keys/keyTable.ts";

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
  /** What every other property is; false when there are none. */
  readonly additionalProperties?: false | SettingSchema;
}

/** One setting for each action of the review screen. */
function keySettings() {
  const entries = Object.entries(keyTable).map(([action, { keys, does }]) => [
    action,
    {
      type: "array",
      items: { type: "string", minLength: 1 },
      default: keys,
      description: `${does[0]!.toUpperCase()}${does.slice(1)}.`,
    },
  ]);
  return Object.fromEntries(entries) as Readonly<Record<keyof typeof keyTable, KeySetting>>;
}

interface KeySetting {
  readonly type: "array";
  readonly items: { readonly type: "string"; readonly minLength: number };
  readonly default: readonly string[];
  readonly description: string;
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
      enum: dialectNames,
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
        record: {
          type: "boolean",
          default: true,
          description: "Whether to keep it. `false` not in the file of a project.",
        },
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
    theme: {
      type: "string",
      enum: ["auto", "light", "dark"],
      default: "auto",
      description: "The colours of the review screen. `auto` asks the terminal.",
    },
    layout: {
      type: "string",
      enum: ["auto", "sideBySide", "unified"],
      default: "auto",
      description: "How changes are shown at first. `auto`: side by side when the terminal is wide.",
    },
    notify: {
      type: "string",
      enum: ["none", "bell", "desktop"],
      default: "bell",
      description: "What happens when a change to review arrives while you look at another window.",
    },
    keys: {
      type: "object",
      additionalProperties: false,
      description: "Keys of the review screen, in place of its own. Not in the file of a project.",
      properties: keySettings(),
    },
    languageServers: {
      type: "object",
      additionalProperties: false,
      description:
        "The programs that find problems in files; see [diagnostics](diagnostics.md). Not in the file of a project.",
      properties: {
        enabled: { type: "boolean", default: true, description: "Whether to start any." },
        fromProject: {
          type: "boolean",
          default: true,
          description:
            "Whether to start those that are installed in the project (`node_modules`, `.venv`), its formatters, and its Python for notebooks. What is part of its repository is never started.",
        },
        scope: {
          type: "string",
          enum: ["touched", "project"],
          default: "touched",
          description:
            "The files whose problems agents are told: those that are open or were changed lately, or all of the project, up to 2,000.",
        },
        servers: {
          type: "object",
          description:
            "By name: how a server differs from what idebridge knows of it, or one that it does not know.",
          additionalProperties: {
            type: "object",
            additionalProperties: false,
            properties: {
              disabled: { type: "boolean", default: false, description: "Not started." },
              command: {
                type: "array",
                items: { type: "string" },
                description:
                  "The program and its arguments; it speaks the protocol on its standard input and output.",
              },
              files: {
                type: "array",
                items: { type: "string", minLength: 1 },
                description: "The files that it is for, as in `.gitignore`, with `*`, `**`, `?`, `{a,b}`.",
              },
              language: {
                type: "string",
                minLength: 1,
                description: "The language id that it knows them by.",
              },
              settings: {
                type: "object",
                description: "What it asks for by `workspace/configuration`, by dotted names.",
              },
              initializationOptions: { type: "object", description: "What it is given at its start." },
              rootMarkers: {
                type: "array",
                items: { type: "string", minLength: 1 },
                description: "Files that make a folder a project of its own, such as `go.mod`.",
              },
            },
          },
        },
      },
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
            : Schema extends { readonly additionalProperties: infer Other extends object }
              ? Readonly<Record<string, Valued<Other>>>
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
