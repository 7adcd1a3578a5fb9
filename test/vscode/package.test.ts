import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { expect, inject, it } from "vitest";

/** What VS Code has of our extension once it is installed. */
const { extensions } = inject("codeServerKit");
const name = readdirSync(extensions).find((each) => each.startsWith("idebridge.idebridge-vscode-"));
const installed = path.join(extensions, name!);

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
  const readme = readFileSync(path.join(installed, "readme.md"), "utf8");
  const pictures = [...readme.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(([, address]) => address!);
  expect(pictures.filter((address) => !address.startsWith("https://"))).toEqual([]);
});

it("has what its walkthrough shows", () => {
  const { contributes } = JSON.parse(readFileSync(path.join(installed, "package.json"), "utf8"));
  const shown: string[] = contributes.walkthroughs
    .flatMap(({ steps }: { steps: { media: Record<string, string> }[] }) => steps)
    .map(({ media }: { media: Record<string, string> }) => media.image ?? media.markdown);
  expect(shown.length).toBe(4);
  expect(shown.filter((file) => !existsSync(path.join(installed, file)))).toEqual([]);
});
