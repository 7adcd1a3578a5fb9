import { readFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { join } from "node:path";
import type { Machine } from "./measurement.ts";

/** Of the peers: what a user would take instead. */
const peers = [
  "ws",
  "@modelcontextprotocol/sdk",
  "@modelcontextprotocol/server",
  "@modelcontextprotocol/client",
  "vscode-jsonrpc",
  "typescript",
];

export function thisMachine(): Machine {
  const cores = cpus();
  return {
    platform: `${process.platform} ${process.arch}`,
    cpu: cores[0]?.model ?? "unknown",
    cores: cores.length,
    memoryGigabytes: Math.round(totalmem() / 2 ** 30),
  };
}

export function versionsInUse(root: string): Readonly<Record<string, string>> {
  const versionOf = (name: string): string =>
    JSON.parse(readFileSync(join(root, "node_modules", name, "package.json"), "utf8")).version;
  return { node: process.versions.node, ...Object.fromEntries(peers.map((name) => [name, versionOf(name)])) };
}
