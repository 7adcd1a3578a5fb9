import { once } from "node:events";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { connect, discover, type Ide, serve } from "@idebridge/sdk";
import { FakeEditor } from "@idebridge/sdk/testing";
import { describe, expect, it } from "vitest";
import { WebSocketServer } from "ws";
import { Example, eventsOf, Place } from "./exampleProgram.ts";

describe("smallest-editor", () => {
  it("is found, and tells what is wrong with package.json", async () => {
    await using place = await Place.create({ "package.json": "{}" });
    await using example = new Example("smallest-editor", place, [place.folder]);
    await example.printed(/Serving/);

    const found = await discover(place.options);
    expect(found).toMatchObject([{ name: "Smallest", folders: [place.folder], matches: true, problems: [] }]);

    await using ide = await connect(place.options);
    const manifest = place.path("package.json");
    expect(await ide.diagnostics(manifest)).toEqual([{ path: manifest, diagnostics: [] }]);

    await writeFile(manifest, "{ broken");
    const message = expect.stringContaining("SyntaxError");
    const start = { line: 0, character: 0 };
    const problem = { message, severity: "error", range: { start, end: start } };
    expect({
      tools: ide.tools.map(({ name }) => name),
      all: await ide.diagnostics(),
      other: await ide.diagnostics(place.path("a.ts")),
    }).toEqual({
      tools: ["getWorkspaceFolders", "getDiagnostics"],
      all: [{ path: manifest, diagnostics: [problem] }],
      other: [],
    });
  });

  it("ends when it is told to, and leaves no lock file", async () => {
    await using place = await Place.create({});
    await using example = new Example("smallest-editor", place, [place.folder]);
    await example.printed(/Serving/);
    expect(await place.locks()).toHaveLength(1);

    expect({ code: await example.stop(), locks: await place.locks() }).toEqual({ code: 0, locks: [] });
  });
});

describe("context-only", () => {
  it("shares the open note, the selection and mentions, and offers no diff", async () => {
    await using place = await Place.create({ "ideas.md": "one\ntwo\nthree\n" });
    await using example = new Example("context-only", place, [place.folder]);
    await example.printed(/Serving/);
    await using ide = await connect(place.options);
    const events = eventsOf(ide);
    const path = place.path("ideas.md");

    example.type("open ideas.md");
    const opened = await events.next("selection");
    example.type("select 1 2");
    const selected = await events.next("selection");
    example.type("mention");
    const mentioned = await events.next("mention");

    expect({
      opened,
      selected,
      mentioned,
      asked: await ide.activeSelection(),
      diffs: ide.supports("openDiff"),
    }).toEqual({
      opened: { type: "selection", selection: { path, range: lines(0, 0), text: "" } },
      selected: { type: "selection", selection: { path, range: lines(1, 3), text: "two\nthree\n" } },
      mentioned: { type: "mention", mention: { path } },
      asked: { path, range: lines(1, 3), text: "two\nthree\n" },
      diffs: false,
    });
  });
});

