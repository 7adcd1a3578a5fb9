import { delimiter, dirname, isAbsolute, join, resolve } from "node:path";
import { IdeBridgeError } from "@idebridge/sdk";
import { isInside } from "@idebridge/sdk/core";
import { currentPlatform, type Environment, homeFolder } from "@idebridge/sdk/node";
import { mayRunProgram } from "../../languages/mayRunProgram.ts";
import type { WantedKernel } from "../wantedKernel.ts";
import { findKernelspecs, type Kernelspec } from "./findKernelspecs.ts";
import {
  exists,
  hasIpykernel,
  type PythonEnvironment,
  pythonEnvironments,
  pythonIn,
  pythonsOnPath,
} from "./findPythons.ts";
import type { KernelLaunch } from "./kernelLaunch.ts";
import { type KernelSearch, pathFolders, systemDataFolders, userDataFolders } from "./kernelSearch.ts";

/** Names that mean no certain Python, but the one that is right for the folder. */
const anyPython = new Set(["python", "python2", "python3"]);

/** The kernel for a notebook in this folder. Throws, and says what to install, when there is none. */
export async function chooseKernel(
  wanted: WantedKernel,
  folder: string,
  search: KernelSearch,
): Promise<KernelLaunch> {
  const name = wanted.name?.toLowerCase();
  if (name !== undefined && !anyPython.has(name)) return named(wanted, name, folder, search);
  if (wanted.language !== undefined && wanted.language !== "python")
    return named(wanted, name, folder, search);
  return python(folder, search);
}

async function named(
  wanted: WantedKernel,
  name: string | undefined,
  folder: string,
  search: KernelSearch,
): Promise<KernelLaunch> {
  const environments = await pythonEnvironments(folder, search);
  const specs = await findKernelspecs(allDataFolders(environments, search), (file) =>
    mayRunSpec(file, search),
  );
  const shownName = wanted.displayName ?? wanted.name ?? wanted.language ?? "that is wanted";
  const exact = specs.find((spec) => spec.name === name);
  const launch = exact && (await launchOf(exact, search));
  if (launch) return launch;
  const gone = exact && `Its program ${exact.argv[0]} is not there any more. `;
  const language = wanted.language ?? exact?.language;
  if (language === "python") {
    const other = await python(folder, search);
    return {
      ...other,
      remark: `There is no kernel ${shownName}: the code runs in ${other.displayName} instead.`,
    };
  }
  for (const spec of specs.filter((each) => language !== undefined && each.language === language)) {
    const other = await launchOf(spec, search);
    if (other)
      return {
        ...other,
        remark: `There is no kernel ${shownName}: the code runs in ${spec.displayName} instead.`,
      };
  }
  const installed = specs.map((spec) => spec.displayName).join(", ") || "none";
  throw new IdeBridgeError(
    "UNSUPPORTED",
    `There is no kernel ${shownName}. ${gone ?? ""}Installed are: ${installed}. Install it, or choose another one in the notebook ` +
      "(metadata.kernelspec)",
  );
}

/** A kernel of the project's environment may have come with the repository: it is a command like any other. */
async function mayRunSpec(
  file: string,
  { folders, fromProject = true, env }: KernelSearch,
): Promise<boolean> {
  const folder = folders.find((each) => isInside(each, file, currentPlatform()));
  return folder === undefined || mayRunProgram(file, { folder, fromProject, env });
}

/** The user's choice, the project's environment, what the user has set up, what is on the PATH, what the system has. */
async function python(folder: string, search: KernelSearch): Promise<KernelLaunch> {
  const { env } = search;
  if (search.python !== undefined) {
    const program = await programNamed(search.python, search);
    if (await hasIpykernel(program, env)) return pythonLaunch(program);
    throw new IdeBridgeError(
      "UNSUPPORTED",
      `${program} (the setting notebooks.python) is no Python with ipykernel. Install it: ${program} -m pip install ipykernel`,
    );
  }
  const environments = await pythonEnvironments(folder, search);
  for (const { program, prefix } of environments) {
    if (await hasIpykernel(program, env))
      return pythonLaunch(program, { VIRTUAL_ENV: prefix, ...withProgramsOf(program, env) });
  }
  const own = environments[0];
  const remark = own && `${own.prefix} has no ipykernel. To use it: ${own.program} -m pip install ipykernel`;
  const other = await otherPython(search);
  if (typeof other === "string") throw noPython(remark ?? other, own?.program);
  return remark === undefined
    ? other
    : { ...other, remark: `The code runs with ${other.argv[0]}: ${remark}` };
}

