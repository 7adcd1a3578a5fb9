import { loadCommands } from "../src/commandTable.ts";
import { settingsJsonSchema } from "../src/settings/settingsSchema.ts";
import { commandsPage } from "./commandsPage.ts";
import { mcpPage } from "./mcpPage.ts";
import { settingsPage } from "./settingsPage.ts";

/** What is generated from the sources, by path from the root of the repository. */
export async function pages(): Promise<Readonly<Record<string, string>>> {
  return {
    "docs/cli.md": commandsPage(await loadCommands()),
    "docs/mcp.md": mcpPage(),
    "docs/settings.md": settingsPage(),
    "packages/cli/schema/idebridge.schema.json": `${shortLists(JSON.stringify(settingsJsonSchema(), undefined, 2))}\n`,
  };
}

/** Lists on one line where they fit, as the formatter wants them. */
function shortLists(json: string): string {
  return json.replace(/\[\s*("[^\]{}]*?)\s*\]/g, (_, items: string) => `[${items.replace(/,\s+/g, ", ")}]`);
}
