import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startHeadless } from "@idebridge/headless";
import { describe, expect, it, vi } from "vitest";
import { removeDeadLock, tighten } from "../src/doctor/fixes.ts";
import { examine, installClaude, listening, serveIn, writeLock, wrong } from "./doctorsPatient.ts";
import { deadPid } from "./fakeIde.ts";
import { Place } from "./place.ts";

describe("when all is well", () => {
  it("says so", async () => {
    using place = new Place();
    installClaude(place, "echo '2.1.100 (Claude Code)'");
    await using server = await serveIn(place);
    const { code, out, err } = await place.run(["doctor"]);
    expect({ code, err, out }).toEqual({
      code: 0,
      err: "",
      out: [
        `ok       ${place.home}/.claude is there and writable.`,
        "ok       Claude Code 2.1.100 is on the PATH.",
        `ok       Claude Code, started here, takes Fake Editor on port ${server.port}: it is the only one for this folder ("claude --ide").`,
        "ok       Fake Editor 1.0.0 answers, and offers 12 tools.",
        "",
        "Nothing is wrong.",
        "",
      ].join("\n"),
    });
  });
});

describe("why there is nothing", () => {
  it("nothing runs, and nothing ever did", async () => {
    using place = new Place();
    const { code, findings, of } = await examine(place);
    expect({ code, wrong: wrong(findings), configDir: of("configDir")[0]!.level }).toEqual({
      code: 1,
      wrong: ["noIde error"],
      configDir: "note",
    });
  });

  it("the folder of the settings cannot be used", async () => {
    using place = new Place();
    place.write(join(place.home, ".claude"), "a file");
    expect(wrong((await examine(place)).findings)).toEqual(["configDir error", "noIde error"]);
  });

  it("the folder of the settings is missing, and nobody can make it", async () => {
    using place = new Place();
    const blocked = join(place.root, "blocked");
    place.write(blocked, "a file");
    const env = { ...place.env, HOME: join(blocked, "home") };
    const { findings, of } = await examine(place, [], { env });
    expect([wrong(findings), of("configDir")]).toEqual([
      ["configDir error", "noIde error"],
      [
        expect.objectContaining({
          what: `${blocked}/home/.claude does not exist, and cannot be made: ${blocked} is no folder that can be written.`,
          todo: expect.stringContaining("CLAUDE_CONFIG_DIR"),
        }),
      ],
    ]);
  });

  it.each(["a b", "x;touch started", "$(touch started)", "it's"])(
    "a command that is meant to be copied has the folder %s as one word",
    async (name) => {
      using place = new Place();
      const folder = place.path(name);
      await using _server = await serveIn(place, [folder], "Near");
      const [{ todo = "" } = {}] = (await examine(place)).of("folderMismatch");
      const command = /\((cd .*)\), or open/.exec(todo)?.[1];
      const { stdout } = spawnSync("sh", ["-c", `cd() { printf %s "$1"; }; ${command}`], {
        encoding: "utf8",
      });
      expect(stdout).toBe(folder);
    },
  );

  it("two IDEs have the folder", async () => {
    using place = new Place();
    await using one = await serveIn(place);
    await using two = await serveIn(place, [place.folder], "Second");
    const { findings, of } = await examine(place);
    expect(wrong(findings)).toEqual(["twoLocks error"]);
    expect([one, two].filter(({ port }) => !of("twoLocks")[0]!.what.includes(String(port)))).toEqual([]);
  });

  it.each([
    [
      "elsewhere",
      (place: Place) => join(place.root, "other"),
      "takes an IDE by itself only when",
      "idebridge",
    ],
    ["a folder inside", (place: Place) => place.path("inside"), "That is inside this folder", "cd "],
    [
      "the same in capitals",
      (place: Place) => place.folder.toUpperCase(),
      "Only upper and lower case differ",
      "cd ",
    ],
  ])("the nearest has %s open", async (_, folderOf, why, todo) => {
    using place = new Place();
    await using _far = await serveIn(place, ["/far/away"], "Far");
    await using server = await serveIn(place, [folderOf(place)], "Near");
    const { findings, of } = await examine(place);
    expect(wrong(findings)).toEqual(["folderMismatch error"]);
    expect(of("folderMismatch")[0]).toMatchObject({
      what: `No running IDE has ${place.folder} open. The nearest is Near (port ${server.port}): it has ${folderOf(place)} open.`,
      why: expect.stringContaining(why),
      todo: expect.stringContaining(todo),
    });
  });

  it("an IDE announces the path of a link, or the user stands in one", async () => {
    using place = new Place();
    const link = join(place.root, "link");
    symlinkSync(place.folder, link);
    await using port = await listening();
    writeLock(place, port.port, { pid: process.pid, workspaceFolders: [link] });
    const announced = await examine(place);
    const standing = await examine(place, [], { env: { ...place.env, PWD: link } });
    expect({
      announced: announced.of("folderMismatch")[0],
      standing: standing.of("symlink")[0],
    }).toMatchObject({
      announced: {
        why: expect.stringContaining(`a link to ${place.folder}`),
        todo: `Open ${place.folder} in Peer.`,
      },
      standing: { level: "note", what: `${link} is a link: the folder is really ${place.folder}.` },
    });
  });

  it("an idebridge runs for the folder, and has announced itself elsewhere", async () => {
    using place = new Place();
    const configDir = join(place.root, "other");
    const { folder, env } = place;
    await using ide = await startHeadless({ folders: [folder], version: "1", env, configDir });
    const { findings, of } = await examine(place);
    const [found] = of("announcedElsewhere");
    expect([wrong(findings), found?.what, found?.todo]).toEqual([
      ["announcedElsewhere error"],
      `idebridge serves ${folder} (pid ${process.pid}, port ${ide.server.port}), but its lock file is not in ${place.home}/.claude/ide.`,
      `Start it again from this terminal: kill ${process.pid}, then idebridge`,
    ]);
    expect(wrong((await examine(place, ["--config-dir", configDir])).findings)).toEqual([]);
  });

  it("the IDE refuses its own token", async () => {
    using place = new Place();
    await using server = await serveIn(place);
    const lock = JSON.parse(readFileSync(server.lockFile, "utf8"));
    writeFileSync(server.lockFile, JSON.stringify({ ...lock, authToken: "old" }));
    const { findings, of } = await examine(place);
    expect([wrong(findings), of("connection")[0]]).toEqual([
      ["connection error"],
      expect.objectContaining({ why: expect.stringContaining("another token") }),
    ]);
  });

  it("the settings of idebridge are wrong", async () => {
    using place = new Place({ "idebridge.json": '{ "prot": 1 }' });
    await using _ = await serveIn(place);
    expect(wrong((await examine(place)).findings)).toEqual(["settings error"]);
  });
});

