import { lookAtProject, type ProjectFiles } from "./projectLanguages.ts";
import { ServerChoice, type ServerChoiceOptions } from "./serverChoice.ts";

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

const lookMilliseconds = 2_000;

/** Which servers a project could use, without starting any. */
export async function examineLanguages(options: ServerChoiceOptions): Promise<readonly ExaminedServer[]> {
  const signal = AbortSignal.timeout(lookMilliseconds);
  return examineServers(
    new ServerChoice(options),
    options.folders,
    await lookAtProject(options.folders, signal),
  );
}

export async function examineServers(
  choice: ServerChoice,
  folders: readonly string[],
  project: ProjectFiles,
): Promise<readonly ExaminedServer[]> {
  const examined: (ExaminedServer & { readonly role: string | undefined })[] = [];
  for (const definition of choice.definitions) {
    const { name, install, role } = definition;
    const used = [...project.languages].filter(([, { sample }]) => choice.isFor(definition, sample));
    if (used.length === 0) continue;
    const command = await choice.command(definition, folders[0]!);
    examined.push({
      name,
      languages: used.map(([language]) => language),
      files: used.reduce((sum, [, { files }]) => sum + files, 0),
      role,
      ...(command && { command: [command.command, ...command.args] }),
      ...(install !== undefined && { install }),
    });
  }
  // Of those that do the same, one is enough.
  return examined
    .filter((each, index) => {
      const likeIt = each.role === undefined ? [] : examined.filter(({ role }) => role === each.role);
      const best = likeIt.find(({ command }) => command) ?? likeIt.find(({ install }) => install);
      return best === undefined ? each.command || each.install : best === examined[index];
    })
    .map(({ role: _, ...server }) => server);
}
