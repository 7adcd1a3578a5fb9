import { execFile } from "node:child_process";
import { access, mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

const version = "4.139.1";
const nodeVersion = "24.21.0";
const run = promisify(execFile);

/** A real VS Code that a browser can show. */
export interface CodeServerProgram {
  readonly node: string;
  readonly entry: string;
}

/** Finds code-server in `.cache/code-server/<version>`, and installs it there when it is not: about two minutes. */
export async function installCodeServer(repository: string): Promise<CodeServerProgram> {
  const cache = path.join(repository, ".cache/code-server");
  const home = path.join(cache, version);
  if (!(await exists(programIn(home).entry))) await install(cache, home);
  return programIn(home);
}

/** Nothing of this machine but its programs. */
export function codeServerEnvironment(home: string): Record<string, string> {
  return {
    PATH: "/usr/bin:/bin",
    HOME: home,
    LANG: "C.UTF-8",
    // No marketplace: nothing is to be fetched.
    EXTENSIONS_GALLERY: '{"serviceUrl":"","itemUrl":""}',
  };
}

async function install(cache: string, home: string): Promise<void> {
  await mkdir(cache, { recursive: true });
  const temporary = await mkdtemp(path.join(cache, ".installing-"));
  const npm = (...args: readonly string[]) =>
    run("npm", [...args, "--no-audit", "--no-fund", "--loglevel=error"], {
      cwd: temporary,
      timeout: 1_500_000,
      // code-server is built for a Node of its own, newer than ours.
      env: {
        ...ownEnvironment(),
        PATH: `${path.dirname(programIn(temporary).node)}:${process.env.PATH}`,
        // Its headers, with which native parts are compiled.
        npm_config_nodedir: path.dirname(path.dirname(programIn(temporary).node)),
      },
    });
  try {
    // It compiles parts of itself: npm runs only the scripts of packages that are named.
    const allowScripts = { "code-server": true, argon2: true };
    await writeFile(path.join(temporary, "package.json"), JSON.stringify({ private: true, allowScripts }));
    await npm("install", "--save-exact", `node-${process.platform}-${process.arch}@${nodeVersion}`);
    await npm("install", "--save-exact", `code-server@${version}`);
    await access(programIn(temporary).entry);
    await rename(temporary, home);
  } catch (cause) {
    const { killed, stderr } = cause as { killed?: boolean; stderr?: string };
    const detail = killed ? "It took too long" : stderr?.trim() || String(cause);
    throw new Error(
      `Cannot install code-server: it needs the npm registry, a C++ compiler and libkrb5-dev\n${detail}`,
      { cause },
    );
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** Without what an npm around us says of itself, of which Node it is, for one; with how the registry is reached. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const isKept = (name: string) =>
    !name.startsWith("npm_") || /^npm_config_(registry|userconfig|cache|cafile|.*proxy)$/.test(name);
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => isKept(name)));
}

function programIn(folder: string): CodeServerProgram {
  const modules = path.join(folder, "node_modules");
  return {
    node: path.join(modules, `node-${process.platform}-${process.arch}`, "bin", "node"),
    entry: path.join(modules, "code-server", "out", "node", "entry.js"),
  };
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
