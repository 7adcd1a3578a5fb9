import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Call, CodeResult } from "@idebridge/sdk";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import type { ControlEvent } from "../../src/control/controlProtocol.ts";
import type { NotebookSettings } from "../../src/notebooks/notebookSettings.ts";
import { Notebooks } from "../../src/notebooks/notebooks.ts";

const program = fileURLToPath(new URL("fakeKernel.mjs", import.meta.url));
const client = { id: 1, name: "agent", version: "1", pid: 1, folders: [], connectedAt: new Date() };

/** Notebooks for a machine whose only kernel is the fake one. */
class Desk implements AsyncDisposable {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), "idebridge-desk-")));
  readonly events: ControlEvent[] = [];
  readonly notebooks: Notebooks;

  constructor(settings: NotebookSettings = {}) {
    const spec = join(this.root, "jupyter", "kernels", "fake");
    for (const folder of [spec, join(this.root, "run"), join(this.root, "home")])
      mkdirSync(folder, { recursive: true });
    const argv = [process.execPath, program, "{connection_file}"];
    writeFileSync(
      join(spec, "kernel.json"),
      JSON.stringify({ argv, display_name: "Fake", language: "fake", interrupt_mode: "message" }),
    );
    this.notebooks = new Notebooks({
      folders: [this.root],
      env: {
        HOME: join(this.root, "home"),
        JUPYTER_PATH: join(this.root, "jupyter"),
        XDG_RUNTIME_DIR: join(this.root, "run"),
        PATH: process.env.PATH,
      },
      settings,
      readText: async () => JSON.stringify({ metadata: { kernelspec: { name: "fake" } } }),
      tell: (event) => this.events.push(event),
      search: { systemDataFolders: [] },
    });
  }

  run(
    code: string,
    name = "a.ipynb",
    signal: AbortSignal = new AbortController().signal,
  ): Promise<CodeResult> {
    const call: Call = { client, signal };
    return this.notebooks.execute(code, join(this.root, name), call);
  }

  async text(code: string, name?: string): Promise<string> {
    return textOf(await this.run(code, name));
  }

  /** The states that executions have come to, in order. */
  states(): readonly string[] {
    return this.notebooks.executions.list().map(({ state }) => state);
  }

  async running(id: number): Promise<void> {
    await vi.waitFor(() => expect(this.states()[id - 1]).toBe("running"), { timeout: 10_000 });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.notebooks.close();
    expect(readdirSync(join(this.root, "run"))).toEqual([]);
    rmSync(this.root, { recursive: true, force: true });
  }
}

function textOf({ outputs }: CodeResult): string {
  return outputs.map((output) => (output.type === "text" ? output.text : output.mimeType)).join("\n");
}

