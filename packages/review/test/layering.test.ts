import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const source = fileURLToPath(new URL("../src/", import.meta.url));

it("needs nothing but its own files and the diff library: it must run in a browser", () => {
  const imports = readdirSync(source, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .flatMap((name) => importsOf(readFileSync(source + name, "utf8")).map((imported) => [name, imported]));
  const isAllowed = (imported = ""): boolean =>
    imported.startsWith("./") || imported.startsWith("vscode-diff/");
  expect(imports.length).toBeGreaterThan(20);
  expect(imports.filter(([, imported]) => !isAllowed(imported))).toEqual([]);
});

function importsOf(text: string): string[] {
  return [...text.matchAll(/\b(?:from|import)\s*\(?\s*"([^"]+)"/g)].map((match) => match[1]!);
}
