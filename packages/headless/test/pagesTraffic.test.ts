import { describe, expect, it, vi } from "vitest";
import { TrafficLog } from "../src/traffic/trafficLog.ts";
import { PagesProject } from "./pagesProject.ts";

describe("traffic", () => {
  it("is told to those who watch, with what belongs together", async () => {
    await using project = await PagesProject.start({ "a.ts": "one\n" });
    const [watching, other] = [await project.page(), await project.page()];
    expect(await watching.request("traffic/watch", { watch: true })).toEqual({ messages: [] });
    await using agent = await project.agent();
    await agent.openFile(project.path("a.ts"));
    await expect(agent.callTool("noSuchTool", {})).rejects.toThrow();
    const messages = () => watching.told("traffic").flatMap((event) => event.messages);
    // The selection is told a little later than it changes: nothing comes after both are there.
    const isThere = (wanted: string) =>
      messages().some(({ kind, method }) => [kind, method].includes(wanted));
    await vi.waitFor(() => expect(["error", "selection_changed"].filter(isThere)).toHaveLength(2));
    const shown = messages().map(({ direction, kind, method }) => `${direction} ${kind} ${method}`);
    expect(shown).toEqual(
      expect.arrayContaining([
        "fromAgent request initialize",
        "toAgent result initialize",
        "fromAgent notification notifications/initialized",
        "toAgent request roots/list",
        "fromAgent result roots/list",
        "fromAgent request tools/call openFile",
        "toAgent result tools/call openFile",
      ]),
    );
    expect(messages().find(({ method, kind }) => kind === "result" && method === "initialize")).toEqual({
      id: expect.any(Number),
      at: expect.any(String),
      client: { id: 1, name: "agent" },
      direction: "toAgent",
      kind: "result",
      method: "initialize",
      requestId: 0,
      milliseconds: expect.any(Number),
      bytes: expect.any(Number),
      text: expect.stringContaining("protocolVersion"),
      isCut: false,
    });
    expect(messages().map(({ id }) => id)).toEqual(messages().map((_, index) => index + 1));
    expect(other.told("traffic")).toEqual([]);

    const late = await other.request("traffic/watch", { watch: true });
    await vi.waitFor(() => expect(messages()).toEqual(late.messages));
    await watching.request("traffic/watch", { watch: false });
    const count = messages().length;
    await agent.openFile(project.path("a.ts"));
    await vi.waitFor(() => expect(other.told("traffic")).not.toEqual([]));
    expect(messages()).toHaveLength(count);
  });

  it("keeps only so much, and only the beginning of what is long", () => {
    let pass: (text: string) => void = () => {};
    let watchers = 0;
    const client = {
      id: 1,
      name: "agent",
      version: "",
      pid: undefined,
      folders: [],
      connectedAt: new Date(),
    };
    const log = new TrafficLog({
      watchMessages(watcher) {
        watchers++;
        pass = (text) => watcher({ client, direction: "received", text });
        return () => void watchers--;
      },
    });
    expect(watchers).toBe(0);
    const [one, other] = [{}, {}];
    log.watch(one, () => {});
    log.watch(other, () => {});
    log.unwatch(other);
    expect(watchers).toBe(1);
    pass(JSON.stringify({ jsonrpc: "2.0", method: "long", params: { text: "x".repeat(100_000) } }));
    expect(log.messages[0]).toMatchObject({ method: "long", isCut: true, bytes: expect.any(Number) });
    expect(log.messages[0]!.text.length).toBe(16 * 1024);
    pass("not JSON");
    pass('[{"jsonrpc":"2.0","method":"a"},{"jsonrpc":"2.0","method":"b"}]');
    expect(log.messages.slice(1).map(({ kind, method }) => [kind, method])).toEqual([
      ["result", ""],
      ["notification", "a"],
      ["notification", "b"],
    ]);
    for (let count = 0; count < 5_000; count++) pass('{"jsonrpc":"2.0","method":"many"}');
    expect(log.messages.length).toBeLessThanOrEqual(2_000);
    expect(log.messages.at(-1)?.id).toBe(5_004);
    log.unwatch(one);
    expect(watchers).toBe(0);
  });
});

describe("clients", () => {
  it("are listed with what they asked, and how often it went wrong", async () => {
    await using project = await PagesProject.start({ "a.ts": "one\n" });
    const page = await project.page();
    await using agent = await project.agent();
    await agent.openFile(project.path("a.ts"));
    await agent.openFile(project.path("a.ts"));
    await agent.openFile(project.path("none.ts")).catch(() => {});
    const [activity] = await page.request("clients/list");
    expect(activity).toEqual({
      client: expect.objectContaining({ name: "agent", connectedAt: expect.any(String) }),
      calls: [{ tool: "openFile", count: 3, failed: 1, lastAt: expect.any(String) }],
    });
  });
});
