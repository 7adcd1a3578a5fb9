import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const source = fileURLToPath(new URL("../src", import.meta.url));

/** What each part may import, besides its own files: the page runs in a browser, the server in Node. */
const allowed: Readonly<Record<string, RegExp>> = {
  page: /^(@idebridge\/(headless\/protocol|review|sdk\/core)|@codemirror\/|@lezer\/|preact\b|@preact\/signals)/,
  server: /^(node:|@idebridge\/(headless|sdk\/core|sdk\/node)$)/,
};

it.each(Object.keys(allowed))("%s imports only what runs where it runs", (part) => {
  const folder = join(source, part);
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    /\.tsx?$/.test(name),
  );
  const wrong = files.flatMap((name) => {
    const text = readFileSync(join(folder, name), "utf8");
    const statements = /^(?:(?:import|export)\b[^"';]*?from|import)\s*"([^"]+)"|\bimport\("([^"]+)"\)/gm;
    const imported = [...text.matchAll(statements)].map((match) => match[1] ?? match[2]!);
    return imported
      .filter((each) =>
        each.startsWith(".") ? !isInPart(join(folder, name), each, folder) : !allowed[part]!.test(each),
      )
      .map((each) => `${name} imports ${each}`);
  });
  expect(files.length).toBeGreaterThan(0);
  expect(wrong).toEqual([]);
});

function isInPart(file: string, imported: string, folder: string): boolean {
  return !relative(folder, resolve(file, "..", imported)).startsWith("..");
}
