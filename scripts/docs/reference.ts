import { dialectsPage } from "./dialectsPage.ts";
import { limitsPage } from "./limitsPage.ts";
import { notificationsPage } from "./notificationsPage.ts";
import { toolsPage } from "./toolsPage.ts";

/** All pages of the reference, by file name. */
export async function reference(limitsSource: string): Promise<Readonly<Record<string, string>>> {
  return {
    "tools.md": await toolsPage(),
    "notifications.md": await notificationsPage(),
    "dialects.md": await dialectsPage(),
    "limits.md": await limitsPage(limitsSource),
  };
}
