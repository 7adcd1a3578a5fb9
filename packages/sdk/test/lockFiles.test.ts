import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { connect, type DialectName, dialects, serve } from "@idebridge/sdk";
import { FakeEditor } from "@idebridge/sdk/testing";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "./temporaryFolder.ts";

const env = {};
const read = (file: string) => JSON.parse(readFileSync(file, "utf8"));
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

/** The id of a process that has ended. */
function deadPid(): number {
  return spawnSync(process.execPath, ["-e", "0"]).pid;
}

describe("the lock file", () => {
  it.each<[DialectName, string, string, object]>([
    ["claude-code", "ide", ".lock", claudeForm("claude-code")],
    ["kale", "ide", ".lock", claudeForm("kale")],
    ["jetbrains", "ide", ".lock", claudeForm("jetbrains")],
    ["obsidian", "ide", ".lock", claudeForm("obsidian")],
    ["nexus", ".claude-code", ".json", { pid: process.pid, ideName: "Fake Editor" }],
  ])("of %s is %s/<port>%s, for its user's eyes only", async (dialect, folder, extension, form) => {
    using config = temporaryFolder();
    const editor = new FakeEditor({ folders: [config.path] });
    await using server = await serve(editor, { dialect: dialects[dialect], configDir: config.path, env });
    const path = join(config.path, folder, `${server.port}${extension}`);
    expect(server.lockFile).toBe(path);
    const place = dialect === "nexus" ? { projectPath: config.path } : { workspaceFolders: [config.path] };
    expect(read(path)).toEqual({ ...form, ...place, port: server.port, authToken: server.token });
    expect([modeOf(path), modeOf(join(config.path, folder))]).toEqual(["600", "700"]);
    expect(readdirSync(join(config.path, folder))).toEqual([`${server.port}${extension}`]);
  });

  it.each<[DialectName, RegExp]>([
    ["claude-code", /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/],
    ["jetbrains", /^[\w-]{86}$/],
  ])("of %s has a token of its form, new each time", async (dialect, form) => {
    using config = temporaryFolder();
    await using one = await serve(new FakeEditor(), {
      dialect: dialects[dialect],
      configDir: config.path,
      env,
    });
    await using two = await serve(new FakeEditor(), {
      dialect: dialects[dialect],
      configDir: config.path,
      env,
    });
    expect([one.token, two.token]).toEqual([expect.stringMatching(form), expect.stringMatching(form)]);
    expect(one.token).not.toBe(two.token);
  });

  it("names real folders, as clients compare them", async () => {
    using config = temporaryFolder();
    mkdirSync(join(config.path, "real"));
    symlinkSync(join(config.path, "real"), join(config.path, "link"));
    const editor = new FakeEditor({ folders: [join(config.path, "link"), join(config.path, "none")] });
    await using server = await serve(editor, { configDir: config.path, env });
    expect(read(server.lockFile).workspaceFolders).toEqual([
      join(config.path, "real"),
      join(config.path, "none"),
    ]);
  });

  it("follows CLAUDE_CONFIG_DIR, else HOME; what the caller says comes first", async () => {
    using config = temporaryFolder();
    const [told, claude, home] = ["told", "claude", "home"].map((name) => join(config.path, name));
    const folders = [];
    for (const options of [
      { configDir: told!, env: { CLAUDE_CONFIG_DIR: claude, HOME: home } },
      { env: { CLAUDE_CONFIG_DIR: claude, HOME: home } },
      { env: { HOME: home } },
      { dialect: dialects.nexus, env: { CLAUDE_CONFIG_DIR: claude, HOME: home } } as const,
    ]) {
      await using server = await serve(new FakeEditor(), options);
      folders.push(server.lockFile.replace(config.path, "").replace(/\d+/, "N"));
    }
    expect(folders).toEqual([
      "/told/ide/N.lock",
      "/claude/ide/N.lock",
      "/home/.claude/ide/N.lock",
      "/home/.claude-code/N.json",
    ]);
  });

  it("is rewritten when the folders change, and removed at the end", async () => {
    using config = temporaryFolder();
    const editor = new FakeEditor({ folders: ["/one"] });
    const server = await serve(editor, { configDir: config.path, env });
    editor.setFolders(["/two", "/three"]);
    expect(read(server.lockFile)).toMatchObject({
      workspaceFolders: ["/two", "/three"],
      authToken: server.token,
    });
    expect(modeOf(server.lockFile)).toBe("600");
    await server.close();
    editor.setFolders(["/four"]);
    await server.close();
    expect(readdirSync(join(config.path, "ide"))).toEqual([]);
  });

  it("is away while the server is withdrawn: agents that are connected stay", async () => {
    using config = temporaryFolder();
    const editor = new FakeEditor({ folders: [config.path] });
    await using server = await serve(editor, { configDir: config.path, env });
    await using ide = await connect({ port: server.port, configDir: config.path, env, cwd: config.path });
    const isThere = () => [server.isAnnounced, existsSync(server.lockFile)];
    server.withdraw();
    editor.setFolders([config.path, "/two"]);
    expect(isThere()).toEqual([false, false]);
    expect(await ide.workspaceFolders()).toEqual([config.path, "/two"]);
    server.announce();
    expect(isThere()).toEqual([true, true]);
    expect(read(server.lockFile)).toMatchObject({ workspaceFolders: [config.path, "/two"] });
    await server.close();
    server.announce();
    expect(isThere()).toEqual([false, false]);
  });

  it("makes a folder that was open to others its own", async () => {
    using config = temporaryFolder();
    mkdirSync(join(config.path, "ide"));
    chmodSync(join(config.path, "ide"), 0o777);
    await using _server = await serve(new FakeEditor(), { configDir: config.path, env });
    expect(modeOf(join(config.path, "ide"))).toBe("700");
  });

  it("replaces a link of its name, and leaves alone what the link points to", async () => {
    using config = temporaryFolder();
    const port = await freePort();
    mkdirSync(join(config.path, "ide"));
    writeFileSync(join(config.path, "precious"), "untouched");
    symlinkSync(join(config.path, "precious"), join(config.path, "ide", `${port}.lock`));
    await using server = await serve(new FakeEditor(), { configDir: config.path, env, port });
    expect([
      lstatSync(server.lockFile).isFile(),
      readFileSync(join(config.path, "precious"), "utf8"),
    ]).toEqual([true, "untouched"]);
  });

  it("that another server has written meanwhile is not removed", async () => {
    using config = temporaryFolder();
    const server = await serve(new FakeEditor(), { configDir: config.path, env });
    writeFileSync(server.lockFile, JSON.stringify({ ...read(server.lockFile), authToken: "another" }));
    await server.close();
    expect(existsSync(server.lockFile)).toBe(true);
  });
});

