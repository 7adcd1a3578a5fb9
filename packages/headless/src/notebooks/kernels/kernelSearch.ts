import { delimiter, isAbsolute, join } from "node:path";
import { type Environment, homeFolder } from "@idebridge/sdk/node";

/** Where to look for kernels. */
export interface KernelSearch {
  readonly env: Environment;
  /** The workspace: a virtual environment counts up to here. */
  readonly folders: readonly string[];
  /** Whether programs that are installed in the project may be run: the setting `languageServers.fromProject`. */
  readonly fromProject?: boolean;
  /** The Python that the user wants; it must have ipykernel. */
  readonly python?: string;
  /** Interpreters that are looked at when nothing on the PATH will do. */
  readonly systemPythons?: readonly string[];
  /** Jupyter's folders for all users. */
  readonly systemDataFolders?: readonly string[];
}

const isWindows = process.platform === "win32";

export function systemPythons(): readonly string[] {
  if (isWindows) return [];
  return ["/usr/bin/python3", "/usr/local/bin/python3", "/opt/homebrew/bin/python3"];
}

export function systemDataFolders({ PROGRAMDATA }: Environment): readonly string[] {
  if (isWindows) return PROGRAMDATA ? [join(PROGRAMDATA, "jupyter")] : [];
  return ["/usr/local/share/jupyter", "/usr/share/jupyter"];
}

/** What the user has set up: these win over whatever is on the PATH. */
export function userDataFolders(env: Environment): readonly string[] {
  const home = homeFolder(env);
  const own =
    env.JUPYTER_DATA_DIR ||
    (isWindows
      ? join(env.APPDATA || join(home, "AppData", "Roaming"), "jupyter")
      : process.platform === "darwin"
        ? join(home, "Library", "Jupyter")
        : join(env.XDG_DATA_HOME || join(home, ".local", "share"), "jupyter"));
  const told = (env.JUPYTER_PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  return [...told, own];
}

/** Not relative ones: they would lead into the project. */
export function pathFolders(env: Environment): readonly string[] {
  // Windows spells it in more than one way.
  const path = env.PATH ?? env.Path ?? "";
  return path.split(delimiter).filter(isAbsolute);
}
