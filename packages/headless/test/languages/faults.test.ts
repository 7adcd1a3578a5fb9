import { describe, expect, test, vi } from "vitest";
import { HoverRequest } from "vscode-languageserver-protocol";
import { toUri } from "../../src/languages/fileUri.ts";
import { isRunning, ScriptedServers } from "./scriptedServers.ts";

vi.setConfig({ testTimeout: 60_000 });
const soon = { timeout: 30_000 };

describe("a server that goes wrong", () => {
  test("one that crashes is started again, and told of everything again", async () => {
    await using place = new ScriptedServers({ fragile: { script: { crashesOn: "crash" } } });
    const { servers } = place;
    const a = place.write("a.txt", "bad1");
    const b = place.write("b.txt", "bad2");
    await servers.fresh(a);
    await servers.fresh(b);
    const pid = servers.infos()[0]?.pid;
    place.write("b.txt", "crash");
    await servers.freshAll();
    place.write("b.txt", "bad3");
    await vi.waitFor(async () => {
      await servers.freshAll();
      expect(place.problems()).toEqual(["bad1", "bad3"]);
    }, soon);
    expect(servers.infos()).toEqual([
      {
        name: "fragile",
        state: "ready",
        languages: ["*.txt"],
        files: 2,
        root: place.folder,
        pid: expect.any(Number),
      },
    ]);
    expect(servers.infos()[0]?.pid).not.toBe(pid);
  });

  test("one that always crashes is given up, with its last words; its problems are gone", async () => {
    await using place = new ScriptedServers({ broken: { script: { crashesOn: "crash" } } });
    const { servers } = place;
    const a = place.write("a.txt", "bad1");
    await servers.fresh(a);
    expect(place.problems()).toEqual(["bad1"]);
    place.write("a.txt", "bad1 crash");
    await servers.freshAll();
    await vi.waitFor(() => expect(servers.infos()[0]?.state).toBe("failed"), soon);
    expect(servers.infos()[0]).toEqual({
      name: "broken",
      state: "failed",
      languages: ["*.txt"],
      files: 0,
      root: place.folder,
      message: "given up after 3 attempts: it ended by itself (3): the last words",
    });
    expect(place.problems()).toEqual([]);
    // Nobody waits for it any more.
    await servers.fresh(a);
  });

  test("one that is not there", async () => {
    await using place = new ScriptedServers({ absent: { command: ["/nowhere/server"] } });
    await place.servers.fresh(place.write("a.txt", "bad"));
    await vi.waitFor(() => expect(place.servers.infos()[0]?.state).toBe("failed"), soon);
    expect(place.servers.infos()[0]?.message).toMatch(/could not be started: .*ENOENT/);
  });

  test("one that ends without having read what it is told: it says itself why", async () => {
    const command = ["sh", "-c", "exec <&-; sleep 0.1; echo no luck >&2; exit 7"];
    // More than fits into a pipe.
    const initializationOptions = { text: "x".repeat(1_000_000) };
    await using place = new ScriptedServers({ deaf: { command, initializationOptions } });
    await place.servers.fresh(place.write("a.txt", "bad"));
    await vi.waitFor(() => expect(place.servers.infos()[0]?.state).toBe("failed"), soon);
    expect(place.servers.infos()[0]?.message).toMatch(/it ended by itself \(7\): no luck$/);
  });

  test.each([
    ["garbage", { writes: "no message at all\n", times: 1_000 }, /it wrote what is no message/],
    ["a message without a length", { writes: "Content-Type: x\r\n\r\n{}" }, /it wrote what is no message/],
    [
      "an endless message",
      { writes: "Content-Length: 99999999999\r\n\r\n" },
      /a message of 99999999999 bytes/,
    ],
    ["no JSON", { writes: "Content-Length: 5\r\n\r\nwrong" }, /it speaks no JSON-RPC/],
    ["a flood", { floods: true }, /it sent \d+ messages at once/],
  ])("%s: it is ended, and the other server of the file answers", async (_name, script, reason) => {
    await using place = new ScriptedServers({ faulty: { script }, sound: {} }, { restarts: [] });
    const { servers } = place;
    const a = place.write("a.txt", "bad1");
    await servers.fresh(a);
    expect(place.problems()).toEqual(["bad1", "bad1"]);
    place.write("a.txt", "fault bad2");
    await vi.waitFor(async () => {
      void servers.freshAll();
      expect(place.problems()).toEqual(["bad2"]);
      expect(servers.infos().map(({ state }) => state)).toEqual(["failed", "ready"]);
    }, soon);
    expect(servers.infos()[0]?.message).toMatch(reason);
  });

  test.each(["initialize", "pull"])(
    "one that hangs at %s holds nobody up, and ends with the rest",
    async (hangs) => {
      const place = new ScriptedServers({ hanging: { script: { hangs } }, sound: {} });
      await using _ = place;
      const { servers } = place;
      const a = place.write("a.txt", "bad1");
      let isFresh = false;
      void servers.fresh(a).then(() => (isFresh = true));
      await vi.waitFor(() => expect(place.problems()).toEqual(["bad1"]), soon);
      expect(isFresh).toBe(false);
      const pids = servers.infos().map(({ pid }) => pid!);
      await servers.close();
      expect(pids.filter(isRunning)).toEqual([]);
    },
  );

  test("one that hangs keeps the others from nothing, not even when its file was about to be changed", async () => {
    await using place = new ScriptedServers({
      hanging: { script: { hangs: "initialize" }, files: ["*.slow"] },
      sound: {},
    });
    const { servers } = place;
    void servers.fresh(place.write("a.slow", "bad"));
    await servers.fresh(place.write("a.txt", "bad1"));
    place.write("a.txt", "bad2");
    let isAnswered = false;
    void servers.freshAll().then(() => {
      isAnswered = true;
    });
    await vi.waitFor(() => expect(place.problems()).toEqual(["bad2"]), { ...soon, interval: 5 });
    expect(isAnswered).toBe(false);
  });

  test("one that never starts does not hold those who take their question back", async () => {
    await using place = new ScriptedServers({ hanging: { script: { hangs: "initialize" } } });
    const path = place.write("a.txt", "bad");
    const abort = new AbortController();
    const params = { textDocument: { uri: toUri(path) }, position: { line: 0, character: 0 } };
    const asked = place.servers.request(path, HoverRequest.type, params, abort.signal);
    abort.abort(new Error("enough"));
    await expect(asked).rejects.toThrow("enough");
  });

  test("one that forgets a question does not hold those who asked for ever", async () => {
    await using place = new ScriptedServers(
      { forgetful: { script: { hangs: "hover" } } },
      { answerMilliseconds: 50 },
    );
    const path = place.write("a.txt", "bad");
    const params = { textDocument: { uri: toUri(path) }, position: { line: 0, character: 0 } };
    await place.servers.forFile(path);
    await expect(place.servers.request(path, HoverRequest.type, params)).rejects.toThrow(
      "forgetful: it did not answer textDocument/hover within 0.05 s",
    );
  });

  test.each([
    [
      "null for all that it cannot do",
      { diagnosticProvider: null, codeActionProvider: null, textDocumentSync: null },
    ],
    [
      "nonsense",
      { diagnosticProvider: 1, codeActionProvider: "yes", hoverProvider: [], textDocumentSync: "all" },
    ],
  ])("one that says %s is told of documents, and its problems are known", async (_, capabilities) => {
    await using place = new ScriptedServers({ odd: { script: { push: true, capabilities } } });
    await place.servers.fresh(place.write("a.txt", "bad1"));
    expect(place.problems()).toEqual(["bad1"]);
    place.write("a.txt", "bad2");
    await place.servers.freshAll();
    expect(place.problems()).toEqual(["bad2"]);
  });

  test("one that is asked about half a character understands the question", async () => {
    await using place = new ScriptedServers({ sound: {} });
    const path = place.write("a.txt", "bad");
    await place.servers.fresh(path);
    const question = { textDocument: { uri: toUri(path) }, query: "\ud800 \\ud800 💥" };
    await place.servers.request(path, HoverRequest.type, {
      ...question,
      position: { line: 0, character: 0 },
    });
    expect(place.log("sound")).toContainEqual({ hovered: "\ufffd \\ud800 💥" });
  });

  test("one that dies when it is asked to shut down", async () => {
    await using place = new ScriptedServers({ brittle: { script: { diesOnShutdown: true } } });
    await place.servers.fresh(place.write("a.txt", "bad"));
    const { pid } = place.servers.infos()[0]!;
    await place.servers.close();
    expect(isRunning(pid!)).toBe(false);
  });

  test("one that neither shuts down nor listens to SIGTERM is ended all the same", async () => {
    await using place = new ScriptedServers({ stubborn: { script: { staysAlive: true } } });
    const { servers } = place;
    await servers.fresh(place.write("a.txt", "bad"));
    const { pid } = servers.infos()[0]!;
    expect(isRunning(pid!)).toBe(true);
    await servers.close();
    expect(isRunning(pid!)).toBe(false);
  });
});
