import type { ControlEvent, ControlMethod, ControlRequests, Status } from "@idebridge/headless/protocol";
import { Connection, isObject } from "@idebridge/sdk/core";
import { signal } from "@preact/signals";
import { sessionState } from "./pageSession.ts";
import { openSocket } from "./socketTransport.ts";

export type LinkState =
  | { readonly kind: "connecting" }
  | { readonly kind: "online" }
  /** Only a new link helps. */
  | { readonly kind: "signedOut" }
  /** `since` and `retryAt` in milliseconds, as `Date.now()` counts. */
  | { readonly kind: "offline"; readonly since: number; readonly retryAt: number };

const waits = [250, 500, 1_000, 2_000, 4_000, 8_000];

/** The page's line to idebridge: comes back by itself when it is cut. */
export class ControlLink {
  readonly state = signal<LinkState>({ kind: "connecting" });
  readonly #url: string;
  readonly #heard: (event: ControlEvent) => void;
  readonly #online: (status: Status) => void;
  #connection: Connection | undefined;
  #attempt = 0;
  #since = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;

  /** `online` is called every time that the line is there: what was known before may be old. */
  constructor(url: string, heard: (event: ControlEvent) => void, online: (status: Status) => void) {
    this.#url = url;
    this.#heard = heard;
    this.#online = online;
  }

  async connect(): Promise<void> {
    clearTimeout(this.#retry);
    if (this.state.value.kind !== "offline") this.state.value = { kind: "connecting" };
    let connection: Connection | undefined;
    try {
      const transport = await openSocket(this.#url);
      connection = new Connection(transport, {
        request: () => ({}),
        notification: (method, params) => {
          if (method === "event" && isObject(params)) this.#heard(params as unknown as ControlEvent);
        },
        closed: () => {
          if (this.#connection === connection) this.#cut();
        },
      });
      this.#connection = connection;
      connection.start();
      const status = await this.request("attach", { name: "browser" });
      this.#attempt = 0;
      this.state.value = { kind: "online" };
      this.#online(status);
    } catch {
      if (this.#connection !== connection) return;
      if ((await sessionState()) === "signedOut") this.state.value = { kind: "signedOut" };
      else this.#cut();
    }
  }

  async request<Method extends ControlMethod>(
    method: Method,
    ...[params]: ControlRequests[Method]["params"] extends undefined
      ? []
      : [ControlRequests[Method]["params"]]
  ): Promise<ControlRequests[Method]["result"]> {
    if (!this.#connection) throw new Error("idebridge cannot be reached just now");
    const result = await this.#connection.request(method, params ?? {}, { milliseconds: 30_000 });
    return result as ControlRequests[Method]["result"];
  }

  #cut(): void {
    const connection = this.#connection;
    this.#connection = undefined;
    connection?.close();
    clearTimeout(this.#retry);
    const wait = waits[Math.min(this.#attempt++, waits.length - 1)]!;
    if (this.state.value.kind !== "offline") this.#since = Date.now();
    this.state.value = { kind: "offline", since: this.#since, retryAt: Date.now() + wait };
    this.#retry = setTimeout(() => void this.connect(), wait);
  }
}
