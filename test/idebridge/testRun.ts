import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test, vi } from "vitest";
import { idebridgeProgram } from "./pipedProgram.ts";
import { Project } from "./project.ts";
import { Tmux } from "./tmux.ts";

const patient = { timeout: 20_000 };

export function testRun(): void {
  describe("idebridge run", () => {
    test("ends as the program does, and takes the lock with it", async () => {
      await using project = new Project();
      const seven = await project.run("run", "--", "sh", "-c", "ls ~/.claude/ide; exit 7");
      expect(seven).toEqual({
        code: 7,
        stdout: expect.stringMatching(/^\d+\.lock\n$/),
        stderr: expect.stringContaining("idebridge review"),
      });
      expect(await project.run("run", "--", "sh", "-c", "kill -9 $$")).toMatchObject({ code: 137 });
      expect(await project.run("run", "--", "sh", "-c", "kill -TERM $$")).toMatchObject({ code: 143 });
      expect(project.locks()).toEqual([]);
    });

    test("gives the program what it needs to connect", async () => {
      await using project = new Project();
      const script = 'echo "$CLAUDE_CODE_SSE_PORT $ENABLE_IDE_INTEGRATION $1"; ls ~/.claude/ide';
      const { code, stdout } = await project.run("run", "--", "sh", "-c", script, "sh", "--help");
      const [variables, lock] = stdout.split("\n");
      expect([code, variables, lock]).toEqual([
        0,
        expect.stringMatching(/^\d+ true --help$/),
        expect.any(String),
      ]);
      expect(lock).toBe(`${variables!.split(" ")[0]}.lock`);
    });

    test("passes SIGTERM on, and waits for the program", async () => {
      await using project = new Project();
      const script =
        "trap 'sleep 0.2; echo cleaned up; exit 5' TERM; echo ready; while :; do sleep 0.05; done";
      const program = project.start(["run", "--", "sh", "-c", script]);
      await program.printed(/ready/);
      program.kill("SIGTERM");
      expect(await program.ended).toEqual({ code: 5, signal: null });
      expect([program.stdout, project.locks()]).toEqual(["ready\ncleaned up\n", []]);
    });

    test("SIGTERM at any moment leaves no lock and no program", async () => {
      await using project = new Project();
      for (const delay of [0, 20, 30, 40, 50, 60, 80]) {
        const program = project.start(["run", "--", "sleep", "100"]);
        await new Promise((resolve) => setTimeout(resolve, delay));
        program.kill("SIGTERM");
        await program.ended;
        expect(project.locks()).toEqual([]);
      }
    });

    test("Ctrl-C and Ctrl-\\ are the program's business", async () => {
      await using project = new Project();
      const traps = "trap 'echo interrupted' INT; trap 'echo quit' QUIT";
      const script = `${traps}; echo ready; read line; echo "read $line"; exit 3`;
      const program = project.startInTerminal(["run", "--", "bash", "-c", script]);
      await program.shows("ready");
      program.type("\x03");
      await program.shows("interrupted");
      program.type("\x1c");
      await program.shows(/quit$/m);
      expect(project.locks()).toHaveLength(1);
      program.type("go on\r");
      expect(await program.ended).toMatchObject({ code: 3 });
      expect(project.locks()).toEqual([]);
    });

    test("a program that is not there: 127", async () => {
      await using project = new Project();
      expect(await project.run("run", "--", "no-such-program")).toEqual({
        code: 127,
        stdout: "",
        stderr: expect.stringContaining("Cannot start no-such-program: there is no such program on the PATH"),
      });
      project.write("plain.txt", "x\n");
      expect(await project.run("run", "--", "./plain.txt")).toMatchObject({ code: 126 });
      expect(await project.run("run", "--")).toMatchObject({ code: 2 });
      expect(project.locks()).toEqual([]);
    });

    test("a folder that is served already: the program is not started", async () => {
      await using project = new Project();
      const first = await project.serve();
      const { code, stdout, stderr } = await project.run("run", "--", "touch", "started");
      expect([code, stdout, existsSync(project.path("started"))]).toEqual([1, "", false]);
      expect(stderr).toContain(`pid ${first.pid}`);
      expect(stderr).toContain(
        'To use that one: claude --ide, or for any program, eval "$(idebridge env)" first.',
      );
    });

    test("inside tmux the pane asks line by line when that is wanted", async () => {
      await using project = new Project({ "a.ts": "one\n" });
      using tmux = new Tmux(project.outside("tmux"), project.env);
      const command = [process.execPath, idebridgeProgram, "run", "--review", "plain"];
      tmux.start(project.folder, [...command, "--", "sh", "-c", "echo ready; cat"]);
      await vi.waitFor(() => expect(tmux.screen(tmux.panes()[0]!.id)).toContain("ready"), patient);
      await using agent = await project.agent();
      const asked = agent.openDiff({ path: project.path("a.ts"), contents: "two\n" });
      asked.catch(() => {});
      await vi.waitFor(() => expect(tmux.screen(tmux.panes()[1]!.id)).toContain("accept it? y, n"), patient);
      tmux.type(tmux.panes()[1]!.id, "y", "Enter");
      expect(await asked).toMatchObject({ outcome: "accepted" });
    });

    test("inside tmux a review opens a pane, and the focus stays", async () => {
      await using project = new Project({ "a.ts": "one\n" });
      // Without the state folder: panes get the environment of the tmux server, not that of the program.
      const { XDG_STATE_HOME: state, ...env } = project.env;
      using tmux = new Tmux(project.outside("tmux"), env);
      tmux.start(project.folder, [
        ...["env", `XDG_STATE_HOME=${state}`, process.execPath, idebridgeProgram],
        ...["run", "--", "sh", "-c", "echo ready; cat > typed"],
      ]);
      const [own] = tmux.panes();
      await vi.waitFor(() => expect(tmux.screen(own!.id)).toContain("ready"), patient);
      await using agent = await project.agent();
      const asked = agent.openDiff({ path: project.path("a.ts"), contents: "two\n" });
      asked.catch(() => {});
      const pane = await vi.waitFor(() => {
        const [first, second] = tmux.panes();
        expect([first?.id, first?.isActive, second?.isActive]).toEqual([own!.id, true, false]);
        expect(tmux.screen(second!.id)).toMatch(/a\.ts[\s\S]*- one.*\+ two[\s\S]*A accept file/);
        expect(tmux.screen(second!.id)).not.toContain("just appeared");
        return second!.id;
      }, patient);
      // What is typed now goes to the program, not into the review.
      tmux.run("send-keys", "y", "Enter");
      await vi.waitFor(() => expect(readFileSync(project.path("typed"), "utf8")).toBe("y\n"), patient);
      tmux.type(pane, "X");
      expect(await asked).toEqual({ outcome: "rejected" });
      // Nothing is left to decide: the pane goes. The next review opens one again.
      await vi.waitFor(() => expect(tmux.panes()).toEqual([{ id: own!.id, isActive: true }]), patient);
      const again = agent.openDiff({ path: project.path("a.ts"), contents: "three\n" });
      again.catch(() => {});
      await vi.waitFor(() => {
        const second = tmux.panes()[1];
        expect(tmux.screen(second!.id)).toContain("accept file");
        expect(tmux.screen(second!.id)).not.toContain("just appeared");
        tmux.type(second!.id, "A");
      }, patient);
      expect(await again).toMatchObject({ outcome: "accepted" });
      // A terminal that is too small to be split: a window of its own.
      tmux.run("resize-window", "-x", "80", "-y", "20");
      await vi.waitFor(() => expect(tmux.panes()).toHaveLength(1), patient);
      const small = agent.openDiff({ path: project.path("a.ts"), contents: "four\n" });
      small.catch(() => {});
      const window = await vi.waitFor(() => {
        const second = tmux.panes()[1];
        expect(tmux.screen(second!.id)).toContain("accept file");
        expect(tmux.screen(second!.id)).not.toContain("just appeared");
        return second!.id;
      }, patient);
      expect(tmux.run("display-message", "-p", "#{pane_id}").trim()).toBe(own!.id);
      tmux.type(window, "X");
      expect(await small).toEqual({ outcome: "rejected" });
      tmux.type(own!.id, "C-d");
      await vi.waitFor(() => expect(project.locks()).toEqual([]), patient);
    });
  });
}
