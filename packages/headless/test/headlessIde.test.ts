import { once } from "node:events";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  AlreadyRunning,
  type ControlEvent,
  connectControl,
  findInstance,
  type HeadlessIde,
  type HeadlessOptions,
  startHeadless,
} from "@idebridge/headless";
import { connect, IdeBridgeError, jetbrains } from "@idebridge/sdk";
import { describe, expect, it, vi } from "vitest";
import { WebSocket } from "ws";
import { ChangeLog } from "../src/changes/changeLog.ts";

// Real programs, on a machine that may be busy.
vi.setConfig({ testTimeout: 30_000 });

/** A project, a home and nothing else. */
function project() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "idebridge-headless-")));
  const folder = join(root, "project");
  mkdirSync(folder);
  const env = { HOME: root, XDG_STATE_HOME: join(root, "state"), PATH: process.env.PATH };
  return {
    folder,
    env,
    path: (name: string) => join(folder, name),
    start: (options: Partial<HeadlessOptions> = {}) =>
      startHeadless({ folders: [folder], version: "1.0.0", env, ...options }),
    agent: (name = "agent") => connect({ cwd: folder, env, clientInfo: { name, version: "2" } }),
    control: (name = "terminal") => connectControl({ cwd: folder, env, name }),
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** The log of changes takes long to open: until it may. */
function heldLog() {
  const open = ChangeLog.open;
  let goOn = () => {};
  const held = new Promise<void>((resolve) => (goOn = resolve));
  const opening = vi.spyOn(ChangeLog, "open").mockImplementation(async (options) => {
    await held;
    return open.call(ChangeLog, options);
  });
  return { goOn, [Symbol.dispose]: () => opening.mockRestore() };
}

/** Who can end a review. */
interface Ending {
  readonly ide: HeadlessIde;
  readonly agent: Awaited<ReturnType<typeof connect>>;
  readonly cancel: AbortController;
}

/** However busy the machine is. */
function eventually<Result>(look: () => Promise<Result> | Result): Promise<Result> {
  return vi.waitFor(look, 10_000);
}

describe("a headless IDE", () => {
  it("is found by agents and by front ends, from folders below too", async () => {
    using test = project();
    mkdirSync(test.path("sub"));
    await using ide = await test.start();
    await using agent = await test.agent();
    const control = await connectControl({ cwd: test.path("sub"), env: test.env, name: "terminal" });
    await eventually(async () =>
      expect(await control.request("status")).toMatchObject({
        port: ide.server.port,
        folders: [test.folder],
        clients: [{ name: "agent", version: "2", folders: [test.folder] }],
      }),
    );
    expect(agent.serverInfo).toEqual({ name: "idebridge", version: "1.0.0" });
    control.close();
  });

  it("says that it has no workbench when it was not given one", async () => {
    using test = project();
    await using _ = await test.start();
    const control = await test.control();
    await expect(control.request("workbench/link", {})).rejects.toMatchObject({
      message: "This IDE has no workbench",
      data: "UNSUPPORTED",
    });
    control.close();
  });

  it("lets the first of two front ends decide, and tells the other", async () => {
    using test = project();
    writeFileSync(test.path("a.ts"), "one\n");
    await using _ide = await test.start();
    await using agent = await test.agent();
    const [terminal, browser] = await Promise.all([test.control("terminal"), test.control("browser")]);
    const told: ControlEvent[] = [];
    browser.subscribe((event) => told.push(event));

    const asked = agent.openDiff({ path: test.path("a.ts"), contents: "two\n" });
    const review = await eventually(async () => {
      const [first] = await terminal.request("reviews/list");
      expect(first).toMatchObject({
        path: test.path("a.ts"),
        added: 1,
        removed: 1,
        client: { name: "agent" },
      });
      return first!;
    });
    expect(await terminal.request("reviews/read", { id: review.id })).toMatchObject({
      original: "one\n",
      proposal: { contents: "two\n" },
    });
    const accepted = { outcome: "accepted", contents: "three\n" } as const;
    expect(await terminal.request("reviews/decide", { id: review.id, decision: accepted })).toEqual({
      outcome: "decided",
    });
    expect(
      await browser.request("reviews/decide", { id: review.id, decision: { outcome: "rejected" } }),
    ).toEqual({
      outcome: "tooLate",
      by: "terminal",
    });
    expect(await asked).toEqual({ outcome: "accepted", contents: "three\n", edited: true });
    expect(told).toContainEqual({
      type: "reviewClosed",
      id: review.id,
      outcome: "accepted",
      by: "terminal",
      isEdited: true,
    });
    // The agent writes, never the editor.
    expect(readFileSync(test.path("a.ts"), "utf8")).toBe("one\n");
    terminal.close();
    browser.close();
  });

  it.each([
    ["answeredInAgent", "agent", ({ agent }) => agent.closeAllDiffs()],
    ["takenBack", "agent", ({ cancel }) => cancel.abort()],
    ["agentLeft", "agent", ({ agent }) => agent.close()],
    ["stopped", "idebridge", ({ ide }) => ide.close()],
  ] satisfies [string, string, (scene: Ending) => unknown][])(
    "tells why a review has ended that nobody decided: %s",
    async (reason, by, end) => {
      using test = project();
      await using ide = await test.start();
      await using agent = await test.agent();
      const told: ControlEvent[] = [];
      ide.subscribe((event) => told.push(event));
      const cancel = new AbortController();
      const proposed = { path: test.path("a.ts"), contents: "two\n" };
      agent.openDiff(proposed, { signal: cancel.signal }).catch(() => {});
      await eventually(() => expect(ide.editor.inbox.list()).toHaveLength(1));
      end({ ide, agent, cancel });
      await eventually(() =>
        expect(told.filter(({ type }) => type === "reviewClosed")).toEqual([
          { type: "reviewClosed", id: 1, outcome: "withdrawn", by, isEdited: false, reason },
        ]),
      );
      expect(ide.editor.inbox.history()).toMatchObject([{ outcome: "withdrawn", reason }]);
    },
  );

  it("tells how much of a proposal was accepted, when the front end says so", async () => {
    using test = project();
    await using ide = await test.start();
    await using agent = await test.agent();
    const terminal = await test.control();
    const told: ControlEvent[] = [];
    ide.subscribe((event) => told.push(event));
    const asked = agent.openDiff({ path: test.path("a.ts"), contents: "two\n" });
    await eventually(() => expect(ide.editor.inbox.list()).toHaveLength(1));
    const hunks = { accepted: 2, total: 3, edited: 0 };
    const decision = { outcome: "accepted", contents: "t\n" } as const;
    await terminal.request("reviews/decide", { id: 1, decision, hunks });
    expect(await asked).toMatchObject({ outcome: "accepted" });
    const how = { outcome: "accepted", by: "terminal", isEdited: true, hunks };
    expect([told.at(-1), ide.editor.inbox.history()]).toMatchObject([
      { type: "reviewClosed", id: 1, ...how },
      [how],
    ]);
    terminal.close();
  });

  it("tells front ends what agents ask without the whole of a long proposal, which they read as a review", async () => {
    using test = project();
    await using _ide = await test.start();
    await using agent = await test.agent();
    const control = await test.control();
    const told: ControlEvent[] = [];
    control.subscribe((event) => told.push(event));
    const contents = "line\n".repeat(20_000);
    agent.openDiff({ path: test.path("long.txt"), contents }).catch(() => {});
    const id = await eventually(() => {
      const opened = told.find((event) => event.type === "reviewOpened");
      return opened?.review.id ?? Promise.reject(new Error("It is not told yet"));
    });
    const called = told.find((event) => event.type === "toolCalled");
    expect(called?.arguments).toMatchObject({ new_file_path: test.path("long.txt") });
    expect(JSON.stringify(called).length).toBeLessThan(10_000);
    const read = await control.request("reviews/read", { id });
    expect(read.proposal.contents).toBe(contents);
    control.close();
  });

  it("formats for front ends and for agents; what an agent lets be formatted counts as written by it", async () => {
    using test = project();
    mkdirSync(test.path("bin"));
    writeFileSync(test.path("bin/gofmt"), "#!/bin/sh\nexec sed 's/  */ /g'\n", { mode: 0o755 });
    writeFileSync(test.path("user.go"), "var  a\n");
    writeFileSync(test.path("agent.go"), "var  b\n");
    const PATH = `${test.path("bin")}:${process.env.PATH}`;
    await using _ide = await test.start({ dialect: jetbrains, env: { ...test.env, PATH } });
    await using agent = await test.agent();
    const control = await test.control();

    expect(await control.request("documents/format", { path: test.path("user.go") })).toEqual({
      by: "gofmt",
      text: "var a\n",
      version: expect.any(Number),
      isSaved: true,
      changes: [{ start: 4, end: 5, text: "" }],
    });
    expect(await agent.format(test.path("agent.go"))).toBe("formatted");
    expect(["user.go", "agent.go"].map((name) => readFileSync(test.path(name), "utf8"))).toEqual([
      "var a\n",
      "var b\n",
    ]);
    await eventually(async () => {
      const prompts = await control.request("changes/list");
      expect(prompts.flatMap(({ files }) => files.map(({ path }) => path))).toEqual([test.path("agent.go")]);
    });
    expect(await control.request("documents/undo", { path: test.path("user.go") })).toMatchObject({
      outcome: "undone",
      text: "var  a\n",
    });
    await expect(control.request("documents/format", { path: test.path("bin/gofmt") })).rejects.toThrow(
      "Nothing here formats gofmt",
    );
    control.close();
  });

  it("records what an agent writes without asking, across a restart, and takes it back", async () => {
    using test = project();
    writeFileSync(test.path("a.ts"), "one\n");
    {
      await using _ide = await test.start();
      await using agent = await test.agent();
      await agent.closeAllDiffs();
      await agent.diagnostics(test.path("a.ts"));
      writeFileSync(test.path("a.ts"), "two\n");
      await agent.diagnostics();
      const control = await test.control();
      await eventually(async () =>
        expect(await control.request("changes/list")).toMatchObject([
          {
            client: { name: "agent" },
            files: [{ path: test.path("a.ts"), kind: "modified", state: "unseen" }],
          },
        ]),
      );
      control.close();
    }
    await using _again = await test.start();
    const control = await test.control();
    const [prompt] = await control.request("changes/list");
    expect(await control.request("changes/revert", { id: prompt!.id })).toEqual({
      outcome: "reverted",
      paths: [test.path("a.ts")],
    });
    expect(readFileSync(test.path("a.ts"), "utf8")).toBe("one\n");
    control.close();
  });

  it("records what an agent writes before the log of changes is open", async () => {
    using test = project();
    writeFileSync(test.path("a.ts"), "one\n");
    using log = heldLog();
    await using _ide = await test.start();
    // It does not wait for ever.
    await using agent = await test.agent("claude-code");
    await agent.diagnostics(test.path("a.ts"));
    writeFileSync(test.path("a.ts"), "two\n");
    log.goOn();
    await agent.diagnostics();
    const control = await test.control();
    const [prompt] = await eventually(async () => {
      const changes = await control.request("changes/list");
      expect(changes).toMatchObject([{ files: [{ kind: "modified", beforeFrom: "announced" }] }]);
      return changes;
    });
    await control.request("changes/revert", { id: prompt!.id });
    expect(readFileSync(test.path("a.ts"), "utf8")).toBe("one\n");
    control.close();
  });

  it("does not take for an agent who has not said yet who it is", async () => {
    using test = project();
    using log = heldLog();
    await using ide = await test.start();
    // It works in a folder below: what changes here is of the one that came last.
    mkdirSync(test.path("below"));
    const clientInfo = { name: "agent", version: "2" };
    await using _agent = await connect({ cwd: test.path("below"), env: test.env, clientInfo });
    const { port, token } = ide.server;
    const headers = { "x-claude-code-ide-authorization": token };
    const silent = new WebSocket(`ws://127.0.0.1:${port}`, ["mcp"], { headers });
    await once(silent, "open");
    log.goOn();
    const control = await test.control();
    // This comes after all that the log does when an agent connects.
    await control.request("changes/keep", { id: "none" });
    writeFileSync(test.path("a.ts"), "one\n");
    await eventually(async () =>
      expect(await control.request("changes/list")).toMatchObject([{ client: { name: "agent" } }]),
    );
    silent.terminate();
    control.close();
  });

  it("does not take a question of the user's own for an announcement", async () => {
    using test = project();
    await using _ide = await test.start();
    await using _agent = await test.agent();
    await using own = await test.agent("idebridge-cli");
    const control = await test.control();
    await control.request("changes/keep", { id: "none" });
    await own.diagnostics(test.path("mine.ts"));
    writeFileSync(test.path("mine.ts"), "mine\n");
    await eventually(async () =>
      expect(await control.request("changes/list")).toMatchObject([
        { client: { name: "agent" }, files: [{ path: test.path("mine.ts"), beforeFrom: "known" }] },
      ]),
    );
    control.close();
  });

  it("does not take the user's own commands for agents that write", async () => {
    using test = project();
    await using ide = await test.start();
    await using watching = await test.agent("idebridge-cli");
    await watching.diagnostics();
    writeFileSync(test.path("mine.ts"), "mine\n");
    await watching.closeAllDiffs();
    const control = await test.control();
    const changes = await control.request("changes/list");
    expect([ide.server.clients.length, changes]).toEqual([1, []]);
    control.close();
  });

  it("does not record what the user accepted", async () => {
    using test = project();
    writeFileSync(test.path("a.ts"), "one\n");
    await using _ide = await test.start({ review: "accept" });
    await using agent = await test.agent();
    await agent.closeAllDiffs();
    expect(await agent.openDiff({ path: test.path("a.ts"), contents: "two\n" })).toMatchObject({
      outcome: "accepted",
    });
    await agent.diagnostics(test.path("a.ts"));
    writeFileSync(test.path("a.ts"), "two\n");
    await agent.diagnostics();
    const control = await test.control();
    expect(await control.request("changes/list")).toEqual([]);
    control.close();
  });

  it("takes the same port and token again, so that agents come back", async () => {
    using test = project();
    const first = await test.start();
    const before = [first.server.port, first.server.token];
    await using agent = await test.agent();
    const back = new Promise<void>((resolve) =>
      agent.subscribe(({ type }) => type === "connected" && resolve()),
    );
    await first.close();
    await using again = await test.start();
    expect([again.server.port, again.server.token]).toEqual(before);
    await back;
    expect(await agent.workspaceFolders()).toEqual([test.folder]);
  });

  it("has a new token when its port was taken meanwhile: agents have told the old one to whoever has it", async () => {
    using test = project();
    const first = await test.start();
    const { port, token } = first.server;
    await first.close();
    const thief = createServer().listen(port, "127.0.0.1");
    await once(thief, "listening");
    await using again = await test.start();
    thief.close();
    expect([again.server.port === port, again.server.token === token]).toEqual([false, false]);
  });

  it("has a new token for front ends each time", async () => {
    using test = project();
    const first = await test.start();
    const { token } = first.instance.control;
    await first.close();
    await using again = await test.start();
    expect(again.instance.control.token).not.toBe(token);
  });

  it("is not looked for where a process of another user has its number by now", async () => {
    using test = project();
    await using _ide = await test.start();
    const found = () => findInstance(test.folder, test.env)?.pid;
    expect(found()).toBe(process.pid);
    vi.spyOn(process, "kill").mockImplementation(() => {
      throw Object.assign(new Error("not allowed"), { code: "EPERM" });
    });
    expect(found()).toBeUndefined();
    vi.restoreAllMocks();
  });

  it("is the only one for its folder", async () => {
    using test = project();
    await using ide = await test.start();
    // The same process may start again; another one may not: pretend to be another.
    vi.spyOn(process, "pid", "get").mockReturnValue(process.ppid);
    const second = test.start().catch((error: unknown) => error);
    const error = await second;
    vi.restoreAllMocks();
    expect(error).toBeInstanceOf(AlreadyRunning);
    expect((error as AlreadyRunning).instance.port).toBe(ide.server.port);
    expect(readdirSync(join(test.env.HOME, ".claude", "ide"))).toHaveLength(1);
  });

  it("refuses front ends with the agents' token, and those without any", async () => {
    using test = project();
    await using ide = await test.start();
    const { control, token } = ide.instance;
    await expect(connect({ port: control.port, token, env: test.env })).rejects.toMatchObject({
      code: "UNAUTHORIZED",
    });
    await expect(connect({ port: control.port, env: test.env })).rejects.toBeInstanceOf(IdeBridgeError);
  });

  it("selects, mentions and pauses for its front ends", async () => {
    using test = project();
    writeFileSync(test.path("a.ts"), "one\ntwo\nthree\n");
    await using _ide = await test.start();
    await using agent = await test.agent();
    const heard: unknown[] = [];
    agent.subscribe((event) => heard.push(event));
    const control = await test.control();
    const range = { start: { line: 1, character: 0 }, end: { line: 1, character: 99 } };
    expect(await control.request("select", { path: test.path("a.ts"), range })).toMatchObject({
      selection: { text: "two" },
    });
    expect(
      await control.request("mention", { path: test.path("a.ts"), lines: { first: 0, last: 1 } }),
    ).toEqual({
      outcome: "sent",
      lines: { first: 0, last: 1 },
    });
    await eventually(() =>
      expect(heard).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ type: "selection", selection: expect.objectContaining({ text: "two" }) }),
          { type: "mention", mention: { path: test.path("a.ts"), lines: { first: 0, last: 1 } } },
        ]),
      ),
    );
    await control.request("sharing/pause", { paused: true });
    await eventually(() => expect(heard.at(-1)).toEqual({ type: "selection", selection: undefined }));
    control.close();
  });

  it("ends undecided reviews as rejected when it stops", async () => {
    using test = project();
    const ide = await test.start();
    await using agent = await connect({ cwd: test.folder, env: test.env, reconnect: false });
    const asked = agent
      .openDiff({ path: test.path("new.ts"), contents: "x" })
      .catch((error: unknown) => error);
    await eventually(() => expect(ide.editor.inbox.list()).toHaveLength(1));
    await ide.close();
    expect(await asked).not.toMatchObject({ outcome: "accepted" });
    expect(readdirSync(join(test.env.HOME, ".claude", "ide"))).toEqual([]);
  });
});
