import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { describe, expect, test, vi } from "vitest";
import { isRunning } from "../notebooks/isRunning.ts";
import { notebook, textOf } from "../notebooks/notebookDesk.ts";
import { Project } from "./project.ts";

const question = "run it? y, n, then Enter:";
const asks = { notebooks: { ask: true } };

function askingProject(files: Readonly<Record<string, string>> = {}): Project {
  const project = new Project({ "a.ipynb": notebook(), ...files });
  project.writeSettings(asks);
  return project;
}

export function testCode(): void {
  describe("code that an agent runs", () => {
    test("is told, listed, stopped and started again", async () => {
      await using project = new Project({ "a.ipynb": notebook() });
      const idebridge = await project.serve();
      expect((await project.run("kernels")).stdout).toBe("No kernel runs: no agent has had code run here.\n");
      await using agent = await project.agent();
      await project.run("open", "a.ipynb");
      expect(textOf(await agent.executeCode("x = 1\nprint('one')"))).toBe("one");
      await idebridge.printed(/▶ agent runs code in a\.ipynb #1 x = 1 …/);
      await idebridge.printed(/✓ code #1 done after \d+\.\d s: 3 characters/);
      expect((await project.run("kernels")).stdout).toMatch(
        /^a\.ipynb {2}idle {2}Python \(.+\) {2}pid \d+\n$/,
      );

      const endless = agent.executeCode("import time\nwhile True: time.sleep(0.05)");
      await idebridge.printed(/▶ agent runs code in a\.ipynb #2/);
      expect((await project.run("kernels", "nope.ipynb")).stdout).toBe(
        "No kernel runs for nope.ipynb, only for a.ipynb.\n",
      );
      expect((await project.run("kernels", "--json")).stdout).toContain('"state": "busy"');
      expect((await project.run("kernels", "--interrupt", "a.ipynb")).stdout).toBe("1 kernel interrupted.\n");
      expect(textOf(await endless)).toMatch(/KeyboardInterrupt[\s\S]*\[The user has stopped the code\]$/);
      await idebridge.printed(/■ code #2 stopped after/);

      expect((await project.run("kernels", "--restart")).stdout).toBe("1 kernel restarted.\n");
      expect(textOf(await agent.executeCode("'x' in globals()"))).toMatch(/restarted[\s\S]*False$/);
      const wrong = await project.run("kernels", "--restart", "--interrupt");
      expect(wrong).toMatchObject({
        code: 2,
        stderr: expect.stringContaining("Either --interrupt or --restart"),
      });
    });

    test("with no notebook open runs in the folder; nothing asks where nothing is set", async () => {
      await using project = new Project();
      await project.serve();
      await using agent = await project.agent();
      expect(textOf(await agent.executeCode("import os\nprint(os.getcwd())"))).toBe(project.folder);
    });

    test("is asked about in the terminal when that is set", async () => {
      await using project = askingProject();
      const idebridge = await project.serveInTerminal();
      await using agent = await project.agent();
      await project.run("open", "a.ipynb");
      const allowed = agent.executeCode("x = 1\nprint('ran')");
      await idebridge.shows(/\? agent wants to run code in a\.ipynb #1\n {2}│ x = 1\n {2}│ print\('ran'\)/);
      await idebridge.answer(question, "maybe\r");
      await idebridge.answer(question, "y\r", 2);
      expect(textOf(await allowed)).toBe("ran");
      await idebridge.shows("✓ code #1 done");

      const refused = agent.executeCode("open('written', 'w')");
      await idebridge.answer(question, "n\r", 3);
      expect(await refused).toEqual({
        failed: true,
        outputs: [{ type: "text", text: "The user does not want this code to be run" }],
      });
      await idebridge.shows("✗ code #2 refused (terminal)");
      expect(readdirSync(project.folder)).toEqual(["a.ipynb"]);
    });

    test("long code is shown whole when that is asked for, and never obeyed by the terminal", async () => {
      await using project = askingProject();
      const idebridge = await project.serveInTerminal();
      await using agent = await project.agent();
      const lines = Array.from({ length: 30 }, (_, index) => `line${index} = "\u001b]0;evil\u0007"`);
      const asked = agent.executeCode(lines.join("\n"));
      await idebridge.shows("… and 19 lines more");
      expect(idebridge.screen()).not.toContain("line11");
      await idebridge.answer("run it? y, n or c for all the code, then Enter:", "c\r");
      await idebridge.shows(/line29 = "\\u\{1b\}\]0;evil\\u\{7\}"/);
      expect(idebridge.raw).not.toContain("\u001b]0;evil");
      await idebridge.answer("run it? y, n or c for all the code, then Enter:", "n\r", 2);
      expect((await asked).failed).toBe(true);
    });

    test("decided in one terminal, the other stops asking; taken back, both do", async () => {
      await using project = askingProject();
      const first = await project.serveInTerminal();
      await using agent = await project.agent();
      const abort = new AbortController();
      const one = agent.executeCode("'one'");
      await first.shows(question);
      const second = project.startInTerminal(["review", "--once", "--plain"]);
      await second.answer(question, "n\r");
      expect((await one).failed).toBe(true);
      await first.shows("✗ code #1 refused (terminal)");
      expect(await second.ended).toMatchObject({ code: 0 });
      const two = agent.executeCode("'two'", { signal: abort.signal }).catch(() => "taken back");
      await first.shows(/run code #2/);
      abort.abort();
      expect(await two).toBe("taken back");
      await first.shows("■ code #2 stopped");
      const three = agent.executeCode("'three'");
      await first.answer(question, "y\r", 3);
      expect(textOf(await three)).toBe("'three'");
    });

    test("a project cannot allow more than the user does", async () => {
      await using project = askingProject({
        "idebridge.json": '{ "notebooks": { "ask": false, "enabled": true, "python": "./evil" } }',
      });
      const { code, stderr } = await project.run("serve");
      expect(code).not.toBe(0);
      for (const setting of ["notebooks.ask false", "notebooks.enabled true", "notebooks.python"]) {
        expect(stderr).toContain(`${setting} may not be set by a project`);
      }
    });

    test("is not offered when that is set", async () => {
      await using project = new Project();
      project.writeSettings({ notebooks: { enabled: false } });
      await project.serve();
      await using agent = await project.agent();
      await expect(agent.executeCode("1")).rejects.toThrow(/executeCode/);
    });

    test("kill -9 of idebridge ends the kernel, what it started, and removes its files", async () => {
      await using project = new Project();
      const run = project.outside("run");
      execFileSync("mkdir", [run]);
      const idebridge = project.start(["serve"], { XDG_RUNTIME_DIR: run });
      await idebridge.printed(/serves/);
      await using agent = await project.agent({ reconnect: false });
      const code =
        "import os, subprocess\nchild = subprocess.Popen(['sleep', '1000'])\nprint(os.getpid(), child.pid)";
      const pids = textOf(await agent.executeCode(code))
        .split(" ")
        .map(Number);
      expect([pids.map(isRunning), readdirSync(run).length]).toEqual([[true, true], 1]);
      idebridge.kill("SIGKILL");
      await idebridge.ended;
      await vi.waitFor(() => expect([pids.map(isRunning), readdirSync(run)]).toEqual([[false, false], []]), {
        timeout: 10_000,
      });
    });
  });
}
