import { commandHost } from "./commandHost.ts";
import type { HostOptions, IdeHost } from "./ideHost.ts";
import { type ClaudeVersion, claudeVersions } from "./installClaude.ts";
import { servedEditor } from "./servedEditor.ts";

export interface KindOfHost {
  readonly host: string;
  readonly version: ClaudeVersion;
  /** It is there only with its client: nothing can happen in it before. */
  readonly startsClient?: true;
  open(options: Omit<HostOptions, "version">): Promise<IdeHost>;
}

const [newest] = claudeVersions;

/** The library with every version of the client. */
export const library: readonly KindOfHost[] = claudeVersions.map((version) => ({
  host: "our server",
  version,
  open: (options) => servedEditor({ ...options, version }),
}));

/** The command with the newest: what depends on the version is in the library, and tested there. */
export const serveCommand: KindOfHost = {
  host: "idebridge serve",
  version: newest,
  open: (options) => commandHost("serve", { ...options, version: newest }),
};

export const runCommand: KindOfHost = {
  host: "idebridge run",
  version: newest,
  startsClient: true,
  open: (options) => commandHost("run", { ...options, version: newest }),
};
