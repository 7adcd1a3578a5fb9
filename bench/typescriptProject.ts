import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { DiagnosedProject } from "./diagnosedProject.ts";

/** What a module says about itself: one line that can be made wrong. */
const goodMark = 'export const mark: "good" = "good";';
const badMark = (name: string) => `export const mark: "good" = "${name}";`;
const errorOf = (name: string) => `Type '"${name}"' is not assignable to type '"good"'.`;

/** Writes a strict TypeScript project: modules that use types and functions of each other, as real ones do. */
export function writeTypescriptProject(folder: string, modules: number): DiagnosedProject {
  mkdirSync(folder, { recursive: true });
  const options = { strict: true, module: "nodenext", target: "es2022", noUncheckedIndexedAccess: true };
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({ compilerOptions: options, include: ["src"] }),
  );
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "generated", type: "module" }));
  let lines = 0;
  const files = Array.from({ length: modules }, (_, index) => {
    const path = join(folder, "src", `area${index % 20}`, `module${index}.ts`);
    const text = moduleText(index);
    mkdirSync(join(path, ".."), { recursive: true });
    writeFileSync(path, text);
    lines += text.split("\n").length;
    return path;
  });
  return {
    language: "TypeScript",
    server: "built in",
    folder,
    size: `${modules} files, ${lines} lines of TypeScript`,
    edit(number) {
      const path = files[(Math.floor(number / 2) * 37) % files.length]!;
      const wrong = number % 2 === 0 ? `edit ${number}` : undefined;
      const mark = wrong === undefined ? goodMark : badMark(wrong);
      const expected = wrong === undefined ? [] : [errorOf(wrong)];
      return {
        path,
        text: readFileSync(path, "utf8").replace(/^export const mark: .*$/m, mark),
        isFresh: (problems) =>
          problems.flatMap(({ diagnostics }) => diagnostics.map(({ message }) => message)).join() ===
          expected.join(),
      };
    },
  };
}

function moduleText(index: number): string {
  const used = [1, 2, 7, 20].map((distance) => index - distance).filter((other) => other >= 0);
  const imports = used.map(
    (other) => `import { type Item${other}, total${other} } from "../area${other % 20}/module${other}.js";`,
  );
  const parts = Array.from({ length: 8 }, (_, part) => functionText(index, part));
  const totals = used.map((other) => `total${other}([])`).join(" + ") || "0";
  const items = used.map((other) => `readonly other${other}?: Item${other};`).join("\n  ");
  return `${imports.join("\n")}
${goodMark}

export interface Item${index} {
  readonly id: number;
  readonly name: string;
  readonly tags: readonly string[];
  ${items}
}

export type Keyed${index} = { readonly [Key in keyof Item${index} as \`key_\${string & Key}\`]: Item${index}[Key] };

${parts.join("\n")}
export function total${index}(items: readonly Item${index}[]): number {
  return items.reduce((sum, { id }) => sum + id, ${totals});
}
`;
}

function functionText(index: number, part: number): string {
  return `/** Groups items by what \`keyOf\` finds in them. */
export function group${index}_${part}<Key extends string>(
  items: readonly Item${index}[],
  keyOf: (item: Item${index}) => Key,
): ReadonlyMap<Key, readonly Item${index}[]> {
  const groups = new Map<Key, Item${index}[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key) ?? [];
    group.push({ ...item, tags: [...item.tags, \`part${part}\`] });
    groups.set(key, group);
  }
  return groups;
}
`;
}
