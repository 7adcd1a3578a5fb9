import { renameSync, rmSync } from "node:fs";
import { describe, expect, test, vi } from "vitest";
import { HoverRequest } from "vscode-languageserver-protocol/node";
import { toUri } from "../../src/languages/fileUri.ts";
import { ScriptedServers } from "./scriptedServers.ts";

vi.setConfig({ testTimeout: 30_000 });
const soon = { timeout: 20_000 };

describe.each([
  ["asked for problems", {}],
  ["that tells versions", { push: "versioned" }],
  ["that tells no versions", { push: "plain" }],
  ["that takes its time", { push: "plain", delay: 300 }],
  ["that is busy at first", { cancels: 3 }],
])("a server %s", (_name, script) => {
  test("the problems are always those of the present text", async () => {
    await using place = new ScriptedServers({ server: { script } });
    const { servers } = place;
    const a = place.write("a.txt", "bad0");
    await servers.fresh(a);
    expect(place.problems()).toEqual(["bad0"]);
    for (const text of ["bad1", "good", "bad2 bad3", "good"]) {
      place.write("a.txt", text);
      await servers.freshAll();
      expect(place.problems()).toEqual(text === "good" ? [] : text.split(" "));
    }
    rmSync(a);
    await servers.freshAll();
    expect(place.problems()).toEqual([]);
    place.write("a.txt", "bad4");
    await servers.freshAll();
    expect(place.problems()).toEqual(["bad4"]);
  });
});

describe("what servers know", () => {
  test("the text of the editor where a file is open there, else that on disk", async () => {
    let open: string | undefined = "bad1 unsaved";
    await using place = new ScriptedServers({ server: {} }, { openText: async () => open });
    const a = place.write("a.txt", "saved");
    await place.servers.fresh(a);
    expect(place.problems()).toEqual(["bad1"]);
    const params = { textDocument: { uri: toUri(a) }, position: { line: 0, character: 0 } };
    expect(await place.servers.request(a, HoverRequest.type, params)).toEqual({ contents: "bad1 unsaved" });
    open = undefined;
    await place.servers.freshAll();
    expect(place.problems()).toEqual([]);
    expect(await place.servers.request(a, HoverRequest.type, params)).toEqual({ contents: "saved" });
    expect(
      await place.servers.request(place.write("a.other", ""), HoverRequest.type, params),
    ).toBeUndefined();
  });

  test("the old text first, when it is replaced while the server starts", async () => {
    let text = "bad1";
    let looked = () => {};
    const look = new Promise<void>((resolve) => {
      looked = resolve;
    });
    const openText = async () => {
      looked();
      return text;
    };
    await using place = new ScriptedServers({ slow: { script: { startDelay: 300 } } }, { openText });
    const { servers } = place;
    const before = servers.fresh(place.path("a.txt")).then(() => place.problems());
    await look;
    text = "bad2";
    const after = servers.freshAll().then(() => place.problems());
    expect([await before, await after]).toEqual([["bad1"], ["bad2"]]);
  });

  test("settings by sections, options, and which process they belong to", async () => {
    const settings = { "a.b": 1, "a.c": { d: 2 }, e: "x" };
    const asks = [{ section: "a" }, { section: "a.c.d" }, { section: "unknown" }, {}];
    await using place = new ScriptedServers({
      server: { script: { asks }, settings, initializationOptions: { deep: true } },
    });
    await place.servers.fresh(place.write("a.txt", ""));
    await vi.waitFor(
      () =>
        expect(place.log("server")).toEqual(
          expect.arrayContaining([
            { processId: process.pid, initializationOptions: { deep: true } },
            { configuration: [{ b: 1, c: { d: 2 } }, 2, null, { a: { b: 1, c: { d: 2 } }, e: "x" }] },
          ]),
        ),
      soon,
    );
  });

  test("files that change, a thousand at once in one message, only those that it wants to hear of", async () => {
    await using place = new ScriptedServers({ server: { script: { watches: ["**/*.{txt,md}"] } } });
    const { servers } = place;
    await servers.fresh(place.write("a.txt", "bad"));
    for (let number = 0; number < 1_000; number++) {
      servers.happened(place.write(`many/${number}.md`, "text"));
      servers.happened(place.write(`many/${number}.js`, "text"));
    }
    await servers.freshAll();
    const watched = () =>
      place.log("server").flatMap((entry) => (entry.watched ? [entry.watched as unknown[]] : []));
    await vi.waitFor(() => expect(watched().map(({ length }) => length)).toEqual([1_000]), soon);
    expect(place.problems()).toEqual(["bad"]);

    renameSync(place.path("many"), place.path("moved"));
    for (const name of ["many", "moved"]) servers.happened(place.path(name));
    await servers.freshAll();
    await vi.waitFor(() =>
      expect(watched()[1]).toContainEqual({ uri: toUri(place.path("moved/7.md")), type: 1 }),
    );
  });

  test("what a server is busy with is told", async () => {
    await using place = new ScriptedServers({ server: { script: { works: "Indexing" } } });
    await place.servers.fresh(place.write("a.txt", ""));
    await vi.waitFor(() => expect(place.servers.infos()[0]?.message).toBe("Indexing 40 %"));
  });

  test("no more than the files that mattered last", async () => {
    await using place = new ScriptedServers({ server: {} });
    for (let number = 0; number < 70; number++)
      await place.servers.fresh(place.write(`${number}.txt`, `bad${number}`));
    expect(place.problems()).toHaveLength(64);
    expect(place.problems()).not.toContain("bad0");
    expect(place.problems()).toContain("bad69");
  });

  test("what is open does not count, and is not passed at every touch", async () => {
    class Counting extends Set<string> {
      looks = 0;

      override has(path: string): boolean {
        this.looks++;
        return super.has(path);
      }
    }
    const open = new Counting();
    await using place = new ScriptedServers({ server: {} }, { open });
    const touch = (name: string) => place.servers.fresh(place.write(name, name));
    for (let number = 0; number < 70; number++) {
      open.add(place.path(`bad-open${number}.txt`));
      await touch(`bad-open${number}.txt`);
    }
    for (let number = 0; number < 70; number++) await touch(`bad${number}.txt`);
    const forgotten = 70 - 64;
    expect(place.problems()).toHaveLength(70 + 64);
    expect(place.problems()).not.toContain(`bad${forgotten - 1}`);
    expect(place.problems()).toContain(`bad${forgotten}`);
    expect(open.looks).toBe(70 + forgotten);
  });
});
