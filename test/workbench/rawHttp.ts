import { request } from "node:http";
import { WebSocket } from "ws";

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
}

export interface RawRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A request as nobody's browser would make it: every header is ours. */
export function rawHttp(port: number, path: string, options: RawRequest = {}): Promise<RawAnswer> {
  const { method = "GET", headers = {}, body } = options;
  return new Promise((resolve, reject) => {
    const asking = request(
      {
        host: "127.0.0.1",
        port,
        path,
        method,
        headers: {
          Host: `127.0.0.1:${port}`,
          ...(body !== undefined && { "Content-Type": "application/x-www-form-urlencoded" }),
          ...headers,
        },
        agent: false,
      },
      (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (chunk: string) => {
          text += chunk;
        });
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
        );
      },
    );
    asking.on("error", reject);
    asking.end(body);
  });
}

/** What becomes of a socket that is asked for like this: `101`, or the status of the refusal. */
export function rawUpgrade(
  port: number,
  headers: Readonly<Record<string, string>>,
  { path = "/control", protocols = [] }: { readonly path?: string; readonly protocols?: string[] } = {},
): Promise<{ readonly status: number; readonly socket?: WebSocket }> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, protocols, { headers });
    socket.on("open", () => resolve({ status: 101, socket }));
    socket.on("unexpected-response", (_, { statusCode = 0 }) => {
      resolve({ status: statusCode });
      socket.terminate();
    });
    socket.on("error", () => resolve({ status: 0 }));
  });
}
