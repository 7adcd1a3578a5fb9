import { relativeTo, toFileUri, toNativePath } from "../protocol/paths.ts";
import { filesRead } from "../tools/filesRead.ts";
import { workspaceSelection } from "../tools/workspaceSelection.ts";
import { claudeCode } from "./claudeCode.ts";
import type { Dialect } from "./dialect.ts";

export const obsidian: Dialect = {
  name: "obsidian",
  source: "seed 001",
  tools: [],
  requests: [filesRead, workspaceSelection],
  capabilities: { tools: {}, resources: {} },
  notifications: { ...claudeCode.notifications, diagnostics: () => undefined },
  /** Relative to the vault, which is what a leading slash means too, unless the whole path of the vault follows. */
  paths: ({ platform, folders }) => ({
    read(text) {
      const vault = folders()[0];
      if (vault === undefined || /^file:/i.test(text)) return toNativePath(text, platform, vault);
      const path = toNativePath(text, platform, vault);
      if (relativeTo(vault, path, platform) !== undefined) return path;
      return toNativePath(text.replace(/^[\\/]+/, ""), platform, vault);
    },
    write(path) {
      const vault = folders()[0];
      return (vault && relativeTo(vault, path, platform)) ?? path;
    },
    uri: (path) => toFileUri(path, platform),
  }),
  handshake: {
    path: "/",
    subprotocol: "optional",
    refusal: 401,
    token: "uuid",
    ports: { first: 1, last: 65_535 },
    frameBytes: 1024 * 1024,
  },
  keepalive: { kind: "websocket", everyMilliseconds: 30_000 },
  lock: claudeCode.lock,
};
