import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startHeadless } from "@idebridge/headless";
import { connect, type IdeEvent } from "@idebridge/sdk";
import { describe, expect, it } from "vitest";
import { Place } from "./place.ts";

function start(place: Place) {
  return startHeadless({ folders: [place.folder], version: "1.0.0", env: place.env });
}

const fakeKernel = fileURLToPath(new URL("../../headless/test/notebooks/fakeKernel.mjs", import.meta.url));
const text = "one\ntwo\nthree\n";

describe("with no idebridge", () => {
  it.each([["mention", "a.ts"], ["select", "a.ts:1"], ["open", "a.ts"], ["changes"], ["revert", "x"]])(
    "%s %s says what to do",
    async (...argv) => {
      using place = new Place({ "a.ts": text });
      expect(await place.run(argv.filter((word) => typeof word === "string"))).toEqual({
        code: 3,
        out: "",
        err: `idebridge: No idebridge runs for ${place.folder}. Start one there: idebridge\n`,
      });
    },
  );
});

it("with no idebridge, a file below: this folder is the one to start it in; a file elsewhere: its folder, or this one", async () => {
  using place = new Place({ "src/deep/a.ts": text });
  const inside = await place.run(["select", "src/deep/a.ts:1"]);
  const outside = await place.run(["select", `${place.folder}/src/deep/a.ts:1`], { cwd: place.home });
  expect([inside.err, outside.err]).toEqual([
    `idebridge: No idebridge runs for ${place.folder}. Start one there: idebridge\n`,
    `idebridge: No idebridge runs for ${place.folder}/src/deep, nor here, for ${place.home}. Start one in either: idebridge\n`,
  ]);
});

it("review without anybody who could answer says so", async () => {
  using place = new Place();
  await using ide = await start(place);
  await using agent = await connect(place.options);
  agent.openDiff({ path: place.path("a.ts"), contents: text }).catch(() => {});
  await expect.poll(() => ide.editor.inbox.list().length, { timeout: 10_000 }).toBe(1);
  const { code, err } = await place.run(["review"]);
  expect([code, err]).toEqual([
    1,
    "idebridge: The input has ended: nobody can decide here. 1 change waits. Run it on a terminal, or open the page: idebridge workbench\n",
  ]);
});

describe("mention", () => {
  it("waits for an agent, and reaches it", async () => {
    using place = new Place({ "a.ts": text, "b:1": text });
    await using _ = await start(place);
    // `idebridge watch` is no agent: it sees the mention, and does not use it up.
    await using watcher = await connect({
      ...place.options,
      clientInfo: { name: "idebridge-cli", version: "1" },
    });
    const watched: IdeEvent[] = [];
    watcher.subscribe((event) => watched.push(event));
    const queued = await place.run(["mention", "a.ts:2-99"]);
    await expect.poll(() => watched.map(({ type }) => type), { timeout: 10_000 }).toEqual(["mention"]);
    await using agent = await connect(place.options);
    const events: IdeEvent[] = [];
    const seen = (count: number) =>
      expect
        .poll(() => events.filter(({ type }) => type === "mention").length, { timeout: 10_000 })
        .toBe(count);
    agent.subscribe((event) => events.push(event));
    await seen(1);
    // From anywhere: the folder of the file counts.
    const sent = await place.run(["mention", "--json", "project/b:1"], { cwd: place.root });
    await place.run(["mention", "."]);
    await seen(3);
    expect({
      queued,
      sent,
      mentions: events.flatMap((event) => (event.type === "mention" ? [event.mention] : [])),
    }).toEqual({
      queued: {
        code: 0,
        out: `Mentioned ${place.path("a.ts")}:2-3. There are no more lines: it ends with line 3. No agent is connected: it waits for one for a while.\n`,
        err: "",
      },
      sent: {
        code: 0,
        out: `${JSON.stringify({ outcome: "sent", path: place.path("b:1"), lines: null })}\n`,
        err: "",
      },
      mentions: [
        { path: place.path("a.ts"), lines: { first: 1, last: 2 } },
        { path: place.path("b:1") },
        { path: place.folder },
      ],
    });
  });

  it.each([
    [["mention", "no.ts:3"], 1, "no.ts does not exist."],
    [["mention", "a.ts:0"], 2, "Lines are counted from 1."],
    [["mention", "a.ts:3-2"], 2, "The lines 3-2 are the wrong way round."],
    [["mention", ".:3"], 2, "is a folder: it has no lines."],
    [["select", "a.ts"], 2, "Which lines? Write a.ts:10-20."],
    [["select", "."], 2, "is a folder: it has no lines."],
    [["select", "a.ts:9"], 1, "a.ts has only 3 lines."],
    [["mention", "a.ts:4"], 1, "a.ts has only 3 lines."],
    [["open", "a.ts:4"], 1, "a.ts has only 3 lines."],
    [["mention", ".env"], 4, ".env is not shared with agents: it matches a deny pattern"],
    [["select", ".env:1"], 4, ".env is not shared with agents: it matches a deny pattern"],
    [["open", "."], 2, "is a folder. To serve it: idebridge ."],
  ])("%j is refused", async (argv, code, message) => {
    using place = new Place({ "a.ts": text, ".env": "SECRET=1\n" });
    await using _ = await start(place);
    expect(await place.run(argv)).toMatchObject({ code, out: "", err: expect.stringContaining(message) });
  });
});

