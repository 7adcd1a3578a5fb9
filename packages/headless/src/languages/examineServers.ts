import type { LanguageServerInfo } from "../control/controlProtocol.ts";
import type { ExaminedServer } from "./examineLanguages.ts";
import { lookAtProject, type ProjectFiles } from "./projectLanguages.ts";
import { ServerChoice, type ServerChoiceOptions } from "./serverChoice.ts";

const lookMilliseconds = 2_000;

/** Which servers a project could use, without starting any. */
export async function examineProject(options: ServerChoiceOptions): Promise<readonly ExaminedServer[]> {
  const signal = AbortSignal.timeout(lookMilliseconds);
  const project = await lookAtProject(options.folders, signal);
  return examineServers(new ServerChoice(options), options.folders, project);
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
  // Of those that do the same, one is enough; one that nobody can tell how to get is none.
  const isOfUse = (each: (typeof examined)[number]) => {
    const likeIt = examined.filter(({ role }) => role !== undefined && role === each.role);
    const best = likeIt.find(({ command }) => command) ?? likeIt.find(({ install }) => install);
    return likeIt.length > 0 ? each === best : each.command !== undefined || each.install !== undefined;
  };
  return examined.filter(isOfUse).map(({ role: _, ...server }) => server);
}

/** As front ends are told of it while it does not run. */
export function toIdleInfo({ name, languages, files, command, install }: ExaminedServer): LanguageServerInfo {
  if (command !== undefined) return { name, state: "idle", languages, files };
  return { name, state: "missing", languages, files, message: `not installed: ${install}` };
}
