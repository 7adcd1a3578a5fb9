import { Client as Client2, type JSONRPCMessage as Message2 } from "@modelcontextprotocol/client";
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { WebSocketClientTransport } from "@modelcontextprotocol/sdk/client/websocket.js";
import { ListRootsRequestSchema, type JSONRPCMessage as Message1 } from "@modelcontextprotocol/sdk/types.js";
import { WebSocket } from "ws";
import { z } from "zod";
import { SocketTransport } from "./socketTransport.ts";

/** What the tests need of a client, which both generations of the SDK have. */
export interface OfficialClient extends AsyncDisposable {
  readonly notifications: { method: string; params?: unknown }[];
  /** What the SDK complained of. */
  readonly errors: string[];
  /** What came over the wire, where our own transport is used. */
  readonly received: readonly string[];
  connect(milliseconds?: number): Promise<unknown>;
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(name: string, args?: Record<string, unknown>, signal?: AbortSignal): Promise<unknown>;
  request(method: string, params: Record<string, unknown>, milliseconds?: number): Promise<unknown>;
  ping(): Promise<unknown>;
}

export interface ClientOptions {
  readonly port: number;
  readonly token: string;
  readonly root: string;
  readonly repair?: boolean;
}

const capabilities = { roots: { listChanged: true } };
const anyResult = z.looseObject({});

/** Their own transport, with the header that it cannot send by itself. */
class TokenTransport extends WebSocketClientTransport {
  readonly #token: string;

  constructor(url: URL, token: string) {
    super(url);
    this.#token = token;
  }

  override start(): Promise<void> {
    const headers = headersOf(this.#token);
    class Socket extends WebSocket {
      constructor(url: URL, protocol: string) {
        super(url, protocol, { headers });
      }
    }
    const scope = globalThis as { WebSocket?: unknown };
    const before = scope.WebSocket;
    scope.WebSocket = Socket;
    try {
      return super.start();
    } finally {
      scope.WebSocket = before;
    }
  }
}

export function officialClient1({ port, token, root, repair }: ClientOptions): OfficialClient {
  const client = new Client1({ name: "official-1", version: "1" }, { capabilities });
  const transport =
    repair === undefined
      ? new TokenTransport(urlOf(port), token)
      : new SocketTransport<Message1>(dial(port, token), { repair });
  const notifications: OfficialClient["notifications"] = [];
  const errors: string[] = [];
  client.fallbackNotificationHandler = async ({ method, params }) =>
    void notifications.push({ method, params });
  client.onerror = ({ message }) => void errors.push(message);
  client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: [{ uri: root }] }));
  return {
    notifications,
    errors,
    received: transport instanceof SocketTransport ? transport.received : [],
    connect: (timeout = 30_000) => client.connect(transport, { timeout }),
    listTools: () => client.listTools(),
    callTool: (name, args = {}, signal) =>
      client.callTool({ name, arguments: args }, undefined, signal ? { signal } : {}),
    request: (method, params, timeout = 30_000) => client.request({ method, params }, anyResult, { timeout }),
    ping: () => client.ping(),
    [Symbol.asyncDispose]: () => client.close(),
  };
}

export function officialClient2({ port, token, root, repair = false }: ClientOptions): OfficialClient {
  const client = new Client2({ name: "official-2", version: "2" }, { capabilities });
  const transport = new SocketTransport<Message2>(dial(port, token), { repair });
  const notifications: OfficialClient["notifications"] = [];
  const errors: string[] = [];
  client.fallbackNotificationHandler = async ({ method, params }) =>
    void notifications.push({ method, params });
  client.onerror = ({ message }) => void errors.push(message);
  client.setRequestHandler("roots/list", () => ({ roots: [{ uri: root }] }));
  return {
    notifications,
    errors,
    received: transport.received,
    connect: (timeout = 30_000) => client.connect(transport, { timeout }),
    listTools: () => client.listTools(),
    callTool: (name, args = {}, signal) =>
      client.callTool({ name, arguments: args }, signal ? { signal } : {}),
    request: (method, params, timeout = 30_000) => client.request({ method, params }, anyResult, { timeout }),
    ping: () => client.ping(),
    [Symbol.asyncDispose]: () => client.close(),
  };
}

function dial(port: number, token: string): WebSocket {
  const socket = new WebSocket(urlOf(port), "mcp", { headers: headersOf(token) });
  // Errors after the handshake end in a close, which the SDK hears.
  socket.on("error", () => {});
  return socket;
}

function urlOf(port: number): URL {
  return new URL(`ws://127.0.0.1:${port}/mcp`);
}

function headersOf(token: string): Record<string, string> {
  return { "X-Claude-Code-Ide-Authorization": token };
}