describe("select and open", () => {
  it("selects whole lines", async () => {
    using place = new Place({ "a.ts": text });
    await using ide = await start(place);
    const outcomes = [
      await place.run(["select", "a.ts:1-2"]),
      await place.run(["select", "a.ts:2-99"]),
      await place.run(["select", "--json", "a.ts:3-99"]),
    ];
    expect({ outcomes, selection: await ide.editor.activeSelection() }).toEqual({
      outcomes: [
        { code: 0, out: `Selected ${place.path("a.ts")}:1-2.\n`, err: "" },
        {
          code: 0,
          out: `Selected ${place.path("a.ts")}:2-3. There are no more lines: it ends with line 3.\n`,
          err: "",
        },
        { code: 0, out: expect.stringContaining('"text":"three\\n"'), err: "" },
      ],
      selection: {
        path: place.path("a.ts"),
        text: "three\n",
        range: { start: { line: 2, character: 0 }, end: { line: 3, character: 0 } },
      },
    });
  });

  it.each([
    ["b:1:2", "b:1", 2],
    ["b:1:2-3", "b:1", 2],
    ["b:1:2:5", "b:1", 2],
    ["b:2:1", "b", 2],
    ["c:d.ts:3", "c:d.ts", 3],
  ])("%s is line %s of %s: names may have colons", async (argument, name, first) => {
    using place = new Place({ "b:1": text, b: text, "c:d.ts": text });
    await using ide = await start(place);
    expect(await place.run(["select", argument])).toMatchObject({ code: 0, err: "" });
    expect(await ide.editor.activeSelection()).toMatchObject({
      path: place.path(name),
      range: { start: { line: first - 1 } },
    });
  });

  it("says so while nothing is shared", async () => {
    using place = new Place({ "a.ts": text });
    await using ide = await start(place);
    ide.server.paused = true;
    expect((await place.run(["select", "a.ts:1"])).out).toBe(
      `Selected ${place.path("a.ts")}:1. Sharing is paused: agents are told when it goes on.\n`,
    );
  });

  it("leaves the selection as it was when it fails", async () => {
    using place = new Place({ "a.ts": text, "b.ts": text, ".env": "SECRET=1\n" });
    await using ide = await start(place);
    await place.run(["select", "a.ts:1"]);
    const before = await ide.editor.activeSelection();
    const codes = [];
    for (const file of ["a.ts:9999", "b.ts:9999", ".env:1"])
      codes.push((await place.run(["select", file])).code);
    expect({
      codes,
      selection: await ide.editor.activeSelection(),
      open: ide.editor.documents.list().map(({ path }) => path),
    }).toEqual({ codes: [1, 1, 4], selection: before, open: [place.path("a.ts")] });
  });

  it("opens, with the cursor in a line, as compilers name it", async () => {
    using place = new Place({ "a.ts": text });
    await using ide = await start(place);
    const told = await place.run(["open", "a.ts:2:3"]);
    const at = { line: 1, character: 0 };
    expect({ told, selection: await ide.editor.activeSelection() }).toEqual({
      told: { code: 0, out: `Opened ${place.path("a.ts")}:2.\n`, err: "" },
      selection: { path: place.path("a.ts"), text: "", range: { start: at, end: at } },
    });
    expect([
      JSON.parse((await place.run(["open", "--json", "a.ts:2"])).out),
      JSON.parse((await place.run(["open", "--json", "a.ts"])).out),
    ]).toEqual([
      { path: place.path("a.ts"), line: 2 },
      { path: place.path("a.ts"), line: null },
    ]);
  });
});

