import { pathToFileURL } from "node:url";
import { connect, type Ide, type IdeEvent } from "@idebridge/sdk";
import { expect, it } from "vitest";
import { selection } from "./poem.ts";
import { Program, type Report } from "./program.ts";
import type { Workshop } from "./workshop.ts";

/** Our client against a server made with the official SDK, which is a process of its own. */
export function testOurClient(
  { bundles, folder }: Workshop,
  server: "officialServer1" | "officialServer2",
): void {
  const token = "a token of its own";

  function startServer(port = 0): Promise<{ program: Program; ready: Report }> {
    return Program.start(bundles.file(server), { port, token });
  }

  async function start() {
    const { program, ready } = await startServer();
    const port = ready.port as number;
    const ide = await connectTo(port);
    const events: IdeEvent[] = [];
    ide.subscribe((event) => events.push(event));
    return {
      program,
      port,
      ide,
      events,
      async [Symbol.asyncDispose]() {
        ide.close();
        await program[Symbol.asyncDispose]();
      },
    };
  }

  function connectTo(port: number, withToken = token): Promise<Ide> {
    return connect({
      port,
      token: withToken,
      configDir: folder,
      cwd: folder,
      env: {},
      reconnect: { milliseconds: [0, 50], attempts: 1_000 },
    });
  }

  it("detects the dialect, introduces itself, tells its folder and answers pings", async () => {
    await using pair = await start();
    const { ide, program } = pair;
    program.order({ order: "notify", method: "ping" });
    expect({
      dialect: ide.dialect,
      server: ide.serverInfo,
      tools: ide.tools.map(({ name }) => name),
      heard: await program.report("heard"),
      roots: await program.report("roots"),
      pong: await program.report("pong"),
    }).toEqual({
      dialect: "claude-code",
      server: { name: "official", version: server.at(-1) },
      tools: ["openDiff", "getDiagnostics", "getOpenEditors", "closeAllDiffTabs", "saveDocument", "rhyme"],
      heard: { event: "heard", method: "ide_connected", params: { pid: process.pid } },
      roots: {
        event: "roots",
        roots: [expect.objectContaining({ uri: pathToFileURL(folder).href })],
      },
      pong: { event: "pong" },
    });
  });

  it("has typed methods, and calls custom tools", async () => {
    await using pair = await start();
    const { ide } = pair;
    expect({
      documents: await ide.openDocuments(),
      diagnostics: await ide.diagnostics("/poem.md"),
      closed: await ide.closeAllDiffs(),
      rhyme: await ide.callTool("rhyme", { word: "rose" }),
    }).toEqual({
      documents: [{ path: "/poem.md", label: "poem.md", isActive: true, isDirty: false }],
      diagnostics: [
        {
          path: "/poem.md",
          diagnostics: [
            {
              message: "no rhyme",
              severity: "hint",
              range: { start: { line: 1, character: 2 }, end: { line: 1, character: 4 } },
              source: "poet",
            },
          ],
        },
      ],
      closed: 3,
      rhyme: { content: [{ type: "text", text: "rose, rose" }] },
    });
  });

  it("has changes decided", async () => {
    await using pair = await start();
    const { ide, program } = pair;
    const accepted = ide.openDiff({ path: "/poem.md", contents: "roses" });
    const asked = await program.report("openDiff");
    program.order({ order: "accept", contents: "tulips" });
    await accepted;
    const rejected = ide.openDiff({ path: "/poem.md", contents: "roses" });
    await program.report("openDiff");
    program.order({ order: "reject" });
    expect({ asked, accepted: await accepted, rejected: await rejected }).toEqual({
      asked: {
        event: "openDiff",
        old_file_path: "/poem.md",
        new_file_path: "/poem.md",
        new_file_contents: "roses",
        tab_name: "poem.md",
      },
      accepted: { outcome: "accepted", contents: "tulips", edited: true },
      rejected: { outcome: "rejected" },
    });
  });

  it("takes a review back", async () => {
    await using pair = await start();
    const { ide, program } = pair;
    const controller = new AbortController();
    const asked = ide.openDiff({ path: "/poem.md", contents: "roses" }, { signal: controller.signal });
    await program.report("openDiff");
    controller.abort();
    await expect(asked).rejects.toMatchObject({ code: "ABORTED" });
    expect(await program.report("cancelled")).toEqual({ event: "cancelled" });
    expect(await ide.closeAllDiffs()).toBe(3);
  });

  it("hears notifications, its own forms and others", async () => {
    await using pair = await start();
    const { program, events, ide } = pair;
    await program.report("roots");
    program.order({
      order: "notify",
      method: "selection_changed",
      params: { text: "violets", filePath: "/poem.md", selection: selection.range },
    });
    program.order({ order: "notify", method: "at_mentioned", params: { filePath: "/poem.md" } });
    program.order({ order: "notify", method: "poem_finished", params: { lines: 2 } });
    ide.notify("reader_left", { page: 7 });
    await expect
      .poll(() => events)
      .toEqual([
        {
          type: "selection",
          selection: { path: "/poem.md", text: "violets", range: selection.range },
        },
        { type: "mention", mention: { path: "/poem.md" } },
        { type: "notification", method: "poem_finished", params: { lines: 2 } },
      ]);
    await program.report("heard");
    expect(await program.report("heard")).toEqual({
      event: "heard",
      method: "reader_left",
      params: { page: 7 },
    });
  });

  it("tells failures apart", async () => {
    await using pair = await start();
    const { ide, port } = pair;
    await expect(ide.saveDocument("/poem.md")).rejects.toMatchObject({
      code: "TOOL_FAILED",
      message: expect.stringContaining("the disk is full"),
    });
    await expect(ide.activeSelection()).rejects.toMatchObject({ code: "UNSUPPORTED" });
    await expect(ide.openFile("/poem.md")).rejects.toMatchObject({ code: "UNSUPPORTED" });
    await expect(ide.request("poems/write")).rejects.toMatchObject({ code: -32601 });
    await expect(connectTo(port, "wrong")).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  });

  it("comes back when the server was killed and started again", async () => {
    await using pair = await start();
    const { ide, program, port, events } = pair;
    const pending = expect(ide.openDiff({ path: "/poem.md", contents: "roses" })).rejects.toMatchObject({
      code: "CONNECTION_CLOSED",
    });
    await program.report("openDiff");
    await program.kill();
    await pending;
    await expect.poll(() => events.map(({ type }) => type)).toContain("reconnecting");

    const { program: again } = await startServer(port);
    await using _again = again;
    await expect.poll(() => events.at(-1), { timeout: 20_000 }).toEqual({ type: "connected" });
    expect(await ide.closeAllDiffs()).toBe(3);
  });
}
