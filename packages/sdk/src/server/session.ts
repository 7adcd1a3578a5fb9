import type { Dialect } from "../dialects/dialect.ts";
import type { Client } from "../editor/editor.ts";
import { Connection, type ConnectionHandler, noAnswer } from "../protocol/connection.ts";
import { Deadlines } from "../protocol/deadlines.ts";
import { IdeBridgeError, messageOf, RpcError } from "../protocol/errors.ts";
import { isObject, type Params, type RequestId } from "../protocol/jsonRpc.ts";
import type { Limits } from "../protocol/limits.ts";
import type { Logger } from "../protocol/logger.ts";
import { agreeOnVersion, failure, type Implementation, type ToolResult } from "../protocol/mcp.ts";
import { InvalidPath } from "../protocol/paths.ts";
import type { CloseReason, Transport } from "../protocol/transport.ts";
import { checkArguments } from "../tools/schema.ts";
import type { Patience, SharedEditor, Tool, ToolCall } from "../tools/tool.ts";
import type { WirePaths } from "../tools/wirePaths.ts";
import { asToolResult } from "./asToolResult.ts";
import { Hearing } from "./hearing.ts";
import type { Host } from "./host.ts";
import { Keepalive } from "./keepalive.ts";
import { Outbox } from "./outbox.ts";
import { PendingReviews } from "./pendingReviews.ts";
import { RunningCall } from "./runningCall.ts";
import type { PassedMessage } from "./serverEvent.ts";
import type { Toolbox } from "./toolbox.ts";
import { withPatience } from "./withPatience.ts";

/** What a session needs of its server. */
export interface SessionOwner {
  readonly dialect: Dialect;
  readonly editor: SharedEditor;
  readonly host: Host;
  readonly limits: Limits;
  readonly logger: Logger;
  readonly paths: WirePaths;
  readonly serverInfo: Implementation;
  readonly toolbox: Toolbox;
  readonly lastDiagnostics: ToolCall["lastDiagnostics"];
  nextProposalId(): number;
  hasForeignReview(asking: Session, title: string): boolean;
  sessionReady(session: Session): void;
  sessionChanged(session: Session): void;
  sessionClosed(session: Session, reason: CloseReason): void;
  toolCalled(session: Session, tool: string, args: unknown): void;
  toolAnswered(session: Session, tool: string, result: ToolResult): void;
  messagePassed(session: Session, direction: PassedMessage["direction"], text: string): void;
}

/** One connected client: what it has asked, what it waits for, what it is told. */
export class Session implements ConnectionHandler {
  readonly client: { -readonly [Key in keyof Client]: Client[Key] };
  readonly reviews: PendingReviews;
  readonly outbox: Outbox;
  readonly hearing: Hearing;
  readonly #owner: SessionOwner;
  readonly #connection: Connection;
  readonly #keepalive: Keepalive | undefined;
  /** Not by id: a client may use one twice. */
  readonly #running = new Map<RunningCall, RequestId>();
  readonly #deadlines: Deadlines<RunningCall>;
  #hasRoots = false;
  #foldersAsked: "no" | "once" | "again" = "no";
  #ready = false;

