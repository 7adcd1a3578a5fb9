import { leaves } from "../src/commands/settings.ts";
import { type SettingSchema, settingsSchema } from "../src/settings/settingsSchema.ts";

const head = `# Settings

<!-- Generated from packages/cli/src/settings/settingsSchema.ts: npm run docs -->

Two files, both optional: \`idebridge.json\` in the project (in the folder that is served, or above it in the same git repository)
and \`$XDG_CONFIG_HOME/idebridge/settings.json\` (\`~/.config/idebridge/settings.json\`) of the user. The project goes before the user,
the command line before both; what \`sharing.deny\` names adds up, and of two \`sharing.selectionCharacters\` the smaller
counts. \`idebridge settings\` shows what is in effect and where it comes from.

Comments and commas at the end of lists are allowed. An unknown or wrong setting is named with \`file:line:column\`, and
\`idebridge serve\` does not start with one: a misspelt \`deny\` would share what should be kept.

A project may not set what would work against whoever has just cloned it: \`configDir\`, \`languageServers\`, \`keys\`,
\`review: "accept"\`, \`changes.record: false\`, patterns of \`sharing.deny\` that begin with \`!\`, and of the notebooks \`notebooks.python\`, \`notebooks.enabled: true\` and
\`notebooks.ask: false\`.
`;

const foot = `## In an editor

The package has a JSON Schema, \`schema/idebridge.schema.json\`. Name it in the file, and the editor completes and checks:

\`\`\`jsonc
{
  "$schema": "./node_modules/idebridge/schema/idebridge.schema.json",
  // Nobody needs to see these.
  "sharing": { "deny": ["fixtures/customers/**"] },
}
\`\`\`
`;

/** The reference of all settings. */
export function settingsPage(): string {
  const rows = leaves(settingsSchema)
    .flatMap(withNamed)
    .map(
      ({ name, schema }) =>
        `| \`${name}\` | ${shownValue(schema)} | ${shownDefault(schema)} | ${(schema.description ?? "").replaceAll("|", "\\|")} |`,
    );
  return `${head}\n| setting | value | default | |\n|---|---|---|---|\n${rows.join("\n")}\n\n${foot}`;
}

/** Settings that hold others by names which the user gives: each of those too. */
function withNamed(leaf: ReturnType<typeof leaves>[number]): readonly (typeof leaf)[] {
  const { additionalProperties: named } = leaf.schema;
  return named ? [leaf, ...leaves(named, `${leaf.name}.<name>.`)] : [leaf];
}

function shownValue(schema: SettingSchema): string {
  if (schema.enum) return schema.enum.map((choice) => `\`"${choice}"\``).join(", ");
  if (schema.items) return "a list of texts";
  const { minimum, maximum } = schema;
  const limits =
    minimum === undefined
      ? ""
      : maximum === undefined
        ? `, ${minimum} or more`
        : `, ${minimum} to ${maximum}`;
  const names = {
    string: "a text",
    number: "a number",
    integer: "a whole number",
    boolean: "`true`, `false`",
    array: "a list",
    object: "an object",
  } as const;
  return names[schema.type] + limits;
}

function shownDefault(schema: SettingSchema): string {
  return schema.default === undefined ? "" : `\`${JSON.stringify(schema.default)}\``;
}
