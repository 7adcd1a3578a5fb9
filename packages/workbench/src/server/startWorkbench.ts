import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Workbench, WorkbenchPlace } from "@idebridge/headless";
import { type Remembered, WorkbenchServer } from "./workbenchServer.ts";

export interface StartWorkbenchOptions extends WorkbenchPlace {
  /** Where the built page is, if not in this package: a bundle takes it along. */
  readonly pageFolder?: string;
  readonly now?: () => number;
}

/** Serves the page for a running IDE. */
export async function startWorkbench(options: StartWorkbenchOptions): Promise<Workbench> {
  const { memory, pageFolder = ownPageFolder() } = options;
  const server = new WorkbenchServer({ ...options, pageFolder });
  await server.listen(readRemembered(memory.read()), (remembered) => memory.write(remembered));
  const { port } = server;
  return {
    port,
    link() {
      const { ticket, expiresAt } = server.issueTicket();
      // After the `#`: browsers do not send that to anybody, and it is in no log.
      return { url: `http://127.0.0.1:${port}/enter#${ticket}`, port, expiresAt: expiresAt.toISOString() };
    },
    close: () => server.close(),
  };
}

function ownPageFolder(): string {
  const beside = (path: string) => fileURLToPath(new URL(path, import.meta.url));
  // Beside the compiled code; from the source, where it was built to.
  return beside(existsSync(beside("../page/index.html")) ? "../page" : "../../dist/page");
}

function readRemembered(value: unknown): Remembered | undefined {
  const { port, sessions } = (value ?? {}) as Partial<Remembered>;
  return Number.isInteger(port) && Array.isArray(sessions) ? { port: port!, sessions } : undefined;
}
