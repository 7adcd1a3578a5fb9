import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type ClaudeOptions, type ClaudeTerminal, startClaude } from "./claudeTerminal.ts";
import type { ClaudeVersion } from "./installClaude.ts";
import { type ModelApi, type ModelTurn, startModelApi } from "./modelApi.ts";

export interface RealClientOptions {
  readonly version: ClaudeVersion;
  /** Relative path → contents, written into the workspace beforehand. */
  readonly files?: Readonly<Record<string, string>>;
  /** What the model will say. More can be added later with `api.play()`. */
  readonly script?: readonly ModelTurn[];
}

/** A workspace, a home and a model of its own: all that a real client needs, and nothing of this machine. */
export interface RealClient extends AsyncDisposable {
  readonly version: ClaudeVersion;
  readonly workspace: string;
  readonly home: string;
  /** `$HOME/.claude`: lock files go to its `ide/` folder. */
  readonly configDir: string;
  readonly api: ModelApi;
  /** The absolute path of a file in the workspace. */
  path(relative: string): string;
  /** Starts a client and waits for its prompt; call it again for a second client in the same home. */
  start(
    options?: Partial<Pick<ClaudeOptions, "args" | "under" | "env" | "cols" | "rows" | "workspace">>,
  ): Promise<ClaudeTerminal>;
}

export async function realClient(options: RealClientOptions): Promise<RealClient> {
  const { version } = options;
  // One parent for both, and its real path: a symlinked temporary folder would match no lock file.
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), "idebridge-real-client-")));
  const workspace = path.join(folder, "workspace");
  const home = path.join(folder, "home");
  const configDir = path.join(home, ".claude");
  await mkdir(path.join(configDir, "ide"), { recursive: true, mode: 0o700 });
  await mkdir(workspace);
  for (const [name, contents] of Object.entries(options.files ?? {})) {
    const file = path.join(workspace, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, contents);
  }
  const api = await startModelApi(options.script);
  const terminals: Promise<ClaudeTerminal>[] = [];
  return {
    version,
    workspace,
    home,
    configDir,
    api,
    path: (relative) => path.join(workspace, relative),
    start(startOptions = {}) {
      const terminal = startClaude({ version, workspace, home, api, ...startOptions });
      terminals.push(terminal);
      return terminal;
    },
    async [Symbol.asyncDispose]() {
      for (const started of await Promise.allSettled(terminals)) {
        if (started.status === "fulfilled") await started.value.exit();
      }
      await api.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}
