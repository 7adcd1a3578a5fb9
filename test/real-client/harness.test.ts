import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { claudeVersions, installClaude } from "./installClaude.ts";
import { text, toolUse } from "./modelApi.ts";
import { realClient } from "./realClient.ts";

describe.each(claudeVersions)("Claude Code %s in the harness", (version) => {
  beforeAll(() => installClaude(version));

  test("shows what the stand-in answers, and leaves nothing behind", async () => {
    let workspace = "";
    let pid = 0;
    {
      await using setup = await realClient({ version, script: [[text("The stand-in says hello.")]] });
      workspace = setup.workspace;
      const claude = await setup.start({ args: ["--permission-mode", "default"] });
      pid = claude.pid;
      await claude.submit("say hello");
      await claude.waitForScreen("The stand-in says hello.");
      const told = await setup.api.waitForRequest((request) => request.newText.includes("say hello"));
      expect(told.toolNames).toContain("Edit");
      expect(processesOf(workspace, pid)).not.toEqual([]);
    }
    expect(existsSync(workspace)).toBe(false);
    expect(processesOf(workspace, pid)).toEqual([]);
  });

  test("gives tool results to the model, and answers done when the script is over", async () => {
    await using setup = await realClient({
      version,
      files: { "src/a.txt": "forty-two\n" },
      script: [(request) => [toolUse("Read", { file_path: fileIn(request.newText) })]],
    });
    const claude = await setup.start();
    await claude.submit(`read "${setup.path("src/a.txt")}"`);
    const told = await setup.api.waitForRequest((request) => request.toolResults.length > 0);
    expect(told.toolResults).toMatchObject([{ text: expect.stringContaining("forty-two"), isError: false }]);
    await claude.waitForScreen("done.");
  });

  test.each([
    { keys: ["enter"], contents: "two\n" },
    { keys: ["down", "down", "enter"], contents: "one\n" },
    { keys: ["escape"], contents: "one\n" },
  ] as const)("answers a question with $keys", async ({ keys, contents }) => {
    await using setup = await realClient({ version, files: { "a.txt": "one\n" } });
    const file_path = setup.path("a.txt");
    setup.api.play(
      [toolUse("Read", { file_path })],
      [toolUse("Edit", { file_path, old_string: "one", new_string: "two" })],
    );
    const claude = await setup.start({ args: ["--permission-mode", "default"] });
    await claude.submit("change it");
    await claude.answer("Do you want to make this edit to a.txt?", ...keys);
    await claude.waitForScreen(/Added 1 line, removed 1 line|User rejected update/);
    expect(readFileSync(file_path, "utf8")).toBe(contents);
  });

  test("passes nothing of the surrounding environment on", async () => {
    process.env.IDEBRIDGE_HARNESS_SECRET = "not for the client";
    await using setup = await realClient({
      version,
      script: [[toolUse("Bash", { command: "env | cut -d= -f1 | sort", description: "List variables" })]],
    });
    const claude = await setup.start({ args: ["--permission-mode", "default", "--allowed-tools", "Bash"] });
    await claude.submit("list the variables");
    const told = await setup.api.waitForRequest((request) => request.toolResults.length > 0);
    expect(told.toolResults[0]?.text).toMatch(/^HOME$/m);
    expect(told.toolResults[0]?.text).not.toContain("IDEBRIDGE_HARNESS_SECRET");
    delete process.env.IDEBRIDGE_HARNESS_SECRET;
  });
});

function fileIn(prompt: string): string {
  return /"([^"]+a\.txt)"/.exec(prompt)?.[1] ?? "";
}

/** The processes of a client's terminal session, and those that work in its workspace. */
function processesOf(workspace: string, session: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
        const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
        return Number(fields[3]) === session || readlinkSync(`/proc/${pid}/cwd`).startsWith(workspace);
      } catch {
        return false;
      }
    });
}
