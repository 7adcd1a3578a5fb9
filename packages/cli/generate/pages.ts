import { loadCommands } from "../src/commandTable.ts";
import { settingsJsonSchema } from "../src/settings/settingsSchema.ts";
import { commandsPage } from "./commandsPage.ts";
import { mcpPage } from "./mcpPage.ts";
import { reviewPage } from "./reviewPage.ts";
import { settingsPage } from "./settingsPage.ts";

/** What is generated from the sources, by path from the root of the repository. */
export async function pages(): Promise<Readonly<Record<string, string>>> {
  return {
    "docs/cli.md": commandsPage(await loadCommands()),
    "docs/mcp.md": mcpPage(),
    "docs/settings.md": settingsPage(),
    "docs/review.md": reviewPage(),
    "packages/cli/schema/idebridge.schema.json": `${shortLists(JSON.stringify(settingsJsonSchema(), undefined, 2))}\n`,
  };
}

/** Lists of texts on one line, as the formatter wants them. */
function shortLists(json: string): string {
  const text = /"(?:[^"\\]|\\.)*"/.source;
  return json.replace(new RegExp(`\\[\\s*(${text}(?:,\\s*${text})*)\\s*\\]`, "g"), (_, items: string) => {
    return `[${items.replace(/,\n\s+/g, ", ")}]`;
  });
}
