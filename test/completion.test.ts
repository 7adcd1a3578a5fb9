import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { expect, test } from "vitest";
import { Project } from "./idebridge/project.ts";
import { TerminalProgram } from "./idebridge/terminalProgram.ts";

/** A project with the completions for a shell beside it. */
async function projectFor(shell: "fish" | "zsh"): Promise<{ project: Project; file: string }> {
  const project = new Project({ "some file.ts": "" });
  mkdirSync(project.path("folder"));
  project.write("../completion", (await project.run("completion", shell)).stdout);
  return { project, file: project.outside("completion") };
}

test("zsh: what Tab makes of a line", async () => {
  const { project: made, file } = await projectFor("zsh");
  await using project = made;
  const shell = new TerminalProgram([], {
    cwd: project.folder,
    env: { ...project.env, TERM: "xterm" },
    script: "exec zsh -f -i",
  });
  try {
    shell.type(`PROMPT='> '; autoload -Uz compinit; compinit -u -D; source '${file}'; print rea''dy\r`);
    await shell.shows(/^ready/m);
    for (const [typed, completed] of [
      ["li", "list"],
      ["help do", "help doctor"],
      ["list --j", "list --json"],
      ["env --shell p", "env --shell powershell"],
      ["--review pl", "--review plain"],
      ["folder --log-level d", "folder --log-level debug"],
      ["mention so", "mention some\\ file.ts"],
      ["serve ", "serve folder"],
      ["call -o so", "call -o some\\ file.ts"],
      ["completion f", "completion fish"],
    ]) {
      shell.type(`idebridge ${typed}\t`);
      await shell.shows(`> idebridge ${completed}`);
      shell.type("\x15");
    }
  } finally {
    await shell.end();
  }
});

test("fish: what it offers for a line", async () => {
  const { project: made, file } = await projectFor("fish");
  await using project = made;
  const offered = (line: string) => {
    const script = 'source $argv[1]; complete -C "idebridge $argv[2]"';
    const { stdout, stderr } = spawnSync("fish", ["--no-config", "-c", script, file, line], {
      cwd: project.folder,
      env: project.env,
      encoding: "utf8",
    });
    expect(stderr).toBe("");
    return stdout
      .split("\n")
      .filter((each) => each !== "")
      .map((each) => each.split("\t")[0]);
  };
  expect([
    ["li", offered("li")],
    ["list --", offered("list --")],
    ["env --shell ", offered("env --shell ")],
    ["--review p", offered("--review p")],
    ["watch --for ", offered("watch --for ")],
    ["mention s", offered("mention s")],
    ["serve ", offered("serve ")],
    ["call -o s", offered("call -o s")],
    ["completion ", offered("completion ")],
  ]).toEqual([
    ["li", ["list"]],
    ["list --", ["--config-dir", "--help", "--json"]],
    ["env --shell ", ["bash", "fish", "powershell", "sh", "zsh"]],
    ["--review p", ["plain"]],
    ["watch --for ", []],
    ["mention s", ["some file.ts"]],
    ["serve ", ["folder/"]],
    ["call -o s", ["some file.ts"]],
    ["completion ", ["bash", "fish", "zsh"]],
  ]);
});
