import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { connect, discover, serve } from "@idebridge/sdk";
import { FakeEditor } from "@idebridge/sdk/testing";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "./temporaryFolder.ts";

async function listening(): Promise<{ readonly port: number } & AsyncDisposable> {
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  return { port, [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())) };
}

function writeLock(folder: string, name: string, contents: object | string, mode = 0o600): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), typeof contents === "string" ? contents : JSON.stringify(contents), {
    mode,
  });
}

const deadPid = () => spawnSync(process.execPath, ["-e", "0"]).pid;

describe("what can be wrong", () => {
  const fine = (cwd: string) => ({
    pid: process.pid,
    workspaceFolders: [cwd],
    ideName: "Peer",
    transport: "ws",
    authToken: "t",
  });
  type Lock = (cwd: string) => object | string;
  it.each<[code: string, lock: Lock, mode: number, facts: object]>([
    ["", (cwd) => fine(cwd), 0o600, { isAlive: true, matches: true }],
    ["brokenLock", () => "{ half", 0o600, { isAlive: false, matches: false, name: "unknown" }],
    ["brokenLock", () => ({ workspaceFolders: "no list" }), 0o600, { isAlive: false }],
    ["brokenLock", () => "x".repeat(1024 * 1024 + 1), 0o600, { isAlive: false }],
    ["deadPid", (cwd) => ({ ...fine(cwd), pid: deadPid() }), 0o600, { isAlive: false, matches: true }],
    ["unsafeMode", (cwd) => fine(cwd), 0o644, { isAlive: true, matches: true }],
    ["unknownTransport", (cwd) => ({ ...fine(cwd), transport: "sse" }), 0o600, { isAlive: false }],
    ["noToken", (cwd) => ({ ...fine(cwd), authToken: null }), 0o600, { isAlive: true, token: undefined }],
    ["folderMismatch", (cwd) => fine(`${cwd}-else`), 0o600, { isAlive: true, matches: false }],
    // A folder inside the working directory does not match: the client of today says so too.
    ["folderMismatch", (cwd) => fine(`${cwd}/inside`), 0o600, { isAlive: true, matches: false }],
    ["folderMismatch", (cwd) => ({ ...fine(cwd), workspaceFolders: [] }), 0o600, { matches: false }],
  ])("%s", async (code, lock, mode, facts) => {
    using config = temporaryFolder();
    await using server = await listening();
    writeLock(join(config.path, "ide"), `${server.port}.lock`, lock(config.path), mode);
    const found = await discover({ configDir: config.path, env: {}, cwd: config.path });
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ ...facts, port: server.port });
    expect(found[0]!.problems.map((problem) => problem.code)).toEqual(code === "" ? [] : [code]);
  });

  it("portClosed", async () => {
    using config = temporaryFolder();
    const { port } = await (async () => {
      await using server = await listening();
      return server;
    })();
    writeLock(join(config.path, "ide"), `${port}.lock`, fine(config.path));
    const [found] = await discover({ configDir: config.path, env: {}, cwd: config.path });
    expect(found).toMatchObject({
      isAlive: false,
      problems: [{ code: "portClosed", message: `Nothing listens on port ${port}` }],
    });
  });

  it("a link is not followed", async () => {
    using config = temporaryFolder();
    writeLock(config.path, "lock", fine(config.path));
    mkdirSync(join(config.path, "ide"));
    symlinkSync(join(config.path, "lock"), join(config.path, "ide", "1234.lock"));
    const [found] = await discover({ configDir: config.path, env: {}, cwd: config.path });
    expect(found!.problems.map(({ code }) => code)).toContain("brokenLock");
  });

  it("several things at once", async () => {
    using config = temporaryFolder();
    writeLock(join(config.path, "ide"), "1234.lock", { pid: deadPid(), transport: "sse" }, 0o666 & ~0o022);
    const [found] = await discover({ configDir: config.path, env: {}, cwd: config.path });
    expect(found!.problems.map(({ code }) => code).sort()).toEqual([
      "deadPid",
      "folderMismatch",
      "noToken",
      "unknownTransport",
      "unsafeMode",
    ]);
  });
});

