import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  connectControl,
  findInstance,
  type HeadlessIde,
  startHeadless,
  stateFolder,
} from "@idebridge/headless";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { writeInstance } from "../src/instance.ts";

vi.setConfig({ testTimeout: 30_000 });

const token = "t".repeat(20);
let root: string;
let env: { HOME: string; XDG_STATE_HOME: string };
let silent: Server;
let other: ChildProcess;
const sockets: Socket[] = [];

beforeEach(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "idebridge-running-")));
  env = { HOME: root, XDG_STATE_HOME: join(root, "state") };
  // Connections are taken and never answered, as by a process that is stopped.
  silent = createServer((socket) => {
    sockets.push(socket);
    socket.once("data", () => vi.advanceTimersByTime(5_000));
  }).listen(0, "127.0.0.1");
  other = spawn(process.execPath, ["-e", "setInterval(() => {}, 1e6)"], { stdio: "ignore" });
  await Promise.all([once(silent, "listening"), once(other, "spawn")]);
});
afterEach(async () => {
  vi.useRealTimers();
  other.kill("SIGKILL");
  await once(other, "exit");
  for (const socket of sockets.splice(0)) socket.destroy();
  silent.close();
  rmSync(root, { recursive: true, force: true });
});

/** A folder whose idebridge is said to be this process, with front ends at this port. */
function folderOf(name: string, pid: number, port: number): string {
  const folder = join(root, name);
  mkdirSync(folder);
  const control = { port, token };
  const startedAt = "2026-01-01T00:00:00.000Z";
  writeInstance({ pid, name, version: "1", folders: [folder], startedAt, port, token, control }, env);
  return folder;
}

const start = (folder: string) => startHeadless({ folders: [folder], version: "1.0.0", env });

async function refusal(folder: string): Promise<string> {
  const started = await start(folder).catch((error: Error) => error.message);
  if (typeof started === "string") return started;
  await started.close();
  return "started";
}

async function closedPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

test("one that hangs is not given a second one; a process that only has its number is in nobody's way", async () => {
  const { port } = silent.address() as AddressInfo;
  const hanging = folderOf("hanging", process.ppid, port);
  const stopped = folderOf("stopped", other.pid!, port);
  const reused = folderOf("reused", process.ppid, await closedPort());
  other.kill("SIGSTOP");
  const advice =
    process.platform === "linux"
      ? `It is stopped, as by Ctrl-Z: type fg in its terminal, or kill -CONT ${other.pid}`
      : "If it hangs, end it and start it again.";
  const outcomes = [await refusal(reused)];
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  for (const folder of [hanging, stopped]) outcomes.push(await refusal(folder));
  expect(outcomes).toEqual([
    "started",
    `The idebridge of ${hanging} (pid ${process.ppid}) does not answer. If it hangs, end it and start it again.`,
    `The idebridge of ${stopped} (pid ${other.pid}) does not answer. ${advice}`,
  ]);
});

test("who wants to talk to it is not told to end a process that only has its number", async () => {
  const reused = folderOf("reused", process.ppid, await closedPort());
  await expect(connectControl({ cwd: reused, env, name: "test" })).rejects.toThrow(
    `No idebridge runs for ${reused}. Start one there: idebridge`,
  );
});

test("it is found again when what tells of it was deleted, or taken by one that is gone", async () => {
  const folder = join(root, "project");
  mkdirSync(folder);
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  await using ide: HeadlessIde = await start(folder);
  const found = () => {
    vi.advanceTimersByTime(3_000);
    return findInstance(folder, env)?.pid;
  };
  rmSync(join(stateFolder(folder, env), "instance.json"));
  const afterDeleted = found();
  writeInstance({ ...ide.instance, pid: other.pid! }, env);
  const whileTaken = found();
  const { pid, ...ended } = ide.instance;
  writeInstance(ended, env);
  expect([afterDeleted, whileTaken, found()]).toEqual([pid, other.pid, pid]);
});