describe("kernels", () => {
  it("of a notebook that has none: says so, and which there are", async () => {
    using place = new Place({ "a.ipynb": '{"metadata": {"kernelspec": {"name": "fake"}}, "cells": []}' });
    const argv = [process.execPath, fakeKernel, "{connection_file}"];
    place.write(
      join(place.root, "jupyter", "kernels", "fake", "kernel.json"),
      JSON.stringify({ argv, display_name: "Fake", language: "fake", interrupt_mode: "message" }),
    );
    const env = { ...place.env, JUPYTER_PATH: join(place.root, "jupyter"), XDG_RUNTIME_DIR: place.home };
    await using ide = await startHeadless({ folders: [place.folder], version: "1.0.0", env });
    const none = await place.run(["kernels", "nope.ipynb"]);
    await ide.editor.documents.open(place.path("a.ipynb"));
    await using agent = await connect(place.options);
    await agent.executeCode("print one");
    const outcomes = [];
    for (const options of [[], ["--interrupt"], ["--restart"]])
      outcomes.push((await place.run(["kernels", "nope.ipynb", ...options])).out);
    expect([none.out, ...outcomes]).toEqual([
      "No kernel runs: no agent has had code run here.\n",
      "No kernel runs for nope.ipynb, only for a.ipynb.\n",
      "No kernel was interrupted: none runs code for nope.ipynb.\n",
      "No kernel was restarted: there is none for nope.ipynb.\n",
    ]);
  });
});

