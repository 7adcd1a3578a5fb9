import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { stateFolder } from "@idebridge/headless";
import { serve } from "@idebridge/sdk";
import { FakeEditor } from "@idebridge/sdk/testing";
import { describe, expect, test, vi } from "vitest";
import { Project } from "./project.ts";

const patient = { timeout: 20_000 };

export function testStarting(): void {
  describe("one folder, one idebridge", () => {
    test("a second one says who has it", async () => {
      await using project = new Project();
      const first = await project.serve();
      const { port } = project.locks()[0]!;
      const second = await project.run("serve");
      expect(second).toEqual({
        code: 1,
        stdout: "",
        stderr:
          `idebridge runs for ${project.folder} already (pid ${first.pid}, port ${port}). ` +
          `Attach to it: idebridge review. Or end it: kill ${first.pid}\n`,
      });
      expect(project.locks()).toMatchObject([{ port, pid: first.pid }]);
    });

    test("another IDE that has it open is told, unless it makes way", async () => {
      await using project = new Project();
      const open = (name: string) =>
        serve(new FakeEditor({ name, folders: [project.folder] }), { env: project.env });
      await using _stubborn = await open("Stubborn");
      await using polite = await open("Polite");
      const idebridge = await project.serve();
      polite.withdraw();
      await idebridge.printed(/Stubborn \(port \d+\) has the folder open too: choose with \/ide/);
      expect(idebridge.output).not.toContain("Polite");
    });

    test("a second one on a terminal attaches, and leaves the first running", async () => {
      await using project = new Project();
      const first = await project.serve();
      const second = project.startInTerminal(["serve", "--review", "plain"]);
      await second.shows("Ctrl-C leaves it running");
      await using agent = await project.agent();
      const asked = agent.openDiff({ path: project.path("a.ts"), contents: "x\n" });
      await second.answer("accept it?", "y\r");
      expect(await asked).toMatchObject({ outcome: "accepted", contents: "x\n" });
      expect(project.locks()).toMatchObject([{ pid: first.pid }]);
      second.type("\x03");
      expect(await second.ended).toMatchObject({ code: 0 });
      expect(await agent.workspaceFolders()).toEqual([project.folder]);
    });

    test.each([1, 2, 3])("started four times at the very same moment, attempt %i", async () => {
      await using project = new Project();
      const programs = [1, 2, 3, 4].map(() => project.start(["serve"]));
      const outcomes = await Promise.all(
        programs.map((program) =>
          program.printed(/serves/).then(
            () => "serves",
            () => program.ended.then(({ code }) => String(code)),
          ),
        ),
      );
      expect(outcomes.sort()).toEqual(["1", "1", "1", "serves"]);
      expect(project.locks()).toHaveLength(1);
    });

    test("after kill -9: the same port and token, and agents come back by themselves", async () => {
      await using project = new Project();
      const first = await project.serve();
      const before = project.locks();
      await using agent = await project.agent();
      const back = new Promise<void>((resolve) =>
        agent.subscribe(({ type }) => type === "connected" && resolve()),
      );
      first.kill("SIGKILL");
      await first.ended;
      expect(project.locks()).toEqual(before);
      const again = await project.serve();
      expect(project.locks()).toEqual([{ ...before[0], pid: again.pid }]);
      await back;
      expect(await agent.workspaceFolders()).toEqual([project.folder]);
    });

    test("killed while it was starting: the next one does not wait", async () => {
      await using project = new Project();
      for (const _ of [1, 2, 3, 4, 5]) {
        const program = project.start(["serve"]);
        await vi.waitFor(() => expect(existsSync(project.env.XDG_STATE_HOME!)).toBe(true), {
          ...patient,
          interval: 1,
        });
        program.kill("SIGKILL");
        await program.ended;
      }
      const last = await project.serve();
      expect(project.locks()).toMatchObject([{ pid: last.pid }]);
    });

    test("a start that was killed, before the clock was set back: the next one does not wait for tomorrow", async () => {
      await using project = new Project();
      const folder = stateFolder(project.folder, project.env);
      mkdirSync(folder, { recursive: true });
      // A process of that number lives: this one.
      writeFileSync(join(folder, "starting"), String(process.pid));
      const tomorrow = Date.now() / 1_000 + 24 * 60 * 60;
      utimesSync(join(folder, "starting"), tomorrow, tomorrow);
      const next = await project.serve();
      expect(project.locks()).toMatchObject([{ pid: next.pid }]);
    });
  });

  describe("stopped with a review pending", () => {
    async function pending(project: Project) {
      const agent = await project.agent({ reconnect: false });
      const asked = agent.openDiff({ path: project.path("a.ts"), contents: "x\n" }).then(
        ({ outcome }) => outcome,
        (error: { code?: string }) => error.code,
      );
      return { asked };
    }

    test.each([
      { how: "Ctrl-C", code: 130 },
      { how: "SIGTERM", code: 143 },
      { how: "SIGHUP", code: 129 },
      { how: "SIGQUIT", code: 131 },
    ] as const)("$how: undecided, the lock is gone, $code", async ({ how, code }) => {
      await using project = new Project();
      const idebridge = project.startInTerminal();
      await idebridge.shows("claude --ide");
      const { asked } = await pending(project);
      await idebridge.shows("accept file");
      if (how === "Ctrl-C") {
        idebridge.type("\x03");
        await idebridge.shows("1 question is open");
        idebridge.type("\x03");
      } else idebridge.kill(how);
      expect(await idebridge.ended).toMatchObject({ code });
      expect([await asked, project.locks()]).toEqual(["CONNECTION_CLOSED", []]);
    });

    test.each([
      { signal: "SIGINT", code: 130 },
      { signal: "SIGTERM", code: 143 },
      { signal: "SIGHUP", code: 129 },
      { signal: "SIGQUIT", code: 131 },
    ] as const)("$signal without a terminal: the same, $code", async ({ signal, code }) => {
      await using project = new Project();
      const idebridge = await project.serve();
      const { asked } = await pending(project);
      await idebridge.printed(/wants to create/);
      idebridge.kill(signal);
      expect(await idebridge.ended).toEqual({ code, signal: null });
      expect([await asked, project.locks()]).toEqual(["CONNECTION_CLOSED", []]);
    });

    test("a terminal that is closed: the same, 129", async () => {
      await using project = new Project();
      const file = project.outside("code");
      // The shell outlives the terminal, to tell how the program ended.
      const idebridge = project.startInTerminal(["serve"], `trap : HUP; "$@"; echo $? > '${file}'`);
      await idebridge.shows("claude --ide");
      const { asked } = await pending(project);
      await idebridge.shows("accept file");
      idebridge.closeTerminal();
      await vi.waitFor(() => expect(readFileSync(file, "utf8")).toBe("129\n"), patient);
      expect([await asked, project.locks()]).toEqual(["CONNECTION_CLOSED", []]);
    });
  });

  test("a mistake of ours: said in two lines, undecided, the lock is gone", async () => {
    await using project = new Project();
    const hook = project.outside("hook.cjs");
    writeFileSync(hook, `process.on("SIGUSR2", () => Promise.reject(new Error("a mistake \\u001b[31m")));`);
    const idebridge = project.start(["serve"], { NODE_OPTIONS: `--require=${hook}` });
    await idebridge.printed(/serves/);
    const agent = await project.agent({ reconnect: false });
    const asked = agent.openDiff({ path: project.path("a.ts"), contents: "x\n" });
    asked.catch(() => {});
    await idebridge.printed(/wants to create/);
    idebridge.kill("SIGUSR2");
    expect(await idebridge.ended).toEqual({ code: 1, signal: null });
    await expect(asked).rejects.toMatchObject({ code: "CONNECTION_CLOSED" });
    expect(project.locks()).toEqual([]);
    expect(idebridge.stderr).toBe(
      "idebridge: a mistake \\u{1b}[31m\nThis should not happen. IDEBRIDGE_DEBUG=1 shows where.\n",
    );
  });

  test("nobody reads what it tells any more: it ends, and the lock is gone", async () => {
    await using project = new Project();
    const idebridge = await project.serve("--json");
    idebridge.closeOutput();
    // The next event finds nobody.
    await project.agent({ reconnect: false }).catch(() => {});
    expect(await idebridge.ended).toEqual({ code: 129, signal: null });
    expect(project.locks()).toEqual([]);
  });

  test("it reads no code but what a start needs", async () => {
    await using project = new Project();
    const hook = project.outside("hook.cjs");
    writeFileSync(
      hook,
      `const { Module } = require("node:module");
const { load } = Module.prototype;
Module.prototype.load = function (file) {
  process.stderr.write("loads " + file + "\\n");
  return load.call(this, file);
};`,
    );
    const idebridge = project.start(["serve", "--json"], { NODE_OPTIONS: `--require=${hook}` });
    await idebridge.printed(/"listening"/);
    const loaded = [...idebridge.stderr.matchAll(/^loads (.*)$/gm)].map(([, file]) => basename(file!));
    // The second starts what is compiled into one program: see usedLater.mjs and docs/decisions/bundling-the-command.md.
    expect(loaded).toEqual(["idebridge.cjs", "idebridge.cjs"]);
  });

  describe("--json", () => {
    test("one event a line, the first is listening", async () => {
      await using project = new Project();
      const idebridge = await project.serve("--json");
      const [lock] = project.locks();
      await using agent = await project.agent({
        clientInfo: { name: "agent \u001b[31m\u202e", version: "2" },
      });
      const asked = agent.openDiff({ path: project.path("a.ts"), contents: "x\n" });
      await idebridge.printed(/"reviewOpened"/);
      const control = await project.control();
      const [review] = await control.request("reviews/list");
      await control.request("reviews/decide", { id: review!.id, decision: { outcome: "rejected" } });
      control.close();
      expect(await asked).toEqual({ outcome: "rejected" });
      await idebridge.printed(/"reviewClosed"/);
      expect(idebridge.events[0]).toEqual({
        type: "listening",
        port: lock!.port,
        folders: [project.folder],
        pid: idebridge.pid,
        lockFile: expect.stringContaining(`${lock!.port}.lock`),
      });
      // Language servers start when they are ready.
      const types = idebridge.events
        .map(({ type }) => type)
        .filter((type) => type !== "languageServersChanged");
      expect(new Set(types)).toEqual(
        new Set(["listening", "clientsChanged", "toolCalled", "reviewOpened", "reviewClosed"]),
      );
      expect(idebridge.events.find(({ type }) => type === "reviewOpened")).toMatchObject({
        review: { path: project.path("a.ts"), client: { name: "agent \u001b[31m\u202e" } },
      });
      expect(idebridge.output).not.toMatch(/[^\n\u0020-\u007e]/);
    });
  });
}