describe("the lock files of others", () => {
  it("are removed when their process is dead, and only then", async () => {
    using config = temporaryFolder();
    const folder = join(config.path, "ide");
    mkdirSync(folder);
    const files = {
      "1001.lock": JSON.stringify({ pid: deadPid(), workspaceFolders: ["/workspace"], authToken: "x" }),
      "1002.lock": JSON.stringify({ pid: process.pid, workspaceFolders: ["/workspace"], authToken: "x" }),
      "1003.lock": JSON.stringify({ workspaceFolders: [], authToken: "x" }),
      "1004.lock": "{ half a lo",
      "notes.txt": "not ours",
      "1005.lock.bak": JSON.stringify({ pid: deadPid() }),
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const server = await serve(new FakeEditor(), { configDir: config.path, env });
    await server.close();
    expect(readdirSync(folder).sort()).toEqual([
      "1002.lock",
      "1003.lock",
      "1004.lock",
      "1005.lock.bak",
      "notes.txt",
    ]);
  });

  it("that live and have the same folder are reported", async () => {
    using config = temporaryFolder();
    const outer = join(config.path, "project");
    mkdirSync(join(outer, "sub"), { recursive: true });
    mkdirSync(join(config.path, "else"));
    const start = (name: string, folder: string) =>
      serve(new FakeEditor({ name, folders: [folder] }), { configDir: config.path, env });
    await using _other = await start("elsewhere", join(config.path, "else"));
    await using first = await start("first", outer);
    await using second = await start("second", join(outer, "sub"));
    expect([
      (await first.conflicts()).map(({ name }) => name),
      (await second.conflicts()).map(({ name }) => name),
    ]).toEqual([["second"], ["first"]]);
  });
});

describe("a server that cannot start says what to do", () => {
  it("when its folder cannot be written, and does not go on listening", async () => {
    using config = temporaryFolder();
    const port = await freePort();
    writeFileSync(join(config.path, "ide"), "a file is in the way");
    await expect(serve(new FakeEditor(), { configDir: config.path, env, port })).rejects.toMatchObject({
      code: "LOCK_NOT_WRITABLE",
      message: expect.stringMatching(/configDir or CLAUDE_CONFIG_DIR/),
    });
    expect(await freePort(port)).toBe(port);
  });

  it("when its port is taken, and writes no lock file", async () => {
    using config = temporaryFolder();
    await using server = await serve(new FakeEditor(), { configDir: config.path, env });
    const options = { configDir: config.path, env, port: server.port };
    await expect(serve(new FakeEditor(), options)).rejects.toMatchObject({
      code: "PORT_IN_USE",
      message: expect.stringContaining("leave out the port"),
    });
    expect(read(server.lockFile).authToken).toBe(server.token);
  });
});

it("a server started again on the same port with the same token is found again by a running client", async () => {
  using config = temporaryFolder();
  const editor = new FakeEditor({ folders: [config.path] });
  const options = { configDir: config.path, env };
  const first = await serve(editor, options);
  await using ide = await connect({
    ...options,
    cwd: config.path,
    reconnect: { milliseconds: [0, 20], attempts: 500 },
  });
  const back = new Promise<void>((resolve) => ide.subscribe(({ type }) => type === "connected" && resolve()));
  const { port, token } = first;
  await first.close();
  await using second = await serve(editor, { ...options, port, token });
  await back;
  expect([second.port, second.clients.length, await ide.workspaceFolders()]).toEqual([
    port,
    1,
    [config.path],
  ]);
});

function claudeForm(dialect: DialectName) {
  return {
    pid: process.pid,
    ideName: "Fake Editor",
    transport: "ws",
    runningInWindows: false,
    idebridge: { dialect },
  };
}

function freePort(wanted = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(wanted, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