describe("changes and revert", () => {
  /** What an agent does in a mode in which it does not ask. */
  async function agentWrites(place: Place, name: string, contents: string): Promise<void> {
    await using agent = await connect({ ...place.options, clientInfo: { name: "agent", version: "1.2" } });
    await agent.closeAllDiffs();
    await agent.diagnostics(place.path(name));
    writeFileSync(place.path(name), contents);
    await agent.diagnostics();
  }

  interface Listed {
    readonly id: string;
    readonly files: readonly { readonly id: string; readonly path: string }[];
  }
  async function listed(place: Place): Promise<readonly Listed[]> {
    return JSON.parse((await place.run(["changes", "--json"])).out);
  }
  const before = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";
  const after = "1\nTWO\n3\n4\n5\n6\n7\nEIGHT\n9\n";

  it("lists them, shows the hunks, takes one back, then the rest", async () => {
    using place = new Place({ "a.ts": before });
    await using _ = await start(place);
    expect(await place.run(["changes"])).toMatchObject({
      code: 0,
      out: "No agent has written anything here without asking.\n",
    });
    await agentWrites(place, "a.ts", after);
    await expect.poll(() => listed(place), { timeout: 10_000 }).toHaveLength(1);
    const [prompt] = await listed(place);
    const { id } = prompt!.files[0]!;

    const list = await place.run(["changes"]);
    const hunks = await place.run(["changes", id]);
    const one = await place.run(["revert", id, "--hunk", "2"]);
    const halfway = readFileSync(place.path("a.ts"), "utf8");
    const none = await place.run(["revert", id, "--hunk", "3"]);
    const notOne = [
      await place.run(["changes", prompt!.id]),
      await place.run(["revert", prompt!.id, "--hunk", "9"]),
    ];
    const rest = await place.run(["revert", prompt!.id, "--json"]);
    expect({
      list,
      hunks,
      one,
      halfway,
      none,
      notOne,
      rest,
      text: readFileSync(place.path("a.ts"), "utf8"),
    }).toEqual({
      list: {
        code: 0,
        out: expect.stringMatching(
          new RegExp(
            `^${prompt!.id}  agent 1\\.2  \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d\\n  ${id}  M  a\\.ts  \\+2  -2\\n$`,
          ),
        ),
        err: "",
      },
      hunks: {
        code: 0,
        out: "a.ts  modified, unseen\nhunk 1, line 2\n-2\n+TWO\nhunk 2, line 8\n-8\n+EIGHT\n",
        err: "",
      },
      one: { code: 0, out: `Reverted ${place.path("a.ts")}.\n`, err: "" },
      halfway: "1\nTWO\n3\n4\n5\n6\n7\n8\n9\n",
      none: { code: 1, out: "", err: `idebridge: There is no hunk 3: the change ${id} has 2.\n` },
      notOne: Array(2).fill({
        code: 1,
        out: "",
        err: `idebridge: ${prompt!.id} is a prompt. Give the id of one of its files:\n  ${id}  ${place.path("a.ts")}\n`,
      }),
      rest: {
        code: 0,
        out: `${JSON.stringify({ outcome: "reverted", paths: [place.path("a.ts")] })}\n`,
        err: "",
      },
      text: before,
    });
  });

  /** The agent announces a.ts; b.ts is written meanwhile, by nobody knows whom. */
  async function bothWrite(place: Place, b: string | Buffer = "of the user\n") {
    await using agent = await connect({ ...place.options, clientInfo: { name: "agent", version: "1.2" } });
    await agent.closeAllDiffs();
    await agent.diagnostics(place.path("a.ts"));
    writeFileSync(place.path("a.ts"), after);
    await agent.diagnostics();
    const files = (count: number) =>
      expect.poll(async () => (await listed(place))[0]?.files, { timeout: 10_000 }).toHaveLength(count);
    // The workspace is known by then: what changes before that is taken as it was found.
    await files(1);
    writeFileSync(place.path("b.ts"), b);
    await files(2);
    const [prompt] = await listed(place);
    const idOf = (name: string) => prompt!.files.find(({ path }) => path === place.path(name))!.id;
    return { prompt: prompt!.id, a: idOf("a.ts"), b: idOf("b.ts") };
  }

  it("refuses what nobody announced, until told", async () => {
    using place = new Place({ "a.ts": before, "b.ts": before });
    await using _ = await start(place);
    const { prompt, a, b } = await bothWrite(place);
    expect((await place.run(["changes"])).out.match(/(?<=^ .*)[ab]\.ts(?=.* not announced$)/gm)).toEqual([
      "b.ts",
    ]);
    const texts = () => ["a.ts", "b.ts"].map((name) => readFileSync(place.path(name), "utf8"));
    const list = `This was changed while the agent worked, by a command of it or by you:\n  ${b}  b.ts\n`;
    const refused = `Nothing was written. ${list}Add --unannounced to take that back as well, or revert other files by their ids.`;
    expect([await place.run(["revert", prompt]), await place.run(["revert", b, "--json"]), texts()]).toEqual([
      { code: 1, out: "", err: `idebridge: ${refused}\n` },
      {
        code: 1,
        out: `${JSON.stringify({ outcome: "unannounced", paths: [place.path("b.ts")], message: refused })}\n`,
        err: "",
      },
      [after, "of the user\n"],
    ]);
    expect([await place.run(["revert", a]), texts()]).toMatchObject([{ code: 0 }, [before, "of the user\n"]]);
    expect([await place.run(["revert", prompt, "--unannounced"]), texts()]).toMatchObject([
      { code: 0, out: `Reverted ${place.path("b.ts")}.\n` },
      [before, before],
    ]);
  });

  it("says at once what cannot be taken back, and counts no lines of it", async () => {
    using place = new Place({ "a.ts": before, "b.ts": before });
    await using _ = await start(place);
    const { prompt, b } = await bothWrite(place, Buffer.from([0, 1]));
    const why = "It is no UTF-8 text, so it was not stored.";
    const refused = `idebridge: This cannot be reverted.\n${place.path("b.ts")}: ${why}\n`;
    expect([
      (await place.run(["changes"])).out.match(/b\.ts.*/)?.[0].replaceAll(/ +/g, " "),
      await place.run(["revert", b], { isTTY: true, stdin: "" }),
      await place.run(["revert", prompt]),
    ]).toEqual([
      `b.ts lines not known; not announced; ${why}`,
      { code: 1, out: "", err: refused },
      { code: 1, out: "", err: `${refused}Revert the other files one by one.\n` },
    ]);
  });

  it("shows no difference to a text whose record is damaged", async () => {
    using place = new Place({ "a.ts": "old\n" });
    await using _ = await start(place);
    await agentWrites(place, "a.ts", "new\n");
    await expect.poll(() => listed(place), { timeout: 10_000 }).toHaveLength(1);
    const { id } = (await listed(place))[0]!.files[0]!;
    const old = createHash("sha256").update("old\n").digest("hex");
    const state = readdirSync(place.env.XDG_STATE_HOME!, { recursive: true, withFileTypes: true });
    const blob = state.find(({ name }) => name === old)!;
    writeFileSync(join(blob.parentPath, blob.name), "damaged");
    const damaged = "What was recorded of it is damaged: it cannot be taken back, only kept.";
    const refused = `Nothing was written. What was recorded of ${place.path("a.ts")} is damaged, so that all that is left is to keep it: idebridge changes ${id} --keep`;
    expect([
      await place.run(["changes", id]),
      await place.run(["revert", id]),
      await place.run(["revert", id, "--hunk", "1"]),
      await place.run(["changes", id, "--keep"]),
    ]).toEqual([
      {
        code: 0,
        out: `a.ts  modified, unseen\n${damaged}\nAll that is left: idebridge changes ${id} --keep\n`,
        err: "",
      },
      { code: 1, out: "", err: `idebridge: ${refused}\n` },
      { code: 1, out: "", err: `idebridge: ${refused}\n` },
      { code: 0, out: "Kept 1 file.\n", err: "" },
    ]);
  });

  it("asks about what nobody announced on a terminal", async () => {
    using place = new Place({ "a.ts": before, "b.ts": before });
    await using _ = await start(place);
    const { prompt, b } = await bothWrite(place);
    const asked = `This was changed while the agent worked, by a command of it or by you:\n  ${b}  b.ts\nTake it back? y/N `;
    for (const stdin of ["", "\n", "n\n"]) {
      expect(await place.run(["revert", prompt], { isTTY: true, stdin })).toEqual({
        code: 1,
        out: "",
        err: `${asked}idebridge: Nothing was written.\n`,
      });
    }
    expect(readFileSync(place.path("b.ts"), "utf8")).toBe("of the user\n");
    expect(await place.run(["revert", prompt], { isTTY: true, stdin: "y\n" })).toMatchObject({
      code: 0,
      err: asked,
    });
    expect(readFileSync(place.path("b.ts"), "utf8")).toBe(before);
  });

  it("is not announced by a command of our own that has looked at the file, or saved it", async () => {
    using place = new Place({ "a.ts": before, "b.ts": before });
    await using ide = await start(place);
    await using agent = await connect({ ...place.options, clientInfo: { name: "agent", version: "1.2" } });
    await agent.closeAllDiffs();
    // Answered when the workspace is known.
    await place.run(["changes", "nothing", "--keep"]);
    const [a, b] = [place.path("a.ts"), place.path("b.ts")];
    const { code } = await place.run(["call", "getDiagnostics", JSON.stringify({ uri: `file://${a}` })]);
    await ide.editor.documents.open(b);
    await ide.editor.documents.edit(b, "saved\n");
    const saved = await place.run(["call", "saveDocument", JSON.stringify({ filePath: b })]);
    expect([code, saved.code, readFileSync(b, "utf8")]).toEqual([0, 0, "saved\n"]);
    writeFileSync(a, "of the user\n");
    await expect.poll(() => listed(place), { timeout: 10_000 }).toHaveLength(1);
    expect(await listed(place)).toMatchObject([
      { client: { name: "agent" }, files: [{ path: a, beforeFrom: "known" }] },
    ]);
  });

  it("refuses what was changed since, and what is unknown", async () => {
    using place = new Place({ "a.ts": before });
    await using _ = await start(place);
    await agentWrites(place, "a.ts", after);
    await expect.poll(() => listed(place), { timeout: 10_000 }).toHaveLength(1);
    const [prompt] = await listed(place);
    writeFileSync(place.path("a.ts"), "of the user\n");
    const conflict = await place.run(["revert", prompt!.id]);
    expect({
      conflict,
      text: readFileSync(place.path("a.ts"), "utf8"),
      unknown: await place.run(["revert", "nothing"]),
      shown: await place.run(["changes", "nothing"]),
    }).toEqual({
      conflict: { code: 1, out: "", err: expect.stringContaining("a.ts has been changed since") },
      text: "of the user\n",
      unknown: { code: 1, out: "", err: expect.stringContaining("There is no change nothing") },
      shown: { code: 1, out: "", err: expect.stringContaining("There is no change nothing") },
    });
  });
});

it("finds the idebridge of a folder above", async () => {
  using place = new Place({ "deep/er/a.ts": text });
  await using _ = await start(place);
  expect(await place.run(["open", "a.ts"], { cwd: join(place.folder, "deep", "er") })).toMatchObject({
    code: 0,
  });
});
