import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const repository = fileURLToPath(new URL("../../../", import.meta.url));
const page = readFileSync(join(repository, "docs/security.md"), "utf8");

interface Row {
  readonly threat: string;
  readonly happens: string;
  readonly proofs: readonly { readonly file: string; readonly name: string }[];
}

/** The rows of all tables that name tests. */
const rows: readonly Row[] = page
  .split("\n")
  .filter((line) => line.startsWith("| ") && /\.ts`: "/.test(line))
  .map((line) => {
    const [threat = "", happens = "", proved = ""] = line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim());
    const proofs = proved.split("; `").flatMap((part) => {
      const [, file = "", names = ""] = /^`?([^`]+)`: (.*)$/.exec(part) ?? [];
      return Array.from(names.matchAll(/"([^"]+)"/g), ([, name]) => ({ file, name: name! }));
    });
    return { threat, happens, proofs };
  });

it("every threat has what happens, and a test that proves it", () => {
  const threats = page.split("## Threats, one by one")[1]!;
  const lines = threats.split("\n").filter((line) => /^\| (?!threat )/.test(line));
  expect([rows.length, rows.length > 40]).toEqual([lines.length, true]);
  const lacking = rows.filter(({ threat, happens, proofs }) => !threat || !happens || proofs.length === 0);
  expect(lacking).toEqual([]);
});

it("every test that is named is in the file that is named, as the name of a test", () => {
  const missing = rows.flatMap(({ proofs }) =>
    proofs.filter(({ file, name }) => {
      const quoted = [JSON.stringify(name), `\`${name}\``];
      const source = readFileSync(join(repository, file), "utf8");
      // After `test(`, `test.each(…)(`, `it.each<…>([…])(`, or on a line of its own below one of these.
      return !quoted.some((text) => new RegExp(`(?:\\(|\\?|:)\\s*${escaped(text)}`).test(source));
    }),
  );
  expect(missing).toEqual([]);
});

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
