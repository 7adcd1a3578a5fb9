import { IdeBridgeError, Listeners, type Unsubscribe } from "@idebridge/sdk";
import { Connection, isObject } from "@idebridge/sdk/core";
import { dialWebSocket, type Environment } from "@idebridge/sdk/node";
import { findInstance, type Instance } from "../instance.ts";
import { isNobodyThere, notAnswering } from "../notAnswering.ts";
import type { ControlEvent, ControlMethod, ControlRequests } from "./controlProtocol.ts";

export interface ConnectControlOptions {
  /** Where to look for a running idebridge: here and in every folder above. */
  readonly cwd: string;
  readonly env: Environment;
  /** Who asks, as others are told. */
  readonly name: string;
}

export interface ControlRequestOptions {
  /** Takes the request back. */
  readonly signal?: AbortSignal;
  /** How long to wait; for ever with `Infinity`, as people take their time. 30 s when left out. */
  readonly milliseconds?: number;
}

/** A front end's line to a running idebridge. */
export class ControlClient {
  readonly instance: Instance;
  /** Resolves when the line is cut, by either end. */
  readonly closed: Promise<void>;
  readonly #connection: Connection;
  readonly #listeners = new Listeners<ControlEvent>();

  private constructor(
    instance: Instance,
    connect: (client: ControlClient, closed: () => void) => Connection,
  ) {
    this.instance = instance;
    let closed = () => {};
    this.closed = new Promise((resolve) => {
      closed = resolve;
    });
    this.#connection = connect(this, closed);
    this.#connection.start();
  }

  static async open(instance: Instance, name: string): Promise<ControlClient> {
    const { port, token } = instance.control;
    const transport = await dialWebSocket({ port, token, path: "/", milliseconds: 5_000 });
    const client = new ControlClient(
      instance,
      (self, closed) =>
        new Connection(transport, {
          request: () => ({}),
          notification: (method, params) => {
            if (method === "event" && isObject(params))
              self.#listeners.emit(params as unknown as ControlEvent);
          },
          closed,
        }),
    );
    await client.request("attach", { name });
    return client;
  }

  async request<Method extends ControlMethod>(
    method: Method,
    ...[params, options]: ControlRequests[Method]["params"] extends undefined
      ? []
      : [ControlRequests[Method]["params"], ControlRequestOptions?]
  ): Promise<ControlRequests[Method]["result"]> {
    const { signal, milliseconds = 30_000 } = options ?? {};
    const result = await this.#connection.request(method, params ?? {}, { signal, milliseconds });
    return result as ControlRequests[Method]["result"];
  }

  readonly subscribe = (listener: (event: ControlEvent) => void): Unsubscribe =>
    this.#listeners.add(listener);

  close(): void {
    this.#connection.close();
  }
}

/** Connects to the idebridge that serves this folder. */
export async function connectControl({ cwd, env, name }: ConnectControlOptions): Promise<ControlClient> {
  const instance = findInstance(cwd, env);
  if (instance === undefined) throw noneRuns(cwd);
  try {
    return await ControlClient.open(instance, name);
  } catch (error) {
    // A process that only has its number must not be ended.
    throw isNobodyThere(error) ? noneRuns(cwd) : notAnswering(instance, error);
  }
}

function noneRuns(folder: string): IdeBridgeError {
  return new IdeBridgeError("NO_IDE_FOUND", `No idebridge runs for ${folder}. Start one there: idebridge`);
}
