import { mkdirSync, symlinkSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { NotebookDesk, notebook, textOf } from "./notebookDesk.ts";

const where = "import os\nprint(os.getcwd(), os.environ.get('JPY_SESSION_NAME'), globals().get('x'))";

export function testKernels(): void {
  describe("which kernel", () => {
    test("each notebook has its own, in its own folder", async () => {
      await using desk = await NotebookDesk.start({
        files: { "a.ipynb": notebook(), "sub/b.ipynb": notebook() },
      });
      const agent = await desk.agent();
      await desk.open("a.ipynb");
      await agent.executeCode("x = 'a'");
      await desk.open("sub/b.ipynb");
      await agent.executeCode("x = 'b'");
      const second = textOf(await agent.executeCode(where));
      await desk.open("a.ipynb");
      const first = textOf(await agent.executeCode(where));
      expect([first, second]).toEqual([
        `${desk.folder} ${desk.path("a.ipynb")} a`,
        `${desk.path("sub")} ${desk.path("sub/b.ipynb")} b`,
      ]);
      expect(await (await desk.control()).request("kernels/list")).toMatchObject([
        { notebook: desk.path("a.ipynb"), state: "idle", pid: expect.any(Number) },
        { notebook: desk.path("sub/b.ipynb"), state: "idle", pid: expect.any(Number) },
      ]);
    });

    test("the notebook that was last in front counts, when another file is", async () => {
      await using desk = await NotebookDesk.start({ files: { "sub/a.ipynb": notebook(), "b.py": "" } });
      const agent = await desk.agent();
      await desk.open("sub/a.ipynb");
      await desk.open("b.py");
      expect(textOf(await agent.executeCode(where))).toContain(`${desk.path("sub/a.ipynb")} None`);
    });

    test("no notebook is open: that of the folder in which the client works", async () => {
      await using desk = await NotebookDesk.start({ files: { "sub/a.ipynb": notebook() } });
      const agent = await desk.agent();
      const inside = await desk.agent({ cwd: desk.path("sub") });
      expect([textOf(await agent.executeCode(where)), textOf(await inside.executeCode(where))]).toEqual([
        `${desk.folder} None None`,
        `${desk.path("sub")} None None`,
      ]);
    });

    test("a notebook that nobody may be told about is as good as not open", async () => {
      await using desk = await NotebookDesk.start({
        files: { "private/a.ipynb": notebook() },
        sharing: { deny: ["private/**"] },
      });
      await desk.open("private/a.ipynb");
      const agent = await desk.agent();
      expect(textOf(await agent.executeCode(where))).toBe(`${desk.folder} None None`);
    });

    test("nothing runs while nothing is shared", async () => {
      await using desk = await NotebookDesk.start();
      const agent = await desk.agent();
      await (await desk.control()).request("sharing/pause", { paused: true });
      expect(await agent.executeCode("1")).toEqual({
        failed: true,
        outputs: [{ type: "text", text: "The user shares nothing with agents just now" }],
      });
      expect(await (await desk.control()).request("kernels/list")).toEqual([]);
    });

    test("a notebook in the middle of being changed runs all the same", async () => {
      await using desk = await NotebookDesk.start({ files: { "a.ipynb": notebook().slice(0, -9) } });
      await desk.open("a.ipynb");
      const agent = await desk.agent();
      expect(textOf(await agent.executeCode("1 + 1"))).toBe("2");
      expect(desk.read("a.ipynb")).toBe(notebook().slice(0, -9));
    });

    test("the project's own environment", async () => {
      await using desk = await NotebookDesk.start({
        files: { ".venv/pyvenv.cfg": "home = /usr/bin\ninclude-system-site-packages = true\n" },
      });
      mkdirSync(desk.path(".venv/bin"));
      symlinkSync("/usr/bin/python3", desk.path(".venv/bin/python"));
      const agent = await desk.agent();
      const answer = await agent.executeCode(
        "import os, sys\nprint(sys.prefix, os.environ['VIRTUAL_ENV'])\n!which python",
      );
      expect(textOf(answer)).toBe(
        `${desk.path(".venv")} ${desk.path(".venv")}\n${desk.path(".venv/bin/python")}`,
      );
    });

    test("Python without ipykernel: says what to install; then it runs", async () => {
      const bare = "home = /usr/bin\ninclude-system-site-packages = false\n";
      await using desk = await NotebookDesk.start({
        files: { ".venv/pyvenv.cfg": bare },
        settings: { python: ".venv/bin/python" },
      });
      mkdirSync(desk.path(".venv/bin"));
      symlinkSync("/usr/bin/python3", desk.path(".venv/bin/python"));
      const agent = await desk.agent();
      const program = desk.path(".venv/bin/python");
      expect(await agent.executeCode("1")).toEqual({
        failed: true,
        outputs: [
          {
            type: "text",
            text: `${program} (the setting notebooks.python) is no Python with ipykernel. Install it: ${program} -m pip install ipykernel`,
          },
        ],
      });
      // As installing it would: looked for anew at each call.
      desk.write(".venv/pyvenv.cfg", bare.replace("false", "true"));
      expect(textOf(await agent.executeCode("1 + 1"))).toBe("2");
    });

    test("a kernel that is not installed: says which are", async () => {
      await using desk = await NotebookDesk.start({ files: { "a.ipynb": notebook("julia-1.10", "julia") } });
      await desk.open("a.ipynb");
      const agent = await desk.agent();
      const answer = await agent.executeCode("1");
      expect(answer.failed).toBe(true);
      expect(textOf(answer)).toMatch(/^There is no kernel julia-1\.10\. Installed are: .*Python 3/);
    });
  });

  describe("front ends", () => {
    test("see what runs, what it has shown so far, and what it came to", async () => {
      await using desk = await NotebookDesk.start({ files: { "a.ipynb": notebook() } });
      await desk.open("a.ipynb");
      const control = await desk.control();
      const agent = await desk.agent();
      const code = "import time\nprint('so far', flush=True)\ntime.sleep(0.6)\nprint('end')";
      const call = agent.executeCode(code);
      await desk.told("executionOutput");
      expect(await control.request("executions/read", { id: 1 })).toMatchObject({
        execution: {
          id: 1,
          code,
          state: "running",
          notebook: desk.path("a.ipynb"),
          client: { name: "agent" },
        },
        outputs: [{ type: "text", text: "so far" }],
      });
      const { outputs } = await call;
      expect(await control.request("executions/read", { id: 1 })).toMatchObject({
        execution: { state: "ok", textCharacters: 10, images: 0 },
        outputs,
      });
      expect(await control.request("status")).toMatchObject({ kernels: [{ state: "idle" }] });
      await expect(control.request("executions/read", { id: 9 })).rejects.toThrow("There is no code 9");
    });

    test("answer whether code may run; the first answer counts", async () => {
      await using desk = await NotebookDesk.start({ settings: { ask: true } });
      const control = await desk.control();
      const agent = await desk.agent();
      const call = agent.executeCode("1 + 1");
      const { execution } = await desk.told("executionAsked");
      expect(execution).toMatchObject({ id: 1, state: "asked", code: "1 + 1" });
      expect(await control.request("executions/decide", { id: 1, allow: true })).toEqual({
        outcome: "decided",
      });
      expect(await control.request("executions/decide", { id: 1, allow: false })).toEqual({
        outcome: "tooLate",
        by: "test",
      });
      expect(textOf(await call)).toBe("2");
      const second = agent.executeCode("2");
      await desk.told("executionAsked", ({ execution }) => execution.id === 2);
      // What is no clear yes is none.
      await control.request("executions/decide", { id: 2, allow: "yes" as unknown as boolean });
      expect((await second).failed).toBe(true);
      const third = agent.executeCode("3");
      await desk.told("executionAsked", ({ execution }) => execution.id === 3);
      expect(await control.request("executions/interrupt", { id: 3 })).toEqual({ outcome: "interrupted" });
      expect(textOf(await third)).toBe("The user has stopped the code before it began");
    });
  });
}
