import { type Dialect, type DialectName, dialects, type Platform } from "@idebridge/sdk/core";
import { dialectNames, ExampleClient, exampleEditor } from "./exampleProject.ts";
import { code, codes, jsonBlock, page, table } from "./markdown.ts";

/** One row of the table: what it tells of a dialect. */
const facts: readonly (readonly [string, (dialect: Dialect) => string])[] = [
  ["described by", ({ source }) => source],
  ["tools", ({ tools }) => (tools.length === 0 ? "none" : String(tools.length))],
  ["requests of its own", ({ requests }) => codes(requests.map(({ name }) => name))],
  ["path that clients dial (servers accept any)", ({ handshake }) => code(handshake.path)],
  ["subprotocol `mcp`", ({ handshake }) => handshake.subprotocol],
  [
    "a bad token",
    ({ handshake }) => (handshake.refusal === 401 ? "HTTP 401" : "close 1008 after the upgrade"),
  ],
  ["token", ({ handshake }) => (handshake.token === "uuid" ? "UUID v4" : "64 random bytes, base64url")],
  ["ports", ({ handshake: { ports } }) => `${ports.first}–${ports.last}`],
  ["largest frame sent", ({ handshake }) => (handshake.frameBytes ? `${handshake.frameBytes} bytes` : "–")],
  ["keepalive", keepaliveOf],
  ["lock file", lockFileOf],
  ["capabilities", ({ capabilities }) => codes(Object.keys(capabilities))],
  ["results", (dialect) => (dialect.encodeResult ? 'carry `"error": null`' : "as in JSON-RPC 2.0")],
];

export async function dialectsPage(): Promise<string> {
  const all = dialectNames.map((name) => dialects[name]);
  const answers: string[] = [];
  for (const name of dialectNames) answers.push(`${code(name)}:`, jsonBlock(await initialized(name)));
  return page(
    "Dialects",
    "How tools, notifications, lock file and handshake look on the wire. A server speaks one, `claude-code` unless told otherwise; " +
      "the client library detects it.",
    table(
      ["", ...dialectNames],
      facts.map(([title, tell]) => [title, ...all.map(tell)]),
    ),
    "## Tools",
    ...dialectNames.map(
      (name) =>
        `${code(name)}: ${codes(
          dialects[name].tools.map((tool) => tool.name),
          "none",
        )}.`,
    ),
    "## Paths",
    "How a path of this machine is written to a client. Every dialect reads any form: see [the protocol](../protocol.md#paths).",
    ...Object.entries(places).flatMap(([platform, place]) => [
      `On ${platform}, with the folder ${code(place.folder)} open:`,
      pathTable(platform as Platform, place),
    ]),
    "## Lock files",
    "The key `idebridge` is our own: it tells our clients the dialect. Other clients pass over it.",
    ...all.flatMap((dialect) => [
      `${code(dialect.name)}, in ${lockFileOf(dialect)}:`,
      jsonBlock(exampleLock(dialect)),
    ]),
    "## The answer to `initialize`",
    ...answers,
  );
}

function keepaliveOf({ keepalive }: Dialect): string {
  const every = `every ${keepalive.everyMilliseconds / 1000} s`;
  if (keepalive.kind === "websocket") return `WebSocket ping ${every}`;
  return `JSON-RPC ${code("ping")} ${every}, answer within ${keepalive.answerMilliseconds / 1000} s`;
}

function lockFileOf({ lock }: Dialect): string {
  const folder = lock.folder === "ide" ? "~/.claude/ide" : "~/.claude-code";
  return code(`${folder}/<port>${lock.extension}`);
}

function exampleLock({ name, lock }: Dialect): object {
  return lock.write(
    {
      port: 41_234,
      token: "6d0f5b0e-9f5c-4c6e-8a53-0d9f1c2b7a44",
      pid: 8150,
      name: "Example",
      folders: ["/home/ada/shop"],
      transport: "ws",
      runningInWindows: false,
      dialect: name,
    },
    "posix",
  );
}

interface PathPlace {
  readonly folder: string;
  readonly files: readonly string[];
}

const places: Readonly<Record<Platform, PathPlace>> = {
  posix: { folder: "/home/ada/shop", files: ["/home/ada/shop/src/my cart.ts", "/etc/hosts"] },
  windows: { folder: "C:\\Users\\ada\\shop", files: ["C:\\Users\\ada\\shop\\src\\my cart.ts", "D:\\hosts"] },
  wsl: { folder: "/mnt/c/shop", files: ["/mnt/c/shop/src/my cart.ts", "/etc/hosts"] },
};

function pathTable(platform: Platform, { folder, files }: PathPlace): string {
  const rows = dialectNames.flatMap((name) => {
    const paths = dialects[name].paths({ platform, folders: () => [folder] });
    return files.map((file) => [code(name), code(file), code(paths.write(file)), code(paths.uri(file))]);
  });
  return table(["dialect", "path", "written as", "as a URI"], rows);
}

async function initialized(name: DialectName): Promise<unknown> {
  await using client = await ExampleClient.open(name, exampleEditor());
  return client.ask("initialize", {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "docs", version: "1.0.0" },
  });
}
