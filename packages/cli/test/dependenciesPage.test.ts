import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const repository = fileURLToPath(new URL("../../../", import.meta.url));
const read = (path: string) => readFileSync(join(repository, path), "utf8");

interface Manifest {
  readonly name: string;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

interface Locked {
  readonly version: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const folders = [
  ...readdirSync(join(repository, "packages")).map((name) => `packages/${name}`),
  "editors/vscode",
];
const manifests = folders.map((folder) => ({
  folder,
  manifest: JSON.parse(read(`${folder}/package.json`)) as Manifest,
}));
const locked = (JSON.parse(read("package-lock.json")) as { packages: Record<string, Locked> }).packages;
const isOurs = (name: string) => name.startsWith("@idebridge/");

/** The place in the lock file of what a package in this folder gets by that name. */
function placeOf(name: string, from: string): string {
  for (let at = from; ; at = at.replace(/(^|\/)(node_modules\/(@[^/]+\/)?[^/]+|[^/]+)$/, "")) {
    const place = `${at === "" ? "" : `${at}/`}node_modules/${name}`;
    if (locked[place]) return place;
    if (at === "") throw new Error(`${name} is not in the lock file`);
  }
}

/** All that npm installs for a package of ours, without our own and without the binaries of other platforms. */
function installed(from: string, found = new Set<string>()): ReadonlySet<string> {
  const { dependencies = {} } = from.includes("node_modules/") ? locked[from]! : manifestOf(from);
  for (const name of Object.keys(dependencies).filter((each) => !isOurs(each))) {
    const place = placeOf(name, from);
    if (!found.has(place)) installed(place, found.add(place));
  }
  return found;
}

function manifestOf(folder: string): Manifest {
  return manifests.find((each) => each.folder === folder)!.manifest;
}

/** The rows of the table under this heading, each as its cells. */
function rowsUnder(heading: string): readonly (readonly string[])[] {
  const section = read("docs/dependencies.md")
    .split(/^## /m)
    .find((each) => each.startsWith(heading))!;
  const lines = section
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .slice(2);
  return lines.map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll("`", "")),
  );
}

/** Test tools and types: they are in nothing that is published. */
const onlyForUs = ["@types/vscode"];

describe("docs/dependencies.md", () => {
  it("names all that is installed with each package, and how much that is", () => {
    const rows = manifests.flatMap(({ folder, manifest: { name, dependencies = {} } }) => {
      const needs = Object.entries(dependencies).filter(([each]) => !isOurs(each));
      const all = [...installed(folder)];
      // TypeScript has one more package: its program for this platform.
      const count = all.length + (all.some((place) => place.endsWith("node_modules/typescript")) ? 1 : 0);
      if (needs.length === 0) return [[name, "nothing", "", "", String(count)]];
      return needs.map(([each, version]) => {
        return [name, each, version, locked[placeOf(each, folder)]!.license, String(count)];
      });
    });
    expect(rowsUnder("What is installed").map((row) => row.slice(0, 5))).toEqual(rows);
  });

  it("names all that is built in, with a reason for each", () => {
    const rows = manifests.flatMap(({ folder, manifest: { name, devDependencies = {} } }) =>
      Object.entries(devDependencies)
        .filter(([each]) => !isOurs(each) && !onlyForUs.includes(each))
        .map(([each, version]) => [name, each, version, locked[placeOf(each, folder)]!.license]),
    );
    const told = rowsUnder("What is built in");
    const byWayOfOurs = ([name]: readonly (string | undefined)[]) => name === "idebridge-vscode";
    expect(told.filter((row) => !byWayOfOurs(row)).map((row) => row.slice(0, 4))).toEqual(rows);
    const ofOurs = ["packages/review", "packages/sdk"].flatMap((folder) => [...installed(folder)]);
    expect(told.filter(byWayOfOurs).map(([, name]) => `node_modules/${name}`)).toEqual(ofOurs.sort());
    expect(
      [...rowsUnder("What is installed"), ...told].filter((row) => row[1] !== "nothing" && !row.at(-1)),
    ).toEqual([]);
  });
});

describe("what is installed", () => {
  it("has exact versions, and asks for nothing by the way", () => {
    const loose = manifests.flatMap(({ manifest }) => {
      const { dependencies, devDependencies, optionalDependencies, peerDependencies } = manifest;
      expect([manifest.name, optionalDependencies, peerDependencies]).toEqual([
        manifest.name,
        undefined,
        undefined,
      ]);
      return Object.entries({ ...dependencies, ...devDependencies }).filter(
        ([, version]) => !/^\d+\.\d+\.\d+$/.test(version),
      );
    });
    expect(loose).toEqual([]);
  });

  it("is checked against a hash, every entry of the lock file, and comes from no server in particular", () => {
    const packages = Object.entries(locked).filter(
      ([place, { link }]) => place.includes("node_modules/") && !link,
    );
    const wrong = packages.filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ""));
    expect([packages.length > 100, wrong.map(([place]) => place)]).toEqual([true, []]);
    expect(packages.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  });

  it("runs no script while it is installed", () => {
    const lifecycle = [
      "preinstall",
      "install",
      "postinstall",
      "prepublish",
      "preprepare",
      "prepare",
      "postprepare",
    ];
    for (const { manifest } of manifests) {
      expect([manifest.name, lifecycle.filter((name) => manifest.scripts?.[name])]).toEqual([
        manifest.name,
        [],
      ]);
    }
    const all = manifests.flatMap(({ folder }) => [...installed(folder)]);
    const platforms = all.flatMap((place) =>
      Object.keys(locked[place]!.optionalDependencies ?? {}).map((name) => placeOf(name, place)),
    );
    expect([...all, ...platforms].filter((place) => locked[place]!.hasInstallScript)).toEqual([]);
    expect(read(".npmrc")).toMatch(/^ignore-scripts=true$/m);
  });
});