describe("kale", () => {
  it("shares tabs and selection, saves, and has a tool of its own", async () => {
    await using place = await Place.create({ "a.ts": "let a = 1;\nlet b = 2;\n", "b.ts": "b\n" });
    await using example = new Example("kale", place, [place.folder]);
    await using ide = await connectTo(example, place);
    const events = eventsOf(ide);
    const path = place.path("a.ts");

    example.type("open b.ts");
    await events.next("selection");
    example.type("open a.ts");
    await events.next("selection");
    example.type("select 0 4 1 5");
    const selection = {
      path,
      range: { start: { line: 0, character: 4 }, end: { line: 1, character: 5 } },
      text: "a = 1;\nlet b",
    };
    // The dialect tells it twice: in Claude Code's form and in its own.
    await events.until((event) => event.type === "selection" && event.selection?.text === selection.text);
    example.type("type // more words");
    await expect
      .poll(() => ide.documentState(path), { timeout: 20_000 })
      .toEqual({ isDirty: true, isUntitled: false });

    const tab = { languageId: "plaintext", isActive: false, isDirty: false };
    expect({
      dialect: ide.dialect,
      selection: await ide.activeSelection(),
      tabs: await ide.openDocuments(),
      words: await ide.callTool("countWords", { filePath: path }),
      saved: await ide.saveDocument(path),
      onDisk: await readFile(path, "utf8"),
      notOpen: await ide.saveDocument(place.path("c.ts")),
      closed: await ide.closeTab("a.ts"),
      left: await ide.activeSelection(),
    }).toEqual({
      dialect: "kale",
      selection,
      tabs: [
        { ...tab, path: place.path("b.ts"), label: "b.ts" },
        { ...tab, path, label: "a.ts", isActive: true, isDirty: true },
      ],
      words: { content: [{ type: "text", text: '{"words":11}' }] },
      saved: "saved",
      onDisk: "let a = 1;\nlet b = 2;\n// more words",
      notOpen: "notOpen",
      closed: "closed",
      left: { path: place.path("b.ts"), range: lines(0, 0), text: "" },
    });
  });

  it("opens a file at a text, and knows which files there are not", async () => {
    await using place = await Place.create({ "a.ts": "let a = 1;\nlet b = 2;\n" });
    await using example = new Example("kale", place, [place.folder]);
    await using ide = await connectTo(example, place);

    expect({
      opened: await ide.openFile(place.path("a.ts"), { select: { startText: "b =", toEndOfLine: true } }),
      selection: (await ide.activeSelection())?.text,
      missing: await ide.openFile(place.path("c.ts")),
      words: await ide.callTool("countWords", { filePath: place.path("c.ts") }),
    }).toEqual({
      opened: {},
      selection: "b = 2;",
      missing: "notFound",
      words: {
        content: [{ type: "text", text: `There is no file ${place.path("c.ts")}` }],
        isError: true,
      },
    });
  });

  it("has a change accepted, edited and rejected, and writes nothing itself", async () => {
    await using place = await Place.create({ "a.ts": "old" });
    await using example = new Example("kale", place, [place.folder]);
    await using ide = await connectTo(example, place);
    const decide = async (...commands: string[]) => {
      const title = commands.join(" then ");
      const asked = ide.openDiff({ path: place.path("a.ts"), contents: "new", title });
      await example.printed(new RegExp(`diff opened: ${title}`));
      for (const command of commands) example.type(command);
      const decision = await asked;
      await example.printed(new RegExp(`diff closed: ${title}`));
      return decision;
    };

    expect([
      await decide("accept"),
      await decide("edit newer", "accept"),
      await decide("reject"),
      await readFile(place.path("a.ts"), "utf8"),
    ]).toEqual([
      { outcome: "accepted", contents: "new", edited: false },
      { outcome: "accepted", contents: "newer", edited: true },
      { outcome: "rejected" },
      "old",
    ]);
  });

  it("takes a diff off the screen when the agent takes it back, and leaves the others", async () => {
    await using place = await Place.create({ "a.ts": "old" });
    await using example = new Example("kale", place, [place.folder]);
    await using ide = await connectTo(example, place);
    const path = place.path("a.ts");

    const first = ide.openDiff({ path, contents: "1", title: "first" });
    const second = ide.openDiff({ path, contents: "2", title: "second" });
    await example.printed(/diff opened: second/);
    await ide.closeTab("first");
    await example.printed(/diff closed: first/);
    example.type("accept");

    expect(await Promise.all([first, second])).toEqual([
      { outcome: "rejected" },
      { outcome: "accepted", contents: "2", edited: false },
    ]);
  });

  it("gives its terminal the environment to find it", async () => {
    await using place = await Place.create({ "a.ts": "let a = 1;" });
    await using example = new Example("kale", place, [place.folder]);
    const [, port] = await example.printed(/listens on port (\d+)/);

    example.type(`terminal echo port=$CLAUDE_CODE_SSE_PORT enabled=$ENABLE_IDE_INTEGRATION`);

    expect((await example.printed(/port=(\d+) enabled=(\w+)/)).slice(1)).toEqual([port, "true"]);
  });
});

