import type { PassedMessage, Unsubscribe } from "@idebridge/sdk";
import { isObject } from "@idebridge/sdk/core";
import type { TrafficMessage } from "../control/controlProtocol.ts";

export interface TrafficLogOptions {
  /** Where the messages come from. Asked only while somebody watches. */
  watchMessages(watcher: (message: PassedMessage) => void): Unsubscribe;
  readonly now?: () => number;
}

/** Of one message, in characters. */
const longestText = 16 * 1024;
const mostMessages = 2_000;
const mostCharacters = 8 * 1024 * 1024;
/** Requests that nobody has answered yet. */
const mostOpen = 1_000;
/** Messages within this time are told together. */
const togetherMilliseconds = 50;

interface OpenRequest {
  readonly method: string;
  readonly at: number;
}

interface Watcher {
  readonly tell: (messages: readonly TrafficMessage[]) => void;
  /** Called when it does not watch any more. */
  readonly over: () => void;
}

/** The messages between agents and idebridge, while somebody watches; the newest are remembered. */
export class TrafficLog {
  readonly #options: TrafficLogOptions;
  readonly #watchers = new Map<object, Watcher>();
  readonly #open = new Map<string, OpenRequest>();
  #messages: TrafficMessage[] = [];
  #characters = 0;
  #lastId = 0;
  #untold: TrafficMessage[] = [];
  #telling: ReturnType<typeof setTimeout> | undefined;
  #stop: Unsubscribe | undefined;

  constructor(options: TrafficLogOptions) {
    this.#options = options;
  }

  get messages(): readonly TrafficMessage[] {
    return this.#messages;
  }

  /** Tells somebody from now on, until `unwatch`. Again for the same one replaces what it was told with. */
  watch(by: object, tell: Watcher["tell"], over: Watcher["over"] = () => {}): void {
    // What is remembered goes to the new one by itself: it is not told again.
    this.#tell();
    this.#watchers.get(by)?.over();
    this.#watchers.set(by, { tell, over });
    this.#stop ??= this.#options.watchMessages((message) => this.#passed(message));
  }

  unwatch(by: object): void {
    this.#watchers.get(by)?.over();
    this.#watchers.delete(by);
    if (this.#watchers.size > 0) return;
    this.#stop?.();
    this.#stop = undefined;
    this.#open.clear();
    this.#tell();
  }

  #passed({ client, direction, text }: PassedMessage): void {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      value = undefined;
    }
    const parts = Array.isArray(value) ? value : [value];
    for (const part of parts) {
      const message = isObject(part) ? part : {};
      const shown = parts.length === 1 ? text : JSON.stringify(part);
      this.#add({
        id: ++this.#lastId,
        at: new Date(this.#now()).toISOString(),
        client: { id: client.id, name: client.name },
        direction: direction === "received" ? "fromAgent" : "toAgent",
        ...this.#describe(message, client.id, direction),
        bytes: Buffer.byteLength(shown),
        text: shown.slice(0, longestText),
        isCut: shown.length > longestText,
      });
    }
  }

  #describe(
    message: Readonly<Record<string, unknown>>,
    clientId: number,
    direction: PassedMessage["direction"],
  ): Pick<TrafficMessage, "kind" | "method" | "requestId" | "milliseconds"> {
    const { method, params } = message;
    const id = requestIdOf(message.id);
    if (typeof method === "string") {
      const name = methodName(method, params);
      if (id === undefined) return { kind: "notification", method: name };
      this.#remember(`${clientId} ${direction} ${id}`, name);
      return { kind: "request", method: name, requestId: id };
    }
    // The answer to what went the other way.
    const key = `${clientId} ${direction === "received" ? "sent" : "received"} ${id}`;
    const request = this.#open.get(key);
    this.#open.delete(key);
    const isError = message.error !== undefined && message.error !== null;
    const failed = isError || (isObject(message.result) && message.result.isError === true);
    return {
      kind: failed ? "error" : "result",
      method: request?.method ?? "",
      ...(id !== undefined && { requestId: id }),
      ...(request && { milliseconds: this.#now() - request.at }),
    };
  }

  #remember(key: string, method: string): void {
    this.#open.set(key, { method, at: this.#now() });
    const [oldest] = this.#open.keys();
    if (oldest !== undefined && this.#open.size > mostOpen) this.#open.delete(oldest);
  }

  #add(message: TrafficMessage): void {
    this.#messages.push(message);
    this.#characters += message.text.length;
    this.#untold.push(message);
    this.#telling ??= setTimeout(() => this.#tell(), togetherMilliseconds);
    if (this.#messages.length <= mostMessages && this.#characters <= mostCharacters) return;
    // A quarter at once, so that it is not done for every message.
    const gone = this.#messages.splice(0, Math.ceil(this.#messages.length / 4));
    for (const { text } of gone) this.#characters -= text.length;
  }

  #tell(): void {
    const messages = this.#untold;
    this.#untold = [];
    clearTimeout(this.#telling);
    this.#telling = undefined;
    if (messages.length > 0) for (const { tell } of this.#watchers.values()) tell(messages);
  }

  #now(): number {
    return this.#options.now?.() ?? Date.now();
  }
}

function requestIdOf(id: unknown): string | number | null | undefined {
  return typeof id === "string" || typeof id === "number" || id === null ? id : undefined;
}

function methodName(method: string, params: unknown): string {
  const isCall = method === "tools/call" && isObject(params) && typeof params.name === "string";
  return isCall ? `${method} ${params.name}` : method;
}
