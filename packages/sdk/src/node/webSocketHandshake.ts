import { hash, randomBytes } from "node:crypto";
import { type IncomingMessage, request } from "node:http";
import type { Socket } from "node:net";

/** What RFC 6455 adds to the key, to prove that it was understood. */
const magic = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

function answerTo(key: string): string {
  return hash("sha1", key + magic, "base64");
}

/** Completes a client's request for an upgrade. False when it is none. */
export function acceptUpgrade(
  { headers, method }: IncomingMessage,
  socket: Socket,
  protocol: string | undefined,
): boolean {
  const key = headers["sec-websocket-key"];
  const isUpgrade = method === "GET" && headers.upgrade?.toLowerCase() === "websocket";
  if (!isUpgrade || headers["sec-websocket-version"] !== "13") return false;
  if (key === undefined || !/^[+/0-9A-Za-z]{22}==$/.test(key)) return false;
  const lines = [
    "HTTP/1.1 101 Switching Protocols",
    "Upgrade: websocket",
    "Connection: Upgrade",
    `Sec-WebSocket-Accept: ${answerTo(key)}`,
    ...(protocol === undefined ? [] : [`Sec-WebSocket-Protocol: ${protocol}`]),
  ];
  return socket.write(`${lines.join("\r\n")}\r\n\r\n`) || true;
}

export interface UpgradeRequest {
  readonly port: number;
  readonly path: string;
  readonly protocol: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly milliseconds: number;
}

export type UpgradeOutcome =
  | { readonly socket: Socket; readonly head: Buffer }
  /** The server answered with something else. */
  | { readonly status: number }
  /** It upgraded, but speaks no subprotocol, or another one. */
  | { readonly protocol: string | undefined };

/** Asks a server on this machine for an upgrade. Rejects when there is none, or when it is too slow. */
export function requestUpgrade(options: UpgradeRequest): Promise<UpgradeOutcome> {
  const { port, path, protocol, milliseconds } = options;
  const key = randomBytes(16).toString("base64");
  return new Promise((resolve, reject) => {
    const asking = request({
      host: "127.0.0.1",
      port,
      path,
      headers: {
        Connection: "Upgrade",
        Upgrade: "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": key,
        ...(protocol && { "Sec-WebSocket-Protocol": protocol }),
        ...options.headers,
      },
    });
    const timer = setTimeout(
      () =>
        asking.destroy(
          Object.assign(new Error(`no answer within ${milliseconds} ms`), { code: "ETIMEDOUT" }),
        ),
      milliseconds,
    );
    asking.once("close", () => clearTimeout(timer));
    asking.on("error", reject);
    asking.on("response", ({ statusCode = 0 }) => {
      resolve({ status: statusCode });
      asking.destroy();
    });
    asking.on("upgrade", ({ headers }, socket, head) => {
      clearTimeout(timer);
      const spoken = headers["sec-websocket-protocol"];
      const isProof = headers["sec-websocket-accept"] === answerTo(key);
      if (isProof && spoken === protocol) return resolve({ socket, head });
      socket.destroy();
      if (isProof) resolve({ protocol: spoken });
      else reject(new Error("the answer to the handshake is wrong"));
    });
    asking.end();
  });
}
