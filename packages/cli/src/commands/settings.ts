import { defineCommand } from "../command.ts";
import { exitCodes } from "../exitCodes.ts";
import { printable, printableJson } from "../printable.ts";
import {
  describeProblem,
  type LoadedSettings,
  loadSettings,
  type SettingsFile,
} from "../settings/loadSettings.ts";
import { type SettingSchema, settingsSchema } from "../settings/settingsSchema.ts";
import { styleFor } from "../style.ts";
import { textTable } from "../textTable.ts";

export const settings = defineCommand({
  name: "settings",
  summary: "Show the settings for this folder, and where they come from",
  usage: "settings [options]",
  arguments: [],
  options: { json: { type: "boolean", description: "Print JSON" } },
  description:
    "idebridge.json of the project goes before the settings of the user; options of a command before both.",
  examples: [{ line: "idebridge settings", does: "files, values, and what is wrong with them" }],
  async run({ values }, context) {
    const loaded = await loadSettings(context.cwd, context.env);
    const { files, problems } = loaded;
    const code = problems.length > 0 ? exitCodes.usage : exitCodes.ok;
    const rows = effective(loaded);
    if (values.json) {
      const value = {
        files: files.map(({ scope, path, exists }) => ({ scope, path, exists })),
        settings: Object.fromEntries(
          rows.map(({ name, value, from }) => [name, { value: value ?? null, from }]),
        ),
        problems,
      };
      context.stdout.write(`${printableJson(value, 2)}\n`);
      return code;
    }
    const { bold, dim } = styleFor(context);
    context.stdout.write(`${bold("Files")}\n`);
    context.stdout.write(
      textTable(
        files.map(({ scope, path, exists }) => [
          scope,
          printable(path),
          { text: exists ? "" : "not there", paint: dim },
        ]),
      ),
    );
    context.stdout.write(`\n${bold("Values")}\n`);
    context.stdout.write(
      textTable(
        // There are many keys: those that are as ever are in the documentation.
        rows
          .filter(({ name, from }) => !name.startsWith("keys.") || from !== "default")
          .map(({ name, value, from }) => [
            name,
            printable(value === undefined ? "-" : JSON.stringify(value)),
            { text: from, paint: dim },
          ]),
      ),
    );
    for (const problem of problems) context.stderr.write(`${printable(describeProblem(problem))}\n`);
    return code;
  },
});

interface EffectiveSetting {
  readonly name: string;
  readonly value: unknown;
  readonly from: string;
}

function effective({ settings, files }: LoadedSettings): EffectiveSetting[] {
  return leaves(settingsSchema)
    .filter(({ name }) => name !== "$schema")
    .map(({ name, schema }) => {
      const setBy = files.filter((file) => valueAt(file.settings, name) !== undefined);
      const value = valueAt(settings, name) ?? schema.default;
      return { name, value, from: fromOf(name, value, setBy) };
    });
}

/** What is denied adds up; the others are taken from one file. */
function fromOf(name: string, value: unknown, setBy: readonly SettingsFile[]): string {
  if (setBy.length === 0) return value === undefined ? "not set" : "default";
  if (name === "sharing.deny") return setBy.map(({ scope }) => scope).join(", ");
  return setBy.findLast(({ settings }) => valueAt(settings, name) === value)!.scope;
}

/** The settings that hold no others, with their full names. */
export function leaves(schema: SettingSchema, prefix = ""): { name: string; schema: SettingSchema }[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, child]) => {
    const name = prefix + key;
    return child.properties ? leaves(child, `${name}.`) : [{ name, schema: child }];
  });
}

function valueAt(value: unknown, name: string): unknown {
  return name
    .split(".")
    .reduce<unknown>((at, key) => (at as Readonly<Record<string, unknown>> | undefined)?.[key], value);
}