/** As in a shell: a path, perhaps from the home folder, or a name on the PATH. */
async function programNamed(name: string, { env, folders }: KernelSearch): Promise<string> {
  if (/^~[\\/]/.test(name)) return join(homeFolder(env), name.slice(2));
  if (/[\\/]/.test(name)) return resolve(folders[0] ?? ".", name);
  return (await findOnPath(name, env)) ?? name;
}

/** Or which were looked at. */
async function otherPython(search: KernelSearch): Promise<KernelLaunch | string> {
  const { env } = search;
  const specified = async (dataFolders: readonly string[]) => {
    const specs = await findKernelspecs(dataFolders);
    const spec = specs.find(({ name }) => name === "python3");
    return spec && launchOf(spec, search);
  };
  const users = await specified(userDataFolders(env));
  if (users) return users;
  const programs = await pythonsOnPath(search);
  for (const program of programs) if (await hasIpykernel(program, env)) return pythonLaunch(program);
  const systems = await specified(search.systemDataFolders ?? systemDataFolders(env));
  if (systems) return systems;
  return programs.length === 0 ? "There is no Python" : `None of these has ipykernel: ${programs.join(", ")}`;
}

function noPython(why: string, program = "python3"): IdeBridgeError {
  const advice = why.includes("-m pip install")
    ? ""
    : `. Install it: ${program} -m pip install ipykernel, or apt install python3-ipykernel`;
  return new IdeBridgeError("UNSUPPORTED", `Code cannot be run: ${why}${advice}`);
}

function pythonLaunch(program: string, env: Readonly<Record<string, string>> = {}): KernelLaunch {
  return {
    name: "python3",
    displayName: `Python (${program})`,
    language: "python",
    argv: [program, "-m", "ipykernel_launcher", "-f", "{connection_file}"],
    env,
    interruptMode: "signal",
    transport: transportFor("python"),
  };
}

/** As if the environment were active: what the code starts is the environment's, too. */
function withProgramsOf(program: string, env: Environment): Readonly<Record<string, string>> {
  return { PATH: [dirname(program), ...pathFolders(env)].join(delimiter) };
}

/** `undefined` when its program is not there. */
async function launchOf(spec: Kernelspec, search: KernelSearch): Promise<KernelLaunch | undefined> {
  const [first, ...rest] = spec.argv;
  const program = await programOf(first!, spec, search);
  if (program === undefined) return undefined;
  const { name, displayName, language, interruptMode, folder } = spec;
  return {
    name,
    displayName,
    language,
    argv: [program, ...rest],
    env: filledIn(spec.env, search.env),
    interruptMode,
    transport: transportFor(language),
    resourceFolder: folder,
  };
}

async function programOf(name: string, spec: Kernelspec, search: KernelSearch): Promise<string | undefined> {
  if (isAbsolute(name)) return (await exists(name)) ? name : undefined;
  const isPython = /^python[\d.]*$/.test(name) && spec.argv.some((word) => word.startsWith("ipykernel"));
  if (isPython) {
    // It means the one that it was installed with: <prefix>/share/jupyter.
    const installer = pythonIn(dirname(dirname(spec.dataFolder)));
    const programs = [installer, ...(await pythonsOnPath(search))];
    for (const program of programs) {
      if ((await exists(program)) && (await hasIpykernel(program, search.env))) return program;
    }
    return undefined;
  }
  return findOnPath(name, search.env);
}

async function findOnPath(name: string, env: Environment): Promise<string | undefined> {
  for (const folder of pathFolders(env)) {
    if (await exists(join(folder, name))) return join(folder, name);
  }
  return undefined;
}

/**
 * Sockets in a private folder where they are known to work: every Python kernel has them. Kernels in other languages often
 * build the address by hand, and only that of TCP right.
 */
function transportFor(language: string): "ipc" | "tcp" {
  return language === "python" && process.platform !== "win32" ? "ipc" : "tcp";
}

/** `${NAME}` stands for a variable of ours. */
function filledIn(values: Readonly<Record<string, string>>, env: Environment): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      value.replace(/\$\{(\w+)\}/g, (_, variable: string) => env[variable] ?? ""),
    ]),
  );
}

function allDataFolders(environments: readonly PythonEnvironment[], search: KernelSearch): readonly string[] {
  const inPrefix = (prefix: string) => join(prefix, "share", "jupyter");
  return [
    ...environments.map(({ prefix }) => inPrefix(prefix)),
    ...userDataFolders(search.env),
    ...pathFolders(search.env).map((folder) => inPrefix(dirname(folder))),
    ...(search.systemDataFolders ?? systemDataFolders(search.env)),
  ];
}
