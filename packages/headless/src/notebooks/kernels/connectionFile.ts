import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Environment } from "@idebridge/sdk/node";
import type { ZmtpEndpoint } from "../zmtp/zmtpSocket.ts";
import type { KernelSession } from "./kernelMessage.ts";

const channels = ["shell", "iopub", "stdin", "control", "hb"] as const;
export type ChannelName = (typeof channels)[number];

/** Where a kernel shall listen, and the file that tells it. In a folder that only this user may look into. */
export interface ConnectionFile {
  readonly path: string;
  readonly folder: string;
  readonly session: KernelSession;
  endpoint(channel: ChannelName): ZmtpEndpoint;
}

/** As long as the path of a socket may be on every system. */
const longestSocketPath = 100;

/**
 * `ipc` is a socket in that folder: no other user can even connect. Not every kernel knows it, and Windows does not
 * have it; `tcp` on 127.0.0.1 is what all have, with the key as the only guard.
 */
export async function makeConnectionFile(
  transport: "ipc" | "tcp",
  env: Environment,
): Promise<ConnectionFile> {
  const folder = await makeFolder(env);
  try {
    const ports = transport === "ipc" ? channels.map((_, index) => index + 1) : await freePorts();
    const portOf = (channel: ChannelName) => ports[channels.indexOf(channel)]!;
    const ip = transport === "ipc" ? join(folder, "kernel") : "127.0.0.1";
    const session = { id: randomUUID(), key: randomBytes(32).toString("hex") };
    const path = join(folder, "connection.json");
    const contents = {
      transport,
      ip,
      ...Object.fromEntries(channels.map((channel) => [`${channel}_port`, portOf(channel)])),
      key: session.key,
      signature_scheme: "hmac-sha256",
    };
    await writeFile(path, JSON.stringify(contents), { mode: 0o600, flag: "wx" });
    return {
      path,
      folder,
      session,
      endpoint: (channel) =>
        transport === "ipc" ? { path: `${ip}-${portOf(channel)}` } : { host: ip, port: portOf(channel) },
    };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** `mkdtemp` makes it for this user only. */
async function makeFolder(env: Environment): Promise<string> {
  const bases = [env.XDG_RUNTIME_DIR, env.TMPDIR, tmpdir(), "/tmp"].filter((base) => base !== undefined);
  const failures: unknown[] = [];
  for (const base of new Set(bases)) {
    if (base === "" || join(base, "idebridge-kernel-XXXXXX", "kernel-5").length > longestSocketPath) continue;
    try {
      return await mkdtemp(join(base, "idebridge-kernel-"));
    } catch (error) {
      failures.push(error);
    }
  }
  throw failures[0] ?? new Error("There is no temporary folder with a short enough name: set TMPDIR");
}

/** Held until all are known, so that they are five different ones. */
async function freePorts(): Promise<readonly number[]> {
  const servers = await Promise.all(
    channels.map(
      () =>
        new Promise<Server>((resolve, reject) => {
          const server = createServer().once("error", reject);
          server.listen(0, "127.0.0.1", () => resolve(server));
        }),
    ),
  );
  const ports = servers.map((server) => (server.address() as { port: number }).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
