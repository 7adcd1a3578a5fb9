import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { commandNames } from "../src/commandTable.ts";
import { Place } from "./place.ts";

const folder = fileURLToPath(new URL("../", import.meta.url));
/** What npm shows: its readers have the package, and nothing of this repository. */
const readme = readFileSync(`${folder}README.md`, "utf8");
const named = [...readme.matchAll(/\bidebridge ([a-z]+)\b/g)].map(([, name]) => name!);

it("names every command, and none that does not exist", () => {
  expect([...new Set(named)].sort()).toEqual([...commandNames].sort());
});

it("leads to nothing that is only in the repository", () => {
  const { files } = JSON.parse(readFileSync(`${folder}package.json`, "utf8")) as { files: string[] };
  const links = [...readme.matchAll(/\]\((?!https:)([^)]*)\)/g)].map(([, target]) => target);
  const paths = [...readme.matchAll(/`([\w.-]+\/[\w./-]+)`/g)].map(([, path]) => path!);
  expect([links, readme.match(/npm (run|start|test)|docs\//g)]).toEqual([[], null]);
  expect(paths).not.toEqual([]);
  expect(paths.filter((path) => !files.includes(path.split("/")[0]!) || !existsSync(folder + path))).toEqual(
    [],
  );
});

it("names options that there are", async () => {
  using place = new Place();
  const help = (await place.run(["serve", "--help"])).out;
  const options = [...readme.matchAll(/`idebridge (--[a-z]+) (\w+)`/g)];
  expect(options.length).toBeGreaterThan(0);
  for (const [, option, value] of options) expect(help).toMatch(new RegExp(`${option} <[^>]*\\b${value}\\b`));
});
