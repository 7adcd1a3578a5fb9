import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { nexus, serve } from "@idebridge/sdk";
import { FakeEditor } from "@idebridge/sdk/testing";
import { describe, expect, it } from "vitest";
import { deadPid, serveFake } from "./fakeIde.ts";
import { Place } from "./place.ts";

describe("list", () => {
  it("says so when there is none", async () => {
    using place = new Place();
    expect([await place.run(["list"]), await place.run(["list", "--json"])]).toEqual([
      { code: 3, out: "No IDE has announced itself. Start one in your project: idebridge\n", err: "" },
      {
        code: 3,
        out: expect.stringContaining('"ides": []'),
        err: "",
      },
    ]);
  });

  it("tells which one a client would take, and what is wrong with the others", async () => {
    using place = new Place();
    const { server } = await serveFake(place);
    await using _ = server;
    const other = (await serveFake(place, "Other\u001b]0;x\u0007", ["/elsewhere"])).server;
    await using __ = other;
    mkdirSync(place.locks, { recursive: true });
    const pid = deadPid();
    writeFileSync(
      join(place.locks, "1.lock"),
      JSON.stringify({ pid, ideName: "Gone", workspaceFolders: [place.folder], authToken: "secret" }),
      { mode: 0o600 },
    );
    const { code, out, err } = await place.run(["list"]);
    const rows = out
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => line.replace(/ {2,}/g, " | ").trim());
    expect({ code, err, rows }).toEqual({
      code: 0,
      err: "",
      rows: [
        "| PORT | NAME | FOLDER | DIALECT | PID | STATE",
        `→ | ${server.port} | Fake Editor | ${place.folder} | claude-code | ${process.pid} | alive`,
        `| ${other.port} | Other\\u{1b}]0;x\\u{7} | /elsewhere | claude-code | ${process.pid} | alive, other folder`,
        `| 1 | Gone | ${place.folder} | claude-code | ${pid} | dead; The process ${pid} does not run any more`,
        `Claude Code in this folder takes Fake Editor on port ${server.port}: it is the only one for this folder ("claude --ide").`,
      ].map((row) => row.replace(/\s+\|/g, " |")),
    });

    const json = await place.run(["list", "--json"]);
    expect(JSON.parse(json.out)).toMatchObject({
      folder: place.folder,
      takes: server.port,
      ides: [
        {
          name: "Fake Editor",
          port: server.port,
          alive: true,
          matches: true,
          taken: true,
          hasToken: true,
          problems: [],
        },
        { alive: true, matches: false, taken: false, problems: [{ code: "folderMismatch" }] },
        { name: "Gone", alive: false, taken: false, problems: [{ code: "deadPid" }] },
      ],
    });
    expect([server.token, other.token, "secret"].filter((token) => json.out.includes(token))).toEqual([]);
  });

  it("knows that of two it takes none, unless the environment names one", async () => {
    using place = new Place();
    await using one = (await serveFake(place, "One")).server;
    await using _two = (await serveFake(place, "Two")).server;
    const told = async (env = {}) => {
      const { out } = await place.run(["list", "--json"], { env: { ...place.env, ...env } });
      const { takes, why } = JSON.parse(out);
      return [takes, why];
    };
    expect([await told(), await told({ CLAUDE_CODE_SSE_PORT: String(one.port) })]).toEqual([
      [null, "2 IDEs have this folder open: choose one with /ide"],
      [one.port, "CLAUDE_CODE_SSE_PORT names it"],
    ]);
  });

  it("knows that Claude Code does not look where others announce themselves", async () => {
    using place = new Place();
    const editor = new FakeEditor({ folders: [place.folder] });
    await using _ = await serve(editor, { ...place.options, dialect: nexus });
    const { out } = await place.run(["list", "--json"]);
    expect(JSON.parse(out)).toMatchObject({
      takes: null,
      ides: [{ dialect: "nexus", alive: true, taken: false }],
    });
  });
});
