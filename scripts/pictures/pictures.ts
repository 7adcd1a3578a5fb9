/** Makes the pictures of the screen in the documentation: `npm run pictures`, after `npm run build`. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Project } from "../../test/idebridge/project.ts";
import type { ScreenTerminal } from "../../test/idebridge/screenTerminal.ts";
import { cart, cartProposed, price, priceProposed } from "./exampleTexts.ts";
import { darkPicture, lightPicture, type PictureTheme, toSvg } from "./toSvg.ts";

const folder = join(process.cwd(), "docs", "pictures");
mkdirSync(folder, { recursive: true });

function save(screen: ScreenTerminal, name: string, title: string, theme: PictureTheme): void {
  writeFileSync(join(folder, `${name}.svg`), toSvg(screen, title, theme));
  console.log(`docs/pictures/${name}.svg`);
}

async function start(
  project: Project,
  columns: number,
  rows: number,
  theme: PictureTheme,
): Promise<ScreenTerminal> {
  const screen = project.startOnScreen([], {
    columns,
    rows,
    program: join(process.cwd(), "packages", "cli", "bin", "idebridge.cjs"),
    background: theme.background,
    env: { COLORTERM: "truecolor" },
  });
  await screen.until("claude --ide");
  return screen;
}

/** Colours come a moment after the text. */
async function coloured(screen: ScreenTerminal, word: string): Promise<void> {
  await screen.until((shown) => shown.screen().includes(word) && shown.styleOf(word).fg !== undefined);
  await screen.until((shown) => !shown.screen().includes("just appeared"));
}

async function review(theme: PictureTheme, name: string, columns: number, rows: number): Promise<void> {
  await using project = new Project({ "src/cart.ts": cart });
  const screen = await start(project, columns, rows, theme);
  const clientInfo = { name: "claude-code", version: "2.1.325" };
  await using agent = await project.agent({ clientInfo });
  const asked = agent.openDiff({ path: project.path("src/cart.ts"), contents: cartProposed });
  asked.catch(() => {});
  await coloured(screen, "private");
  screen.press("a", "x");
  await screen.until("✗1");
  save(screen, name, "A change of three hunks: one is accepted, one rejected, one undecided", theme);
}

async function changes(theme: PictureTheme): Promise<void> {
  await using project = new Project({ "src/cart.ts": cart, "src/price.ts": price });
  const screen = await start(project, 100, 16, theme);
  const clientInfo = { name: "claude-code", version: "2.1.325" };
  await using agent = await project.agent({ clientInfo });
  for (const files of [
    { "src/cart.ts": cartProposed },
    { "src/price.ts": priceProposed, "src/tax.ts": "export const tax = 0.19;\n" },
  ]) {
    await agent.closeAllDiffs();
    for (const [path, text] of Object.entries(files)) {
      await agent.diagnostics(project.path(path));
      project.write(path, text);
      await agent.diagnostics();
    }
    await screen.until(`Changes ${"src/cart.ts" in files ? 1 : 3}`);
  }
  screen.press("2", "j");
  await screen.until("take back");
  save(screen, "changes", "What an agent wrote without asking, prompt by prompt", theme);
}

await review(darkPicture, "review", 140, 30);
await review(lightPicture, "review-light", 84, 30);
await changes(darkPicture);
