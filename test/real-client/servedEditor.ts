import { type Editor, type ServeOptions, type Server, type ServerEvent, serve } from "@idebridge/sdk";
import { FakeEditor, type FakeReview } from "@idebridge/sdk/testing";
import type { ClaudeTerminal } from "./claudeTerminal.ts";
import { type ModelBlock, toolUse } from "./modelApi.ts";
import { type RealClient, type RealClientOptions, realClient } from "./realClient.ts";

export interface ServedEditorOptions extends RealClientOptions {
  readonly serve?: ServeOptions;
  /** Another editor than the fake one. */
  readonly editor?: (client: RealClient) => Editor;
}

type EventOf<Type extends ServerEvent["type"]> = Extract<ServerEvent, { readonly type: Type }>;

/** A real client's workspace with a fake editor for it, served by our own server. */
export interface ServedEditor extends AsyncDisposable {
  readonly client: RealClient;
  readonly editor: FakeEditor;
  /** What the editor says of problems; set it for an editor that checks by itself, or is slow. */
  check: NonNullable<Editor["diagnostics"]>;
  readonly server: Server;
  readonly events: readonly ServerEvent[];
  /** The first event of this type that matches, told already or still to come. */
  waitForEvent<Type extends ServerEvent["type"]>(
    type: Type,
    matches?: (event: EventOf<Type>) => boolean,
  ): Promise<EventOf<Type>>;
  /** Starts a client that connects, and returns when it listens to the editor. */
  start(options?: Parameters<RealClient["start"]>[0]): Promise<ClaudeTerminal>;
  /** The review of this file, once it is on the screen. */
  review(relative: string): Promise<FakeReview>;
}

/** What every version shows when it knows of a selection. */
export const someSelection = /⧉ (\d+ lines? selected|In \S+)/;

export async function servedEditor(options: ServedEditorOptions): Promise<ServedEditor> {
  const client = await realClient(options);
  try {
    return await serveFor(client, options);
  } catch (error) {
    await client[Symbol.asyncDispose]();
    throw error;
  }
}

async function serveFor(client: RealClient, options: ServedEditorOptions): Promise<ServedEditor> {
  const files = Object.fromEntries(
    Object.entries(options.files ?? {}).map(([name, contents]) => [client.path(name), contents]),
  );
  const editor = new FakeEditor({ name: "Fake", folders: [client.workspace], files });
  let check: ServedEditor["check"] = editor.diagnostics.bind(editor);
  const diagnostics: ServedEditor["check"] = (path, call) => check(path, call);
  Object.assign(editor, { diagnostics });
  const server = await serve(options.editor?.(client) ?? editor, {
    configDir: client.configDir,
    env: {},
    ...options.serve,
  });
  const events: ServerEvent[] = [];
  const watchers = new Set<() => void>();
  server.subscribe((event) => {
    events.push(event);
    for (const look of [...watchers]) look();
  });

  const waitForEvent: ServedEditor["waitForEvent"] = (type, matches = () => true) =>
    new Promise((resolve, reject) => {
      const look = () => {
        const found = events.find(
          (event): event is EventOf<typeof type> => event.type === type && matches(event as never),
        );
        if (found === undefined) return;
        clearTimeout(timer);
        watchers.delete(look);
        resolve(found);
      };
      const timer = setTimeout(() => {
        watchers.delete(look);
        reject(new Error(`No such event ${type}. There were:\n${events.map(oneLine).join("\n")}`));
      }, 30_000);
      watchers.add(look);
      look();
    });

  return {
    client,
    editor,
    get check() {
      return check;
    },
    set check(other) {
      check = other;
    },
    server,
    events,
    waitForEvent,
    async start(startOptions = {}) {
      const args = ["--ide", ...(startOptions.args ?? ["--permission-mode", "default"])];
      const claude = await client.start({ ...startOptions, args });
      await waitForEvent("clientChanged", (event) => event.client.pid === claude.pid);
      // Until it shows a selection it is connected, and yet it works as if it were not.
      if (options.editor === undefined) {
        editor.select(client.path("selected.txt"), oneCharacter, "s");
        await claude.waitForScreen(someSelection);
      }
      return claude;
    },
    async review(relative) {
      const path = client.path(relative);
      for (;;) {
        const open = editor.reviews.find((review) => !review.isClosed && review.proposal.path === path);
        if (open) return open;
        await editor.nextReview();
        await waitForEvent(
          "toolCalled",
          ({ tool, arguments: args }) =>
            tool === "openDiff" && (args as { new_file_path?: string }).new_file_path === path,
        );
      }
    },
    async [Symbol.asyncDispose]() {
      await client[Symbol.asyncDispose]();
      await server.close();
    },
  };
}

const oneCharacter = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };

function oneLine(event: ServerEvent): string {
  return JSON.stringify(event).slice(0, 300);
}

/** The two turns of a model that changes a file. */
export function edit(file_path: string, old_string: string, new_string: string): ModelBlock[][] {
  return [[toolUse("Read", { file_path })], [toolUse("Edit", { file_path, old_string, new_string })]];
}
