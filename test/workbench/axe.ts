import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/** What keeps people from using the page with a screen reader or with poor sight, as far as axe can tell. */
export async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(source);
  const found = await page.evaluate<readonly Violation[]>("axe.run().then(({ violations }) => violations)");
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
  );
}