describe("the environment", () => {
  it("CLAUDE_CODE_SSE_PORT is stale, or leads elsewhere", async () => {
    using place = new Place();
    await using _ = await serveIn(place);
    await using other = await serveIn(place, ["/elsewhere"], "Other");
    const withPort = async (port: string) =>
      wrong((await examine(place, [], { env: { ...place.env, CLAUDE_CODE_SSE_PORT: port } })).findings);
    expect([await withPort("1"), await withPort("none"), await withPort(String(other.port))]).toEqual([
      ["ssePort error"],
      ["ssePort error"],
      ["ssePort warning"],
    ]);
  });

  it.each([
    [{ HTTP_PROXY: "http://proxy" }, ["proxy warning"]],
    [{ all_proxy: "socks://proxy", NO_PROXY: "example.org" }, ["proxy warning"]],
    [{ HTTPS_PROXY: "http://proxy", no_proxy: "example.org, 127.0.0.1" }, []],
    [{ HTTP_PROXY: "http://proxy", NO_PROXY: "*" }, []],
    [{ NO_PROXY: "example.org" }, []],
  ])("%j", async (proxies, expected) => {
    using place = new Place();
    await using _ = await serveIn(place);
    const { findings } = await examine(place, [], { env: { ...place.env, ...proxies } });
    expect(wrong(findings)).toEqual(expected);
  });
});

