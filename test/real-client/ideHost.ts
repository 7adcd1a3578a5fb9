import type { Client, DialectName, Mention, Proposal, Range } from "@idebridge/sdk";
import type { ClaudeTerminal } from "./claudeTerminal.ts";
import { type ModelBlock, toolUse } from "./modelApi.ts";
import type { RealClient, RealClientOptions } from "./realClient.ts";

/** An IDE with a real client's workspace open: what tests do with it, whatever it is made of. */
export interface IdeHost extends AsyncDisposable {
  readonly client: RealClient;
  /** Starts a client that connects, and returns when it listens to the IDE. */
  start(options?: Parameters<RealClient["start"]>[0]): Promise<ClaudeTerminal>;
  /** The client itself: in its terminal another program may have started it. */
  pidOf(claude: ClaudeTerminal): number;
  clients(): Promise<readonly Omit<Client, "id" | "connectedAt">[]>;
  /** The review of this file, once it is on the screen. */
  review(relative: string): Promise<HostedReview>;
  select(relative: string, range?: Range): Promise<void>;
  /** Nothing has the focus any more. */
  blur(): Promise<void>;
  mention(mention: Mention): Promise<"sent" | "queued">;
  pause(paused: boolean): Promise<void>;
  /** Resolves with the reason once a client was turned away. */
  refused(): Promise<string>;
  readonly lockFile: string;
  /** Ends, and starts again as the same IDE. */
  restart(): Promise<void>;
}

export interface HostedReview {
  readonly proposal: Pick<Proposal, "path" | "oldPath" | "contents" | "title">;
  readonly pid: number | undefined;
  readonly isClosed: boolean;
  /** As proposed, or with these contents. */
  accept(contents?: string): Promise<void>;
  reject(): Promise<void>;
  /** Resolves when it is off the screen, whoever took it off. */
  closed(): Promise<void>;
}

export interface HostOptions extends RealClientOptions {
  readonly dialect?: DialectName;
}

/** What every version shows when it knows of a selection. */
export const someSelection = /⧉ (\d+ lines? selected|In \S+)/;

/**
 * Until it shows a selection a client is connected, and yet works as if it were not. What it is told too early it drops,
 * and on a busy machine that is long: so it is told again, of another selection, for the same one would not be told.
 */
export async function untilItListens(host: IdeHost, claude: ClaudeTerminal): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    await host.select("selected.txt", {
      start: { line: 0, character: 0 },
      end: { line: 0, character: attempt },
    });
    try {
      await claude.waitForScreen(someSelection, 10_000);
      return;
    } catch (error) {
      if (attempt === 5) throw error;
    }
  }
}

/** The two turns of a model that changes a file. */
export function edit(file_path: string, old_string: string, new_string: string): ModelBlock[][] {
  return [[toolUse("Read", { file_path })], [toolUse("Edit", { file_path, old_string, new_string })]];
}
