import type { ServerChoiceOptions } from "./serverChoice.ts";

/** A server that is of use in a project, installed or not. */
export interface ExaminedServer {
  readonly name: string;
  /** The languages of the project that it is for. */
  readonly languages: readonly string[];
  /** How many files of the project those are. */
  readonly files: number;
  /** How it is started; left out when it is not installed. */
  readonly command?: readonly string[];
  /** How to get it, for people. */
  readonly install?: string;
}

/** Which servers a project could use, without starting any. */
export async function examineLanguages(options: ServerChoiceOptions): Promise<readonly ExaminedServer[]> {
  const { examineProject } = await import("./examineServers.ts");
  return examineProject(options);
}