describe("the order", () => {
  it("is: alive, asked for, matching, the deepest folder", async () => {
    using config = temporaryFolder();
    const cwd = join(config.path, "a", "b");
    mkdirSync(cwd, { recursive: true });
    await using one = await listening();
    await using two = await listening();
    await using three = await listening();
    const lock = (name: string, folder: string, pid: number | undefined = process.pid) => ({
      pid,
      ideName: name,
      workspaceFolders: [folder],
      authToken: "t",
    });
    const folder = join(config.path, "ide");
    writeLock(folder, "999.lock", lock("dead", cwd, deadPid()));
    writeLock(folder, "998.lock", "broken");
    writeLock(folder, `${one.port}.lock`, lock("elsewhere", "/elsewhere"));
    writeLock(folder, `${two.port}.lock`, lock("outer", config.path));
    writeLock(folder, `${three.port}.lock`, lock("inner", join(config.path, "a")));
    const names = async (env: Record<string, string>) =>
      (await discover({ configDir: config.path, env, cwd })).map(({ name }) => name);
    expect([await names({}), await names({ CLAUDE_CODE_SSE_PORT: String(one.port) })]).toEqual([
      ["inner", "outer", "elsewhere", "dead", "unknown"],
      ["elsewhere", "inner", "outer", "dead", "unknown"],
    ]);
  });

  it("finds the locks of nexus in the home folder, and in the project above", async () => {
    using config = temporaryFolder();
    const cwd = join(config.path, "project", "src");
    mkdirSync(cwd, { recursive: true });
    const lock = (port: number) => ({ port, authToken: "t", projectPath: join(config.path, "project") });
    writeLock(join(config.path, "home", ".claude-code"), "1001.json", lock(1001));
    writeLock(join(config.path, "project", ".claude-code"), "1002.json", lock(1002));
    const found = await discover({ env: { HOME: join(config.path, "home") }, cwd });
    expect(found.map(({ port, dialect, matches }) => ({ port, dialect, matches }))).toEqual([
      { port: 1001, dialect: "nexus", matches: true },
      { port: 1002, dialect: "nexus", matches: true },
    ]);
  });

  it("looks where CLAUDE_CONFIG_DIR says, and finds nothing where there is nothing", async () => {
    using config = temporaryFolder();
    writeLock(join(config.path, "claude", "ide"), "1001.lock", {});
    const look = (env: Record<string, string>) =>
      discover({ env: { HOME: join(config.path, "home"), ...env }, cwd: config.path });
    expect([(await look({ CLAUDE_CONFIG_DIR: join(config.path, "claude") })).length, await look({})]).toEqual(
      [1, []],
    );
  });
});

describe("connect", () => {
  it("says what is nearest when there is no match", async () => {
    using config = temporaryFolder();
    const options = { configDir: config.path, env: {}, cwd: config.path };
    await expect(connect(options)).rejects.toMatchObject({
      code: "NO_IDE_FOUND",
      message: expect.stringContaining("No editor has announced itself"),
    });
    await using server = await serve(new FakeEditor({ folders: ["/elsewhere"] }), options);
    await expect(connect(options)).rejects.toMatchObject({
      code: "NO_IDE_FOUND",
      message: expect.stringContaining(`Fake Editor on port ${server.port}: It has /elsewhere open`),
    });
  });

  it("takes the port that the environment names, whatever its folders", async () => {
    using config = temporaryFolder();
    const options = { configDir: config.path, cwd: config.path };
    await using _match = await serve(new FakeEditor({ name: "match", folders: [config.path] }), {
      ...options,
      env: {},
    });
    await using other = await serve(new FakeEditor({ name: "other", folders: ["/elsewhere"] }), {
      ...options,
      env: {},
    });
    await using ide = await connect({ ...options, env: other.terminalEnvironment() });
    expect(ide.serverInfo.name).toBe("other");
  });

  it("takes one that was found, or a port with a token and without a lock file", async () => {
    using config = temporaryFolder();
    using empty = temporaryFolder();
    const options = { configDir: config.path, env: {}, cwd: config.path };
    await using server = await serve(new FakeEditor({ folders: ["/elsewhere"] }), options);
    const [found] = await discover(options);
    await using one = await connect({ ...options, ide: found! });
    await using two = await connect({
      configDir: empty.path,
      env: {},
      cwd: empty.path,
      port: server.port,
      token: server.token,
    });
    expect([one.serverInfo.name, two.serverInfo.name]).toEqual(["Fake Editor", "Fake Editor"]);
  });
});
