import type { IncomingMessage } from "node:http";
import type { Handshake } from "../dialects/dialect.ts";
import { sameToken } from "./token.ts";

export const tokenHeader = "x-claude-code-ide-authorization";
export const subprotocol = "mcp";

export interface Refusal {
  /** An HTTP status, or the close code 1008 to be sent after the upgrade. */
  readonly status: 400 | 401 | 403 | 503 | 1008;
  readonly reason: string;
}

export interface Gate {
  readonly handshake: Handshake;
  readonly token: string;
  readonly host: string;
  readonly isFull: boolean;
}

/** Why a client may not enter, `undefined` if it may. */
export function refusalOf({ headers }: IncomingMessage, gate: Gate): Refusal | undefined {
  // Browsers always send one, and agents never: this keeps every web page out.
  if (headers.origin !== undefined)
    return { status: 403, reason: "Connections from web pages are not allowed" };
  // A page can point a name of its own at 127.0.0.1; then the Host header still has that name.
  if (!isLocalHost(headers.host, gate.host))
    return { status: 403, reason: "The Host header must be a loopback address" };

  const given = headers[tokenHeader];
  if (!sameToken(gate.token, typeof given === "string" ? given : undefined)) {
    return { status: gate.handshake.refusal, reason: "Invalid or missing authentication token" };
  }
  const asked = headers["sec-websocket-protocol"]?.split(",").map((each) => each.trim());
  if (asked ? !asked.includes(subprotocol) : gate.handshake.subprotocol === "required") {
    return { status: 400, reason: `The WebSocket subprotocol must be ${subprotocol}` };
  }
  if (gate.isFull) return { status: 503, reason: "Too many connections" };
  return undefined;
}

function isLocalHost(header: string | undefined, boundTo: string): boolean {
  if (header === undefined) return false;
  // Whoever lets other machines in has them come by any name.
  return isLoopback(header.replace(/:\d+$/, "")) || !isLoopback(boundTo);
}

function isLoopback(host: string): boolean {
  return /^(?:localhost|\[?::1\]?|127(?:\.\d{1,3}){3})$/i.test(host);
}