describe("agent", () => {
  /** Runs the agent on `a.ts` against an editor of ours. */
  async function replace(place: Place, editor: FakeEditor, decide: (editor: FakeEditor) => Promise<void>) {
    await using server = await serve(editor, { env: place.env });
    await using agent = new Example("agent", place, ["a.ts", "one", "two"]);
    await decide(editor);
    const code = await agent.ended();
    const file = await readFile(place.path("a.ts"), "utf8");
    return { code, file, port: server.port, output: agent.output };
  }

  async function fakeEditor(place: Place): Promise<FakeEditor> {
    const editor = new FakeEditor({ name: "Fake", folders: [place.folder] });
    const path = place.path("a.ts");
    const start = { line: 0, character: 4 };
    const range = { start, end: { line: 0, character: 7 } };
    editor.select(path, range, "one");
    editor.setDiagnostics(path, [{ message: "one is never read", severity: "warning", range }]);
    return editor;
  }

  it("shows selection and problems, and writes what was accepted", async () => {
    await using place = await Place.create({ "a.ts": "let one;" });
    const path = place.path("a.ts");
    const { output, port, ...ended } = await replace(place, await fakeEditor(place), async (editor) => {
      const review = await editor.nextReview();
      expect(review).toMatchObject({
        proposal: { path, oldPath: path, contents: "let two;", title: "Replace one" },
        client: { name: "replacer", version: "1.0.0" },
      });
      review.accept();
    });

    expect({ ...ended, output: output.trim().split("\n") }).toEqual({
      code: 0,
      file: "let two;",
      output: [
        `found Fake on port ${port}: fine`,
        "connected to Fake",
        `selected in ${path}: one`,
        "warning in line 1: one is never read",
        "accepted",
      ],
    });
  });

  it("writes what the user made of its proposal", async () => {
    await using place = await Place.create({ "a.ts": "let one;" });
    const ended = await replace(place, await fakeEditor(place), async (editor) =>
      (await editor.nextReview()).accept("let two = 2;"),
    );

    expect(ended).toMatchObject({
      code: 0,
      file: "let two = 2;",
      output: expect.stringContaining("accepted with changes of the user"),
    });
  });

  it("writes nothing when it is rejected", async () => {
    await using place = await Place.create({ "a.ts": "let one;" });
    const ended = await replace(place, await fakeEditor(place), async (editor) =>
      (await editor.nextReview()).reject(),
    );

    expect(ended).toMatchObject({
      code: 0,
      file: "let one;",
      output: expect.stringMatching(/^rejected$/m),
    });
  });

  it("writes nothing when the IDE closed the tab and nobody decided", async () => {
    await using place = await Place.create({ "a.ts": "let one;" });
    await using _ide = await ideThatClosesTabs(place);
    await using agent = new Example("agent", place, ["a.ts", "one", "two"]);

    expect({
      code: await agent.ended(),
      file: await readFile(place.path("a.ts"), "utf8"),
      output: agent.output,
    }).toEqual({ code: 0, file: "let one;", output: expect.stringContaining("nobody decided (TAB_CLOSED)") });
  });

  it("says so when there is no IDE", async () => {
    await using place = await Place.create({ "a.ts": "let one;" });
    await using agent = new Example("agent", place, ["a.ts", "one", "two"]);

    expect({ code: await agent.ended(), output: agent.output }).toEqual({
      code: 1,
      output: expect.stringContaining("NO_IDE_FOUND"),
    });
  });
});

/** An IDE of somebody else's, that answers TAB_CLOSED to every review. */
async function ideThatClosesTabs(place: Place): Promise<AsyncDisposable> {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  server.on("connection", (socket) =>
    socket.on("message", (data) => {
      const { id, method } = JSON.parse(String(data));
      if (id === undefined) return;
      const results: Record<string, object> = {
        initialize: { serverInfo: { name: "Other", version: "1" }, capabilities: {} },
        "tools/list": { tools: [{ name: "openDiff" }] },
        "tools/call": { content: [{ type: "text", text: "TAB_CLOSED" }] },
      };
      socket.send(JSON.stringify({ jsonrpc: "2.0", id, result: results[method] ?? {} }));
    }),
  );
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const locks = join(place.env.HOME, ".claude", "ide");
  await mkdir(locks, { recursive: true });
  const lock = { pid: process.pid, workspaceFolders: [place.folder], ideName: "Other", transport: "ws" };
  await writeFile(join(locks, `${port}.lock`), JSON.stringify({ ...lock, authToken: "x" }), { mode: 0o600 });
  return {
    async [Symbol.asyncDispose]() {
      for (const client of server.clients) client.terminate();
      server.close();
    },
  };
}

async function connectTo(example: Example, place: Place): Promise<Ide> {
  await example.printed(/listens on port/);
  return connect(place.options);
}

/** From the start of one line to the start of another. */
function lines(start: number, end: number) {
  return { start: { line: start, character: 0 }, end: { line: end, character: 0 } };
}
