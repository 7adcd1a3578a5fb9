import {
  connectControl,
  counted,
  type ExaminedServer,
  examineLanguages,
  findInstance,
  type LanguageServerInfo,
} from "@idebridge/headless";
import { bundledServers } from "../serve/bundledServers.ts";
import { loadSettings } from "../settings/loadSettings.ts";
import type { Finding } from "./finding.ts";
import type { Scene } from "./scene.ts";

/** Who finds problems in the files of this project, and who would if it were installed. */
export async function checkLanguages({ context, cwd }: Scene): Promise<Finding[]> {
  const { env } = context;
  const settings = (await loadSettings(cwd, env)).settings.languageServers ?? {};
  if (settings.enabled === false)
    return [{ check: "languages", level: "note", what: "Language servers are turned off in the settings." }];
  const [examined, running] = await Promise.all([
    examineLanguages({ folders: [cwd], env, settings, bundled: bundledServers() }),
    runningServers(context),
  ]);
  return examined.map((server) => describe(server, stateOf(server, examined, running)));
}

/** The running idebridge may find servers that are not on the PATH here, which may be others than those named here. */
function stateOf(
  { name, languages, command }: ExaminedServer,
  examined: readonly ExaminedServer[],
  running: readonly LanguageServerInfo[],
): LanguageServerInfo | undefined {
  const same = running.find((each) => each.name === name);
  if (same !== undefined || command !== undefined) return same;
  const others = running.filter((each) => !examined.some((known) => known.name === each.name));
  return others.find((each) => languages.every((language) => each.languages.includes(language)));
}

function describe(
  { name: known, files, languages, command, install }: ExaminedServer,
  state: LanguageServerInfo | undefined,
): Finding {
  const what = `${languages.join(", ")} (${counted(files, "file")})`;
  const name = state?.name ?? known;
  if (command === undefined && (state === undefined || state.state === "missing")) {
    return {
      check: "languages",
      level: "note",
      what: `${what}: no language server is installed.`,
      why: "Agents are told of no problems in these files.",
      ...(install !== undefined && { todo: `${known}: ${install}` }),
    };
  }
  if (state?.state === "failed") {
    return {
      check: "languages",
      level: "warning",
      what: `${what}: ${name} does not work, ${state.message ?? "it was given up"}.`,
      why: "Agents are told of no problems in these files.",
      ...(command && { todo: `Try it by hand: ${command.join(" ")}` }),
    };
  }
  const now = state
    ? `${state.state}${state.message === undefined ? "" : ` (${state.message})`}`
    : "not started";
  return { check: "languages", level: "ok", what: `${what}: ${name}, ${now}.` };
}

/** The servers of the idebridge that runs here, if one does. */
async function runningServers({ cwd, env }: Scene["context"]): Promise<readonly LanguageServerInfo[]> {
  try {
    if (findInstance(cwd, env) === undefined) return [];
    const control = await connectControl({ cwd, env, name: "idebridge-doctor" });
    try {
      return (await control.request("status")).languageServers;
    } finally {
      control.close();
    }
  } catch {
    // Whether it answers is looked at elsewhere.
    return [];
  }
}
