import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { expect, inject, it } from "vitest";

/** What VS Code has of our extension once it is installed. */
const { extensions } = inject("codeServerKit");
const name = readdirSync(extensions).find((each) => each.startsWith("idebridge.idebridge-vscode-"));
const installed = path.join(extensions, name!);
const manifest = JSON.parse(readFileSync(path.join(installed, "package.json"), "utf8"));
const readme = readFileSync(path.join(installed, "readme.md"), "utf8");

it("is small: one file of at most 250 KB, and the licences of what is in it", () => {
  expect(readdirSync(path.join(installed, "dist")).sort()).toEqual(["THIRD-PARTY.txt", "extension.cjs"]);
  expect(statSync(path.join(installed, "dist/extension.cjs")).size).toBeLessThanOrEqual(250 * 1024);
});

it("has nothing in it but what it needs", () => {
  const top = readdirSync(installed).filter((each) => !each.startsWith("."));
  expect(top.map((each) => each.toLowerCase()).sort()).toEqual(
    ["dist", "license.txt", "media", "package.json", "readme.md"].sort(),
  );
});

it("shows no broken picture: VS Code takes those of a README from the web only", () => {
  const pictures = [...readme.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(([, address]) => address!);
  expect(pictures.filter((address) => !address.startsWith("https://"))).toEqual([]);
});

it("has what its walkthrough shows", () => {
  const shown: string[] = manifest.contributes.walkthroughs
    .flatMap(({ steps }: { steps: { media: Record<string, string> }[] }) => steps)
    .map(({ media }: { media: Record<string, string> }) => media.image ?? media.markdown);
  expect(shown.length).toBe(4);
  expect(shown.filter((file) => !existsSync(path.join(installed, file)))).toEqual([]);
});

interface Setting {
  readonly default: unknown;
  readonly description?: string;
  readonly markdownDescription?: string;
}

it("describes every setting, and names it in its README with what it is by default", () => {
  const settings = Object.entries<Setting>(manifest.contributes.configuration.properties);
  const plain = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
  const row = (key: string, value: string) => `| \`${key}\` | ${value && `\`${value}\` `}|`;
  const wrong = settings.filter(
    ([key, { default: value, description, markdownDescription }]) =>
      !(description ?? markdownDescription) || !readme.includes(row(key, plain(value))),
  );
  expect(settings.length).toBeGreaterThan(5);
  expect(wrong).toEqual([]);
});

it("names every command of the palette in its README, by its title", () => {
  const hidden = manifest.contributes.menus.commandPalette
    .filter(({ when }: { when: string }) => when === "false")
    .map(({ command }: { command: string }) => command);
  const titles: string[] = manifest.contributes.commands
    .filter(({ command }: { command: string }) => !hidden.includes(command))
    .map(({ title }: { title: string }) => title);
  expect(titles.filter((title) => !readme.includes(title))).toEqual([]);
});

it("runs where the files are: over ssh, in containers and in WSL too", () => {
  expect(manifest.extensionKind).toEqual(["workspace"]);
});
