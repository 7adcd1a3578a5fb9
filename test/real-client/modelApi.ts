import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type ModelRequest, readModelRequest } from "./modelRequest.ts";

export type ModelBlock =
  | { readonly type: "text"; readonly text: string }
  | {
      readonly type: "tool_use";
      readonly name: string;
      readonly input: Readonly<Record<string, unknown>>;
      readonly id?: string;
    };

/** What the model says in one answer; a function can look at the request first, or wait for something. */
export type ModelTurn =
  | readonly ModelBlock[]
  | ((request: ModelRequest) => readonly ModelBlock[] | Promise<readonly ModelBlock[]>);

export interface ModelApi extends AsyncDisposable {
  /** For `ANTHROPIC_BASE_URL`. */
  readonly url: string;
  /** Everything that was asked, side questions included. */
  readonly requests: readonly ModelRequest[];
  /** Only the conversation with the user. */
  readonly mainRequests: readonly ModelRequest[];
  /** Adds turns to the script. */
  play(...turns: ModelTurn[]): void;
  /** The first request of the main conversation that matches, already made or still to come. */
  waitForRequest(predicate: (request: ModelRequest) => boolean, timeout?: number): Promise<ModelRequest>;
  close(): Promise<void>;
}

export function text(value: string): ModelBlock {
  return { type: "text", text: value };
}

export function toolUse(name: string, input: Readonly<Record<string, unknown>>, id?: string): ModelBlock {
  return id === undefined ? { type: "tool_use", name, input } : { type: "tool_use", name, input, id };
}

/** A stand-in for the model's API on 127.0.0.1: each request of the main conversation gets the next turn. */
export async function startModelApi(script: readonly ModelTurn[] = []): Promise<ModelApi> {
  const turns: ModelTurn[] = [...script];
  const requests: ModelRequest[] = [];
  const waiting = new Set<(request: ModelRequest) => void>();
  const closed = new AbortController();

  const answer = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const rawBody = await bodyOf(incoming);
    const request = readModelRequest(requests.length, incoming.method ?? "", incoming.url ?? "", rawBody);
    requests.push(request);
    // Taken before anything is awaited: two requests never get the same turn.
    const turn = request.kind === "main" ? (turns.shift() ?? [text("done.")]) : [text("ok")];
    for (const notify of [...waiting]) notify(request);
    if (request.method === "HEAD") return void response.writeHead(200).end();
    if (request.path.includes("/count_tokens")) return sendJson(response, 200, { input_tokens: 100 });
    if (!/^\/v1\/messages(\?|$)/.test(request.path)) {
      return sendJson(response, 404, {
        type: "error",
        error: { type: "not_found_error", message: request.path },
      });
    }
    const blocks = typeof turn === "function" ? await turn(request) : turn;
    const message = messageOf(request, blocks);
    if (request.body.stream === true) sendStream(response, message);
    else sendJson(response, 200, message);
  };

  const server = createServer((incoming, response) => {
    answer(incoming, response).catch((error: unknown) => {
      // A turn of the script failed, or the client hung up in the middle of its request.
      if (!response.headersSent) {
        sendJson(response, 400, {
          type: "error",
          error: { type: "invalid_request_error", message: String(error) },
        });
      }
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(0, "127.0.0.1", resolve);
  });

  const mainRequests = () => requests.filter((request) => request.kind === "main");
  const close = async (): Promise<void> => {
    if (closed.signal.aborted) return;
    closed.abort();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    get mainRequests() {
      return mainRequests();
    },
    play: (...more) => void turns.push(...more),
    waitForRequest(predicate, timeout = 30_000) {
      const made = mainRequests().find(predicate);
      if (made) return Promise.resolve(made);
      return new Promise((resolve, reject) => {
        const settle = (act: () => void): void => {
          clearTimeout(timer);
          waiting.delete(notify);
          closed.signal.removeEventListener("abort", onClose);
          act();
        };
        const fail = (why: string): void => {
          const told = mainRequests().map(
            (request) => `--- request ${request.index}\n${request.newText.slice(-2000)}`,
          );
          settle(() => reject(new Error(`${why}. The model was told:\n${told.join("\n") || "nothing"}`)));
        };
        const notify = (request: ModelRequest): void => {
          if (request.kind === "main" && predicate(request)) settle(() => resolve(request));
        };
        const onClose = (): void => fail("The stand-in for the model was closed before the request came");
        const timer = setTimeout(() => fail(`No such request to the model in ${timeout} ms`), timeout);
        waiting.add(notify);
        closed.signal.addEventListener("abort", onClose);
      });
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

let toolUses = 0;

function messageOf(request: ModelRequest, blocks: readonly ModelBlock[]) {
  const content = blocks.map((block) =>
    block.type === "text"
      ? { type: "text" as const, text: block.text }
      : {
          type: "tool_use" as const,
          id: block.id ?? `toolu_${String(++toolUses).padStart(24, "0")}`,
          name: block.name,
          input: block.input,
        },
  );
  return {
    id: `msg_${String(request.index).padStart(24, "0")}`,
    type: "message",
    role: "assistant",
    model: request.body.model ?? "stand-in",
    content,
    stop_reason: content.some((block) => block.type === "tool_use") ? "tool_use" : "end_turn",
    stop_sequence: null,
    usage: {
      input_tokens: 10,
      output_tokens: 10,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
    },
  };
}

function sendStream(response: ServerResponse, message: ReturnType<typeof messageOf>): void {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  const send = (event: { type: string; [key: string]: unknown }): void => {
    response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  };
  send({ type: "message_start", message: { ...message, content: [], stop_reason: null } });
  message.content.forEach((block, index) => {
    const isText = block.type === "text";
    const delta = isText
      ? { type: "text_delta", text: block.text }
      : { type: "input_json_delta", partial_json: JSON.stringify(block.input) };
    send({
      type: "content_block_start",
      index,
      content_block: isText ? { ...block, text: "" } : { ...block, input: {} },
    });
    send({ type: "content_block_delta", index, delta });
    send({ type: "content_block_stop", index });
  });
  send({
    type: "message_delta",
    delta: { stop_reason: message.stop_reason, stop_sequence: null },
    usage: { output_tokens: 10 },
  });
  send({ type: "message_stop" });
  response.end();
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}
