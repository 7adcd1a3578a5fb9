import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { DialectName } from "@idebridge/sdk";
import { build } from "esbuild";
import type { Target } from "./attacks.ts";
import type { ServerReport } from "./liveServer.ts";

export interface LiveServer extends Target {
  report(): Promise<ServerReport>;
  /** Somebody works in its editor from now on, or does not any more. */
  setWorking(isWorking: boolean): void;
  /** Asks it to stop, and tells how it ended: with code 0 and nothing to say, if all was well. */
  stop(): Promise<{ readonly code: number | null; readonly said: string }>;
  /** Set when it ended before it was asked to. */
  readonly crash: string | undefined;
  /** Waits a moment for the crash that may be behind a broken connection. */
  lastWords(): Promise<string>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** A server in a process of its own, so that a crash is one. */
export async function startLiveServer(dialect: DialectName): Promise<LiveServer> {
  const workspace = await realpath(await mkdtemp(join(tmpdir(), "idebridge-fuzz-")));
  const program = join(workspace, "server.mjs");
  await build({
    entryPoints: [fileURLToPath(new URL("liveServer.ts", import.meta.url))],
    outfile: program,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    conditions: ["@idebridge/source"],
    // ws is CommonJS and asks for Node's modules with require.
    banner: { js: 'import{createRequire}from"node:module";const require=createRequire(import.meta.url);' },
    logLevel: "silent",
  });
  const child = fork(program, [dialect, workspace], {
    execArgv: ["--expose-gc", "--unhandled-rejections=strict"],
    env: {},
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let said = "";
  let crash: string | undefined;
  let stopping = false;
  for (const stream of [child.stdout!, child.stderr!]) stream.on("data", (data) => (said += data));
  const ended = once(child, "close").then(([code, signal]) => {
    if (!stopping) crash = `ended with ${code ?? signal}: ${said}`;
    return { code: code as number | null, said };
  });
  const next = async <Answer>() => {
    const [answer] = await Promise.race([
      once(child, "message"),
      ended.then(({ said }) => [new Error(said)]),
    ]);
    if (answer instanceof Error) throw answer;
    return answer as Answer;
  };
  const dispose = async () => {
    stopping = true;
    child.kill("SIGKILL");
    await ended;
    await rm(workspace, { recursive: true, force: true });
  };
  const address = await next<{ port: number; token: string }>().catch(async (error: unknown) => {
    await dispose();
    throw error;
  });

  return {
    ...address,
    workspace,
    report() {
      child.send("report");
      return next<ServerReport>();
    },
    setWorking(isWorking) {
      child.send(isWorking ? "work" : "rest");
    },
    async stop() {
      stopping = true;
      if (child.connected) child.send("stop");
      return ended;
    },
    get crash() {
      return crash;
    },
    async lastWords() {
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 2_000))]);
      return crash ?? "The server lives";
    },
    [Symbol.asyncDispose]: dispose,
  };
}
