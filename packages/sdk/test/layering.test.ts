import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const source = fileURLToPath(new URL("../src", import.meta.url));

/** Each layer may import from itself and from those named: imports go one way. */
const layers: Readonly<Record<string, readonly string[]>> = {
  editor: [],
  protocol: ["editor"],
  tools: ["editor", "protocol"],
  dialects: ["editor", "protocol", "tools"],
  server: ["editor", "protocol", "tools", "dialects"],
  client: ["editor", "protocol", "tools", "dialects"],
  node: ["editor", "protocol", "tools", "dialects", "server", "client"],
  testing: ["editor", "protocol", "tools", "dialects", "server", "client"],
};

/** What may come from outside: everything but `node` must run in a browser. */
const packages: Readonly<Record<string, readonly string[]>> = {
  protocol: ["valibot"],
  tools: ["valibot"],
  client: ["valibot"],
  node: ["node:"],
};

it("has imports that go downwards only", () => {
  const wrong = sourceFiles().flatMap((file) => {
    const layer = layerOf(file);
    return importsOf(file)
      .filter((imported) => !isAllowed(file, layer, imported))
      .map((imported) => `${relative(source, file)} imports ${imported}`);
  });
  expect(wrong).toEqual([]);
});

it("knows every layer", () => {
  const folders = readdirSync(source, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map(({ name }) => name).sort()).toEqual(Object.keys(layers).sort());
});

function isAllowed(file: string, layer: string, imported: string): boolean {
  if (!imported.startsWith(".")) {
    return (packages[layer] ?? []).some(
      (name) => imported === name || (name.endsWith(":") && imported.startsWith(name)),
    );
  }
  const target = layerOf(resolve(dirname(file), imported));
  return target === layer || layers[layer]!.includes(target);
}

function sourceFiles(): string[] {
  return readdirSync(source, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && name.includes("/"))
    .map((name) => join(source, name));
}

function layerOf(file: string): string {
  return relative(source, file).split(/[\\/]/)[0]!;
}

function importsOf(file: string): string[] {
  const text = readFileSync(file, "utf8");
  return [...text.matchAll(/(?:^|\n)(?:import|export)\b[^"';]*?from\s*"([^"]+)"|\bimport\("([^"]+)"\)/g)].map(
    (match) => match[1] ?? match[2]!,
  );
}
