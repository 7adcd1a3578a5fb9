import { describe, expect, test, vi } from "vitest";
import { isRunning } from "./isRunning.ts";
import { NotebookDesk, notebook, textOf } from "./notebookDesk.ts";

const endless = "import time\nprint('begun', flush=True)\nwhile True: time.sleep(0.05)";
const stubborn = `
import time
print("begun", flush=True)
while True:
    try:
        time.sleep(0.05)
    except KeyboardInterrupt:
        pass
`;

async function withNotebook(settings = {}) {
  const desk = await NotebookDesk.start({ files: { "a.ipynb": notebook() }, settings });
  await desk.open("a.ipynb");
  return desk;
}

/** Until the code has shown something. */
const begun = (desk: NotebookDesk) => desk.told("executionOutput");

export function testInterrupts(): void {
  describe("code is stopped", () => {
    test("when the client takes the call back; what was defined stays", async () => {
      await using desk = await withNotebook();
      const agent = await desk.agent();
      await agent.executeCode("x = 5");
      const abort = new AbortController();
      const call = agent.executeCode(endless, { signal: abort.signal }).catch((error: Error) => error.name);
      await begun(desk);
      abort.abort();
      await call;
      const { execution } = await desk.told("executionEnded", ({ execution }) => execution.id === 2);
      expect(execution.state).toBe("interrupted");
      expect(textOf(await agent.executeCode("x"))).toBe("5");
    });

    test("when the client leaves", async () => {
      await using desk = await withNotebook();
      const leaving = await desk.agent();
      void leaving.executeCode(`x = 6\n${endless}`).catch(() => {});
      await begun(desk);
      leaving.close();
      await desk.told("executionEnded", ({ execution }) => execution.state === "interrupted");
      const agent = await desk.agent();
      expect(textOf(await agent.executeCode("x"))).toBe("6");
    });

    test("by the user", async () => {
      await using desk = await withNotebook();
      const agent = await desk.agent();
      const call = agent.executeCode(endless);
      await begun(desk);
      const control = await desk.control();
      expect(await control.request("executions/interrupt", { id: 1 })).toEqual({ outcome: "interrupted" });
      const answer = await call;
      expect(answer.failed).toBe(true);
      expect(textOf(answer)).toMatch(
        /^begun\n[\s\S]*KeyboardInterrupt[\s\S]*\[The user has stopped the code\]$/,
      );
      expect(await control.request("executions/interrupt", { id: 1 })).toEqual({ outcome: "notRunning" });
    });

    test("by the time limit; what was defined stays", async () => {
      await using desk = await withNotebook({ seconds: 1 });
      const agent = await desk.agent();
      await agent.executeCode("x = 7");
      const answer = await agent.executeCode(endless);
      expect(answer.failed).toBe(true);
      expect(textOf(answer)).toMatch(
        /^begun\n[\s\S]*\[Stopped after 1 s, the limit that is set \(notebooks\.seconds\)/,
      );
      expect(textOf(await agent.executeCode("x"))).toBe("7");
    });

    test("and says so when the code makes the best of it", async () => {
      await using desk = await withNotebook({ seconds: 1 });
      const agent = await desk.agent();
      const answer = await agent.executeCode(
        "import time\ntry:\n    time.sleep(100)\nexcept KeyboardInterrupt:\n    print('half of it')",
      );
      expect(answer.failed).toBe(true);
      expect(textOf(answer)).toMatch(/^half of it\n\[Stopped after 1 s/);
    });

    test("by ending the kernel when it does not react to that", async () => {
      await using desk = await withNotebook({ seconds: 1 });
      const agent = await desk.agent();
      await agent.executeCode("x = 8");
      const answer = await agent.executeCode(stubborn);
      expect(textOf(answer)).toMatch(
        /^begun\n\[Stopped after 1 s[\s\S]*the kernel was ended\. All that was defined in it is gone\.\]$/,
      );
      expect(textOf(await agent.executeCode("'x' in globals()"))).toBe("False");
    });

    test("before it has begun, when another one still runs", async () => {
      await using desk = await withNotebook();
      const [first, second] = [await desk.agent(), await desk.agent()];
      const running = first.executeCode(endless);
      await begun(desk);
      const abort = new AbortController();
      const waiting = second.executeCode("y = 1", { signal: abort.signal }).catch(() => "taken back");
      const control = await desk.control();
      await vi.waitFor(async () => expect(await control.request("executions/list")).toHaveLength(2));
      abort.abort();
      expect(await waiting).toBe("taken back");
      await desk.told("executionEnded", ({ execution }) => execution.id === 2);
      await control.request("executions/interrupt", { id: 1 });
      await running;
      expect(textOf(await second.executeCode("'y' in globals()"))).toBe("False");
    });
  });

  describe("two clients in one notebook", () => {
    test("wait for each other, and share what is defined", async () => {
      await using desk = await withNotebook();
      const [first, second] = [await desk.agent(), await desk.agent()];
      const slow = first.executeCode("import time\ntime.sleep(0.5)\nlog = ['first']");
      await desk.told("executionStarted");
      const quick = second.executeCode("log.append('second')\nlog");
      expect([textOf(await slow), textOf(await quick)]).toEqual(["(no output)", "['first', 'second']"]);
    });
  });

  describe("a kernel ends", () => {
    test("killed while it works: told with what it showed, and the next call has a new one", async () => {
      await using desk = await withNotebook();
      const agent = await desk.agent();
      const answer = await agent.executeCode(
        "import os, signal\nprint('last words', flush=True)\nimport time; time.sleep(0.4)\nos.kill(os.getpid(), signal.SIGKILL)",
      );
      expect(answer.failed).toBe(true);
      expect(textOf(answer)).toMatch(
        /^last words\n\[The kernel has died \(killed; perhaps it needed more memory than there is\)/,
      );
      expect(textOf(await agent.executeCode("1 + 1"))).toBe("2");
    });

    test("killed while nothing runs: the next answer says that all is gone", async () => {
      await using desk = await withNotebook();
      const agent = await desk.agent();
      const pid = Number(textOf(await agent.executeCode("import os\nos.getpid()")));
      process.kill(pid, "SIGKILL");
      await desk.told("kernelsChanged", ({ kernels }) => kernels[0]?.state === "stopped");
      expect(textOf(await agent.executeCode("'os' in globals()"))).toBe(
        "[The kernel has ended since the last call (killed; perhaps it needed more memory than there is). All that was defined in it is gone.]\nFalse",
      );
    });

    test("by a crash", async () => {
      await using desk = await withNotebook();
      const agent = await desk.agent();
      const answer = await agent.executeCode("import ctypes\nctypes.string_at(0)");
      expect(textOf(answer)).toBe(
        "[The kernel has died (ended by SIGSEGV). All that was defined in it is gone. The next call starts a new one]",
      );
    });

    test("restarted by the user, idle and busy", async () => {
      await using desk = await withNotebook();
      const agent = await desk.agent();
      const control = await desk.control();
      expect(await control.request("kernels/restart", {})).toEqual({ restarted: 0 });
      await agent.executeCode("x = 1");
      expect(await control.request("kernels/restart", { path: desk.path("a.ipynb") })).toEqual({
        restarted: 1,
      });
      expect(textOf(await agent.executeCode("'x' in globals()"))).toBe(
        "[The user has restarted the kernel. All that was defined in it is gone.]\nFalse",
      );
      const busy = agent.executeCode(endless);
      await begun(desk);
      expect(await control.request("kernels/restart", {})).toEqual({ restarted: 1 });
      expect(textOf(await busy)).toMatch(/^begun\n\[The user has restarted the kernel/);
      expect(textOf(await agent.executeCode("1 + 1"))).toBe("2");
    });

    test("with all that it has started, and its files", async () => {
      await using desk = await withNotebook();
      const agent = await desk.agent();
      const pids = textOf(
        await agent.executeCode(
          "import os, subprocess\nchild = subprocess.Popen(['sleep', '1000'])\nprint(os.getpid(), child.pid)",
        ),
      );
      const [kernel, child] = pids.split(" ").map(Number);
      expect([isRunning(kernel!), isRunning(child!)]).toEqual([true, true]);
      await desk.close();
      await vi.waitFor(() => expect([isRunning(kernel!), isRunning(child!)]).toEqual([false, false]));
      expect(desk.leftBehind()).toEqual([]);
    });

    test("when its notebook is closed", async () => {
      await using desk = await withNotebook();
      const agent = await desk.agent();
      const pid = Number(textOf(await agent.executeCode("import os\nos.getpid()")));
      await (await desk.control()).request("documents/close", { path: desk.path("a.ipynb") });
      await vi.waitFor(() => expect(isRunning(pid)).toBe(false), { timeout: 5_000 });
    });
  });
}