describe("lock files", () => {
  it("of dead processes go with --fix, and nothing else does", async () => {
    using place = new Place();
    await using server = await serveIn(place);
    await using open = await listening();
    const dead = writeLock(place, 1, { pid: deadPid() });
    // Somebody listens: the process is where we cannot see it.
    const hidden = writeLock(place, open.port, { pid: deadPid() });
    const broken = place.write(join(place.locks, "2.lock"), "{ half", 0o600);
    const before = await examine(place);
    const after = await examine(place, ["--fix"]);
    const again = await examine(place);
    expect({
      before: wrong(before.findings).sort(),
      fixable: before.findings.filter(({ fixable }) => fixable).map(({ check }) => check),
      fixed: after.findings.flatMap(({ fixed }) => fixed ?? []),
      again: wrong(again.findings).sort(),
      left: [dead, hidden, broken, server.lockFile].map(existsSync),
    }).toEqual({
      before: ["brokenLock warning", "deadPid warning", "foreignPid warning"],
      fixable: ["deadPid"],
      fixed: [`Removed ${dead}.`],
      again: ["brokenLock warning", "foreignPid warning"],
      left: [false, true, true, true],
    });
  });

  it("that others can read are closed with --fix", async () => {
    using place = new Place();
    await using server = await serveIn(place);
    chmodSync(server.lockFile, 0o644);
    chmodSync(place.locks, 0o755);
    const before = await examine(place);
    await examine(place, ["--fix"]);
    expect({
      before: wrong(before.findings),
      modes: [server.lockFile, place.locks].map((path) => (statSync(path).mode & 0o777).toString(8)),
      after: wrong((await examine(place)).findings),
    }).toEqual({ before: ["lockFolder warning", "unsafeMode warning"], modes: ["600", "700"], after: [] });
  });

  it("whose process lives but does not listen", async () => {
    using place = new Place();
    const { port } = await (async () => {
      await using server = await listening();
      return server;
    })();
    writeLock(place, port, { pid: process.pid });
    const { of, findings } = await examine(place);
    expect([wrong(findings), of("portClosed")[0]!.what]).toEqual([
      ["portClosed error", "noIde error"],
      expect.stringContaining(`port ${port}, which Peer has announced; its process ${process.pid}`),
    ]);
  });

  it("whose process is another user's by now", async () => {
    using place = new Place();
    await using open = await listening();
    const lock = writeLock(place, open.port, { pid: process.pid, workspaceFolders: ["/elsewhere"] });
    using _kill = vi.spyOn(process, "kill").mockImplementation(() => {
      throw Object.assign(new Error("not allowed"), { code: "EPERM" });
    });
    expect((await examine(place)).of("foreignPid")).toEqual([
      expect.objectContaining({
        level: "warning",
        what: `The process ${process.pid} of Peer belongs to another user.`,
        todo: `If that is no IDE: rm ${lock}`,
      }),
    ]);
  });

  it("of plugins that are too old: without a token, or for another transport", async () => {
    using place = new Place();
    await using open = await listening();
    const elsewhere = { pid: process.pid, workspaceFolders: ["/elsewhere"] };
    writeLock(place, open.port, { ...elsewhere, authToken: null });
    writeLock(place, 1, { ...elsewhere, transport: "sse" });
    const { of } = await examine(place);
    expect(["noToken", "unknownTransport"].flatMap(of)).toMatchObject([
      { level: "warning", what: `Peer on port ${open.port} has no token.` },
      { level: "warning", todo: "Update the plugin of that IDE." },
    ]);
  });

  it("print no more than they may", async () => {
    using place = new Place();
    writeLock(place, 1, { pid: deadPid(), ideName: "\u001b[2Jnasty" });
    const { out } = await place.run(["doctor"]);
    expect([out.includes("\u001b"), out.includes("\\u{1b}[2Jnasty")]).toEqual([false, true]);
  });
});

describe("fixes look again before they act", () => {
  it("a lock that is another's by now stays, and links are not followed", async () => {
    using place = new Place();
    const alive = writeLock(place, 1, { pid: process.pid });
    const target = place.write(place.path("target"), "", 0o644);
    const link = place.path("link");
    symlinkSync(target, link);
    expect(() => removeDeadLock(alive)).toThrow("has changed in the meantime");
    expect(() => tighten(link, 0o600)).toThrow("ELOOP");
    expect([existsSync(alive), (statSync(target).mode & 0o777).toString(8)]).toEqual([true, "644"]);
  });
});
