import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Workbench, WorkbenchPlace } from "@idebridge/headless";
import { removeEntryFile, writeEntryFile } from "./entryFile.ts";
import { WorkbenchServer } from "./workbenchServer.ts";

export interface StartWorkbenchOptions extends WorkbenchPlace {
  /** Where the built page is, if not in this package: a bundle takes it along. */
  readonly pageFolder?: string;
  readonly now?: () => number;
}

/** Serves the page for a running IDE. */
export async function startWorkbench(options: StartWorkbenchOptions): Promise<Workbench> {
  const { memory, pageFolder = ownPageFolder() } = options;
  const server = new WorkbenchServer({ ...options, pageFolder });
  await server.listen(memory.read(), (remembered) => {
    try {
      memory.write(remembered);
    } catch {
      // A full disk is no reason to keep the user out: only the next start will not know this browser.
    }
  });
  const { port } = server;
  return {
    port,
    get knowsBrowsers() {
      return server.knowsBrowsers;
    },
    link({ file: withFile = false } = {}) {
      let file: string | undefined;
      const { ticket, expiresAt } = server.issueTicket(() => file && removeEntryFile(file));
      const action = `http://127.0.0.1:${port}/enter`;
      if (withFile) file = writeEntryFile(action, ticket);
      // After the `#`: browsers do not send that to anybody, and it is in no log.
      const link = { url: `${action}#${ticket}`, port, expiresAt: expiresAt.toISOString() };
      return file === undefined ? link : { ...link, file };
    },
    close: () => server.close(),
  };
}

function ownPageFolder(): string {
  const beside = (path: string) => fileURLToPath(new URL(path, import.meta.url));
  // Beside the compiled code; from the source, where it was built to.
  return beside(existsSync(beside("../page/index.html")) ? "../page" : "../../dist/page");
}