describe("notebooks", () => {
  it("have a kernel each, started with the first code", async () => {
    await using desk = new Desk();
    expect(desk.notebooks.kernels()).toEqual([]);
    expect([await desk.text("echo one"), await desk.text("echo two", "b.ipynb")]).toEqual(["one", "two"]);
    const kernels = desk.notebooks.kernels();
    expect(kernels).toMatchObject([
      { notebook: join(desk.root, "a.ipynb"), folder: desk.root, name: "Fake", state: "idle" },
      { notebook: join(desk.root, "b.ipynb"), state: "idle" },
    ]);
    expect(new Set(kernels.map(({ pid }) => pid)).size).toBe(2);
    await desk.notebooks.notebookClosed(join(desk.root, "a.ipynb"));
    expect(desk.notebooks.kernels()).toHaveLength(1);
  });

  it("run one piece of code after the other; one that is taken back never starts", async () => {
    await using desk = new Desk();
    const abort = new AbortController();
    const first = desk.run("hang");
    await desk.running(1);
    const second = desk.run("echo never", "a.ipynb", abort.signal);
    const third = desk.text("echo third");
    abort.abort(new Error("taken back"));
    await expect(second).rejects.toThrow("taken back");
    expect(desk.states()).toEqual(["running", "interrupted", "waiting"]);
    expect(desk.notebooks.interrupt(1)).toBe(true);
    expect(textOf(await first)).toBe("hanging\n[The user has stopped the code]");
    expect(await third).toBe("third");
    expect(desk.states()).toEqual(["interrupted", "interrupted", "ok"]);
  });

  it("interrupt what runs when its client leaves", async () => {
    await using desk = new Desk();
    const abort = new AbortController();
    const run = desk.run("hang", "a.ipynb", abort.signal);
    await desk.running(1);
    abort.abort(new Error("left"));
    expect((await run).failed).toBe(true);
    expect(await desk.text("echo next")).toBe("next");
  });

  it("say when the kernel has died, and start another", async () => {
    await using desk = new Desk();
    const { outputs, failed } = await desk.run("die of old age");
    expect([textOf({ outputs }), failed]).toEqual([
      "[The kernel has died (exit code 7). All that was defined in it is gone. The next call starts a new one]\nof old age",
      true,
    ]);
    expect(await desk.text("echo next")).toBe("next");
    process.kill(desk.notebooks.kernels()[0]!.pid!, "SIGTERM");
    await vi.waitFor(() => expect(desk.notebooks.kernels()[0]!.state).toBe("stopped"));
    expect(await desk.text("echo again")).toBe(
      "[The kernel has ended since the last call (ended by SIGTERM). All that was defined in it is gone.]\nagain",
    );
  });

  it("stop code at the time limit", async () => {
    await using desk = new Desk({ seconds: 0.3 });
    expect(await desk.text("hang")).toMatch(/^hanging\n\[Stopped after 0\.3 s, the limit that is set/);
  });

  it("restart: what runs ends, and the next code is told", async () => {
    await using desk = new Desk();
    const busy = desk.run("hang");
    await desk.running(1);
    expect(await desk.notebooks.restart()).toBe(1);
    expect(textOf(await busy)).toBe(
      "hanging\n[The user has restarted the kernel. All that was defined in it is gone.]",
    );
    expect(await desk.text("echo fresh")).toBe("fresh");
    expect(await desk.notebooks.restart(join(desk.root, "a.ipynb"))).toBe(1);
    expect(await desk.text("echo told")).toMatch(/^\[The user has restarted the kernel\..*\]\ntold$/);
    expect(await desk.notebooks.restart(join(desk.root, "other.ipynb"))).toBe(0);
  });

  it("ask first when that is set; only a yes is one", async () => {
    await using desk = new Desk({ ask: true });
    const { executions } = desk.notebooks;
    const asked = [
      desk.run("echo yes"),
      desk.run("echo no").catch((error: Error) => error.message),
      desk.run("echo later"),
    ];
    expect(desk.states()).toEqual(["asked", "asked", "asked"]);
    expect(desk.notebooks.kernels()).toEqual([]);
    expect([
      executions.decide(1, true, "me"),
      executions.decide(2, false, "me"),
      executions.decide(2, true, "you"),
    ]).toEqual([{ outcome: "decided" }, { outcome: "decided" }, { outcome: "tooLate", by: "me" }]);
    expect(await Promise.all(asked.slice(0, 2))).toEqual([
      { outputs: [{ type: "text", text: "yes" }] },
      "The user does not want this code to be run",
    ]);
    expect(desk.notebooks.interrupt(3)).toBe(true);
    await expect(asked[2]).rejects.toThrow("The user has stopped the code before it began");
    expect(desk.events.map(({ type }) => type).filter((type) => /Asked|Decided/.test(type))).toEqual([
      "executionAsked",
      "executionAsked",
      "executionAsked",
      "executionDecided",
      "executionDecided",
    ]);
    expect(desk.states()).toEqual(["ok", "refused", "interrupted"]);
  });

  it("take whatever a kernel says, and run on", async () => {
    await using desk = new Desk({ outputCharacters: 1_000 });
    const type = fc.constantFrom(
      "stream",
      "display_data",
      "update_display_data",
      "error",
      "clear_output",
      "comm_open",
      "x",
    );
    const content = fc.dictionary(
      fc.constantFrom("name", "text", "data", "transient", "traceback", "wait"),
      fc.jsonValue(),
    );
    const messages = fc.array(fc.tuple(type, content), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(messages, async (said) => {
        const { outputs, failed } = await desk.run(`publish ${JSON.stringify(said)}`);
        expect({ failed, isThere: outputs.length > 0 }).toEqual({ failed: undefined, isThere: true });
        expect(textOf({ outputs }).length).toBeLessThan(1_200);
      }),
      { numRuns: 100 },
    );
  });

  it("remember what was run, but not for ever", async () => {
    await using desk = new Desk();
    for (let round = 1; round <= 52; round++) await desk.run(`echo ${round}`);
    const list = desk.notebooks.executions.list();
    expect([list.length, list[0]?.code, list.at(-1)?.code]).toEqual([50, "echo 3", "echo 52"]);
    expect(() => desk.notebooks.executions.read(1)).toThrow("over for long");
  });

  it("end at once when they are closed, whatever happens there", async () => {
    await using desk = new Desk();
    const running = desk.run("hang");
    await desk.running(1);
    const waiting = desk.run("echo never").catch((error: Error) => error.message);
    const starting = desk.run("echo never", "b.ipynb").catch((error: Error) => error.message);
    await desk.notebooks.close();
    expect(textOf(await running)).toBe("hanging\n[The notebook was closed, and its kernel ended]");
    expect([await waiting, await starting]).toEqual(["The notebook was closed", "The notebook was closed"]);
    await expect(desk.run("echo late")).rejects.toThrow("idebridge is closing down");
  });
});
