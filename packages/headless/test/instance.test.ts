import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readInstance, stateFolder, workbenchMemory } from "../src/instance.ts";

const token = "t".repeat(20);
const whole = {
  pid: 1,
  name: "idebridge",
  version: "1",
  folders: ["/project"],
  startedAt: "2026-01-01T00:00:00.000Z",
  port: 4000,
  token,
  control: { port: 4001, token },
};

let root: string;
let file: string;
const env = () => ({ XDG_STATE_HOME: root });

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "idebridge-instance-"));
  mkdirSync(stateFolder("/project", env()), { recursive: true });
  file = join(stateFolder("/project", env()), "instance.json");
});
afterEach(() => rmSync(root, { recursive: true }));

test("an instance is read as it was written", () => {
  writeFileSync(file, JSON.stringify(whole));
  expect(readInstance("/project", env())).toEqual(whole);
});

test.each([
  ["an empty token, with which anybody could come in", { ...whole, control: { port: 4001, token: "" } }],
  ["a token that fits into no header", { ...whole, token: `${token}\n` }],
  ["a port that is none", { ...whole, port: 1e9 }],
  ["a port that is no number", { ...whole, control: { port: "4001", token } }],
  ["folders that are none", { ...whole, folders: [null] }],
  ["a value", 1],
])("one that is damaged counts for nothing: %s", (_, value) => {
  writeFileSync(file, JSON.stringify(value));
  expect(readInstance("/project", env())).toBeUndefined();
});

test("a pipe or a folder of that name counts for nothing, and holds nobody up", () => {
  execFileSync("mkfifo", [file]);
  mkdirSync(join(stateFolder("/project", env()), "workbench.json"));
  expect(readInstance("/project", env())).toBeUndefined();
  expect(workbenchMemory("/project", env()).read()).toBeUndefined();
});
