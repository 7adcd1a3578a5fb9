import { defineCommand } from "../command.ts";
import { exitCodes } from "../exitCodes.ts";
import { connectIde, ideOptions } from "../ideTarget.ts";
import { printable, printableJson } from "../printable.ts";
import { styleFor } from "../style.ts";
import { textTable } from "../textTable.ts";

export const tools = defineCommand({
  name: "tools",
  summary: "List the tools of a running IDE",
  usage: "tools [options]",
  arguments: [],
  options: {
    json: { type: "boolean", description: "Print JSON, with the schema of each tool" },
    ...ideOptions,
  },
  examples: [
    { line: "idebridge tools", does: "those of the IDE of this folder" },
    { line: "idebridge tools --ide 45123 --json", does: "those of another, with their schemas" },
  ],
  async run({ values }, context) {
    await using ide = await connectIde(values, context);
    if (values.json) {
      context.stdout.write(`${printableJson(ide.tools, 2)}\n`);
      return exitCodes.ok;
    }
    const { bold } = styleFor(context);
    const rows = ide.tools.map(({ name, inputSchema, description }) => [
      { text: printable(name), paint: bold },
      printable(parametersOf(inputSchema)),
      printable(String(description ?? "").split("\n")[0]!),
    ]);
    context.stdout.write(rows.length > 0 ? textTable(rows) : "This IDE offers no tools.\n");
    return exitCodes.ok;
  },
});

/** The names of the parameters, those that may be left out with a question mark. */
function parametersOf(schema: unknown): string {
  const { properties, required } = (schema ?? {}) as { properties?: unknown; required?: unknown };
  if (typeof properties !== "object" || properties === null) return "";
  const needed = Array.isArray(required) ? required : [];
  return Object.keys(properties)
    .map((name) => (needed.includes(name) ? name : `${name}?`))
    .join(", ");
}
