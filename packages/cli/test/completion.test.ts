import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { loadCommands } from "../src/commandTable.ts";
import { Place } from "./place.ts";

/** What bash offers for the last of these words. */
async function offered(place: Place, ...words: string[]): Promise<string[]> {
  const { out } = await place.run(["completion", "bash"]);
  const script = `${out}
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _idebridge; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr, status } = spawnSync(
    "bash",
    ["--norc", "-c", script, "bash", "idebridge", ...words],
    {
      cwd: place.folder,
      env: { PATH: process.env.PATH },
      encoding: "utf8",
    },
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return stdout.split("\n").filter((line) => line !== "");
}

describe("bash", () => {
  it.each([
    [["li"], ["list"]],
    [["re"], ["review", "revert"]],
    [["--ver"], ["--version"]],
    [
      ["list", "--"],
      ["--json", "--config-dir", "--help"],
    ],
    [
      ["env", "--shell", ""],
      ["sh", "bash", "zsh", "fish", "powershell"],
    ],
    [["env", "--shell", "=", "fi"], ["fish"]],
    [
      ["env", "--shell", "="],
      ["sh", "bash", "zsh", "fish", "powershell"],
    ],
    [
      ["completion", ""],
      ["bash", "zsh", "fish"],
    ],
    [["help", "do"], ["doctor"]],
    [
      ["--review", ""],
      ["terminal", "browser", "plain", "accept", "reject"],
    ],
    [["serve", "--dialect", "je"], ["jetbrains"]],
    [
      ["mention", ""],
      ["a file.ts", "folder"],
    ],
    [["serve", ""], ["folder"]],
    [["folder", "--log-level", "d"], ["debug"]],
    [["call", "-o", "a"], ["a file.ts"]],
    [["watch", "--for", ""], []],
    [["run", "--", "cl"], []],
  ])("%j", async (words, expected) => {
    using place = new Place({ "a file.ts": "" });
    mkdirSync(place.path("folder"));
    expect((await offered(place, ...words)).sort()).toEqual([...expected].sort());
  });

  it("is registered, and can be sourced where errors end the shell", async () => {
    using place = new Place();
    const { out } = await place.run(["completion", "bash"]);
    const { stdout, stderr } = spawnSync("bash", ["--norc", "-euc", `${out}\ncomplete -p idebridge`], {
      encoding: "utf8",
    });
    expect({ stdout, stderr }).toEqual({
      stdout: "complete -o bashdefault -o default -F _idebridge idebridge\n",
      stderr: "",
    });
  });
});

it.each(["zsh", "fish"])("%s has every command, option and choice", async (shell) => {
  using place = new Place();
  const { code, out } = await place.run(["completion", shell]);
  const missing = (await loadCommands()).flatMap(({ name, options }) =>
    [
      shell === "zsh" ? `    ${name}) ` : `-a ${name} -d`,
      ...Object.entries(options).flatMap(([option, { choices }]) => [
        shell === "zsh" ? `--${option}[` : `-l ${option} `,
        ...(choices ? [choices.join(" ")] : []),
      ]),
    ].filter((text) => !out.includes(text)),
  );
  expect({ code, missing }).toEqual({ code: 0, missing: [] });
});