  constructor(owner: SessionOwner, transport: Transport, id: number) {
    this.#owner = owner;
    const { host, limits, logger, dialect } = owner;
    this.client = {
      id,
      name: "unknown",
      version: "",
      pid: undefined,
      folders: [],
      connectedAt: new Date(),
    };
    this.#connection = new Connection(transport, this, {
      clock: host.clock,
      logger,
      callsInFlight: limits.callsInFlight,
      callBytes: limits.callBytes,
      bufferedBytes: limits.bufferedBytes,
      ...(dialect.encodeResult && { encodeResult: dialect.encodeResult }),
      watch: (direction, text) => owner.messagePassed(this, direction, text),
    });
    this.#deadlines = new Deadlines(host.clock, (call, milliseconds) =>
      call.cancel(tooSlow(owner.editor.name, call.tool, milliseconds)),
    );
    this.hearing = new Hearing(host.clock);
    this.outbox = new Outbox(this.#connection, host.clock, limits.bufferedBytes);
    this.reviews = new PendingReviews(
      owner.editor,
      this.client,
      () => owner.nextProposalId(),
      (title) => owner.hasForeignReview(this, title),
    );
    if (dialect.keepalive.kind === "request") {
      const { everyMilliseconds, answerMilliseconds } = dialect.keepalive;
      this.#keepalive = new Keepalive(this.#connection, host.clock, everyMilliseconds, answerMilliseconds);
    }
  }

  start(): void {
    this.#connection.start();
    this.#keepalive?.start();
  }

  /** True once the client has introduced itself: notifications may be sent. */
  get isReady(): boolean {
    return this.#ready;
  }

  notify(method: string, params: Params): void {
    this.#connection.notify(method, params);
  }

  close(code?: number, reason?: string): void {
    this.#connection.close(code, reason);
  }

  request(method: string, params: Params, id: RequestId): unknown {
    switch (method) {
      case "tools/call":
        return this.#callTool(params, id);
      case "ping":
      case "logging/setLevel":
        return {};
      case "initialize":
        return this.#initialize(params);
      case "initialized":
        this.#introduced();
        return {};
      case "tools/list":
        return { tools: this.#owner.toolbox.list() };
      case "resources/list":
        return { resources: [] };
      case "resources/templates/list":
        return { resourceTemplates: [] };
      case "prompts/list":
        return { prompts: [] };
    }
    const request = this.#owner.toolbox.findRequest(method);
    if (request === undefined) throw new RpcError(RpcError.methodNotFound, `Method not found: ${method}`);
    return this.#run(request, params, params._meta, id, (result) => result, asRpcError);
  }

  notification(method: string, params: Params): void {
    switch (method) {
      case "notifications/initialized":
      case "initialized":
        return this.#introduced();
      case "notifications/cancelled":
        for (const [call, id] of this.#running) if (id === params.requestId) call.cancel(takenBack);
        return;
      case "ide_connected":
      case "notifications/ide_connected":
        if (typeof params.pid === "number") this.client.pid = params.pid;
        return this.#owner.sessionChanged(this);
      case "notifications/roots/list_changed":
        return void this.#askForFolders();
    }
  }

  closed(reason: CloseReason): void {
    this.#ready = false;
    this.hearing.stop();
    this.#keepalive?.stop();
    this.outbox.stop();
    this.reviews.closeAll(clientLeft);
    for (const call of this.#running.keys()) call.cancel(clientLeft);
    this.#deadlines.stop();
    this.#owner.sessionClosed(this, reason);
  }

  #initialize(params: Params): unknown {
    const { clientInfo, capabilities, protocolVersion } = params;
    if (isObject(clientInfo)) {
      if (typeof clientInfo.name === "string") this.client.name = clientInfo.name;
      if (typeof clientInfo.version === "string") this.client.version = clientInfo.version;
    }
    this.#hasRoots = isObject(capabilities) && capabilities.roots !== undefined;
    const { dialect, serverInfo } = this.#owner;
    return {
      protocolVersion: agreeOnVersion(protocolVersion),
      capabilities: dialect.capabilities,
      serverInfo,
      _meta: { "idebridge/dialect": dialect.name },
    };
  }

  #introduced(): void {
    if (this.#ready) return;
    this.#ready = true;
    this.#owner.sessionReady(this);
    void this.hearing.start(this.client.name, this.#askForFolders());
  }

  /** One question at a time, however often they change. */
  async #askForFolders(): Promise<void> {
    if (!this.#hasRoots) return;
    const isAsked = this.#foldersAsked !== "no";
    this.#foldersAsked = isAsked ? "again" : "once";
    if (isAsked) return;
    await this.#learnFolders();
    const again = this.#foldersAsked !== "once";
    this.#foldersAsked = "no";
    if (again) await this.#askForFolders();
  }

  async #learnFolders(): Promise<void> {
    try {
      const answer = await this.#connection.request("roots/list", {}, { milliseconds: 10_000 });
      const roots = isObject(answer) && Array.isArray(answer.roots) ? answer.roots : [];
      this.client.folders = roots.flatMap((root) => (isObject(root) ? this.#readFolder(root.uri) : []));
      this.#owner.sessionChanged(this);
    } catch (error) {
      this.#owner.logger.debug?.("client did not tell its folders", { error: messageOf(error) });
    }
  }

  #readFolder(uri: unknown): string[] {
    try {
      return typeof uri === "string" ? [this.#owner.paths.read(uri)] : [];
    } catch {
      return [];
    }
  }

  #callTool(params: Params, id: RequestId): unknown {
    const { name, arguments: args } = params;
    if (typeof name !== "string")
      throw new RpcError(RpcError.invalidParams, "Invalid params: name must be a string");
    const tool = this.#owner.toolbox.find(name);
    this.#owner.toolCalled(this, name, args);
    const answered = (result: ToolResult) => {
      this.#owner.toolAnswered(this, name, result);
      return result;
    };
    return this.#run(
      tool,
      args,
      params._meta,
      id,
      (result) => answered(asToolResult(result)),
      (error) => {
        if (error instanceof RpcError) throw error;
        return answered(failure(messageOf(error)));
      },
    );
  }

  /** Runs a tool to its result. One that answers at once costs no promise, no timer and no signal. */
  #run(
    tool: Tool,
    args: unknown,
    meta: unknown,
    id: RequestId,
    finish: (result: unknown) => unknown,
    failed: (error: unknown) => unknown,
  ): unknown {
    const { host, limits } = this.#owner;
    const call = new RunningCall(tool.name, this.client, this.#owner, this.reviews, meta);
    let result: unknown;
    let patience: Patience | undefined;
    try {
      const checked = checkArguments(tool.input, args);
      if (!(checked instanceof Promise)) patience = tool.patience?.(checked, call);
      result =
        checked instanceof Promise
          ? // Taken back while the arguments were checked: it must not start any more.
            checked.then((value) => call.reason ?? tool.run(value, call))
          : tool.run(checked, call);
      if (!(result instanceof Promise)) return finish(result);
    } catch (error) {
      return failed(readable(error));
    }

    this.#running.set(call, id);
    if (!tool.blocking) this.#deadlines.add(call, limits.editorMilliseconds);
    const work = call.race(result);
    const answer = (value: unknown) => {
      if (patience === undefined) this.#ended(call);
      return call.reason === takenBack ? noAnswer : finish(value);
    };
    const fail = (error: unknown) => {
      if (patience === undefined) this.#ended(call);
      return call.reason === takenBack ? noAnswer : failed(readable(error));
    };
    if (patience === undefined) return work.then(answer, fail);
    // Answered perhaps before it ends.
    const ended = () => this.#ended(call);
    work.then(ended, ended);
    return withPatience(work, patience, host.clock).then(answer, fail);
  }

  #ended(call: RunningCall): void {
    this.#running.delete(call);
    this.#deadlines.delete(call);
  }
}

const takenBack = new IdeBridgeError("ABORTED", "The client has taken the call back");
const clientLeft = new IdeBridgeError("CONNECTION_CLOSED", "The client has left");

function tooSlow(editor: string, tool: string, milliseconds: number): IdeBridgeError {
  return new IdeBridgeError("TIMEOUT", `${editor} did not answer ${tool} within ${milliseconds / 1000} s`);
}

/** A path that is none is the caller's mistake, not the tool's failure. */
function readable(error: unknown): unknown {
  return error instanceof InvalidPath
    ? new RpcError(RpcError.invalidParams, `Invalid params: ${error.message}`)
    : error;
}

function asRpcError(error: unknown): never {
  if (error instanceof IdeBridgeError && error.code === "DENIED") {
    throw new RpcError(RpcError.invalidParams, error.message);
  }
  throw error;
}
