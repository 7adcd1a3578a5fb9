import { inject } from "vitest";
import { CodeServer, type CodeServerOptions } from "./codeServer.ts";

/** A VS Code with the extensions that were installed for the tests. */
export function startCodeServer(options?: CodeServerOptions): Promise<CodeServer> {
  return CodeServer.start(inject("codeServerKit"), options);
}
