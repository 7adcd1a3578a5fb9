import type { Call, Client, Decision, Logger, Proposal, ServerEvent } from "@idebridge/sdk";
import type { TextDocument } from "../documents/textDocument.ts";
import { isOwnCommand } from "../isOwnCommand.ts";
import type { ChangeLog } from "./changeLog.ts";
import type { LazyChangeLog } from "./lazyChangeLog.ts";

/** Tells the log of changes what happens in the IDE: who comes, what is asked, written and saved. */
export class ChangeRecording {
  readonly #log: LazyChangeLog | undefined;
  readonly #logger: Logger | undefined;
  readonly #agents = new Map<number, Client>();
  /** Files that are being written here at the wish of an agent. */
  readonly #written = new Set<string>();

  /** Without a log nothing is recorded. */
  constructor(log: LazyChangeLog | undefined, logger: Logger | undefined) {
    this.#log = log;
    this.#logger = logger;
  }

  /** Who is connected and has said who it is: until then, a command of the user's looks like an agent. */
  get agents(): readonly Client[] {
    return [...this.#agents.values()];
  }

  /** Rejects when it cannot be opened; `undefined` when nothing is to be recorded. */
  open(): Promise<ChangeLog> | undefined {
    return this.#log?.();
  }

  /** Why it cannot be opened has been told to the user: once is enough. */
  async #openIfItCan(): Promise<ChangeLog | undefined> {
    return this.open()?.catch(() => undefined);
  }

  /** The log if somebody has needed it. */
  async ifOpen(): Promise<ChangeLog | undefined> {
    return this.#log?.ifOpen();
  }

  async close(): Promise<void> {
    await (await this.ifOpen())?.close();
  }

  /** Claude Code asks about a file just before it writes it, and about all of them afterwards. */
  async diagnosticsAsked(path: string | undefined, { client }: Call): Promise<void> {
    // The user's own look: no write follows it.
    if (isOwnCommand(client)) return;
    // At once: an agent that has just come may write before the log is open.
    const captured = path === undefined ? undefined : this.#log?.capture(path);
    const log = await this.#openIfItCan();
    if (path === undefined) log?.writesMayHaveEnded(client);
    else await log?.writeAnnounced(client, path, captured);
  }

  /** What an agent lets the editor write is what the agent wrote. */
  async whileWriting<Result>(path: string, { client }: Call, write: () => Promise<Result>): Promise<Result> {
    if (isOwnCommand(client)) return write();
    const log = await this.open();
    await log?.writeAnnounced(client, path);
    this.#written.add(path);
    try {
      return await write();
    } finally {
      this.#written.delete(path);
      log?.writesMayHaveEnded(client);
    }
  }

  /** What the user saves here is not the agent's. */
  async saving({ path, text }: TextDocument): Promise<void> {
    if (!this.#written.has(path)) (await this.ifOpen())?.savedByUser(path, text);
  }

  async serverEvent(event: ServerEvent): Promise<void> {
    if ("client" in event && isOwnCommand(event.client)) return;
    if (event.type === "clientReady") this.#agents.set(event.client.id, event.client);
    if (event.type === "clientDisconnected") this.#agents.delete(event.client.id);
    try {
      if (event.type === "clientReady") (await this.#openIfItCan())?.clientConnected(event.client);
      if (event.type === "clientDisconnected") (await this.ifOpen())?.clientDisconnected(event.client);
      // Claude Code closes all diffs at every prompt: that is how a new one is known.
      if (event.type === "toolCalled" && event.tool === "closeAllDiffTabs")
        (await this.#openIfItCan())?.promptStarted(event.client);
    } catch (error) {
      this.#logger?.error?.("could not record changes", { error: String(error) });
    }
  }

  /** What the agent has asked about is no change without asking. */
  async whileAsking(
    { path, contents }: Proposal,
    { client, signal }: Call,
    ask: () => Promise<Decision>,
  ): Promise<Decision> {
    const decision = await ask();
    // Withdrawn: the user may have said yes in the agent's own terminal. Asked is asked.
    const accepted =
      decision.outcome === "accepted" ? decision.contents : signal.aborted ? contents : undefined;
    if (accepted !== undefined) (await this.ifOpen())?.accepted(client, path, accepted);
    return decision;
  }
}
