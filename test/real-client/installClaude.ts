import { execFile } from "node:child_process";
import { access, mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** The newest client first: when only one version can be tried, try that one. */
export const claudeVersions = ["2.1.325", "2.1.100", "2.0.77"] as const;
export type ClaudeVersion = (typeof claudeVersions)[number];

export interface ClaudeProgram {
  readonly version: ClaudeVersion;
  /** What to execute, and the arguments that come before the client's own. */
  readonly file: string;
  readonly args: readonly string[];
}

const cache = fileURLToPath(new URL("../../.cache/claude-code/", import.meta.url));
const run = promisify(execFile);

/** Finds the client in `.cache/claude-code/<version>/`, and installs it there when it is not. */
export async function installClaude(version: ClaudeVersion): Promise<ClaudeProgram> {
  const { packageName, program } = packageOf(version);
  const home = path.join(cache, version);
  const programIn = (folder: string) => path.join(folder, "node_modules", packageName, program);
  if (!(await exists(programIn(home)))) {
    await install(version, `${packageName}@${version}`, home, programIn);
  }
  return program.endsWith(".js")
    ? { version, file: process.execPath, args: [programIn(home)] }
    : { version, file: programIn(home), args: [] };
}

async function install(
  version: ClaudeVersion,
  spec: string,
  home: string,
  programIn: (folder: string) => string,
): Promise<void> {
  await mkdir(cache, { recursive: true });
  const temporary = await mkdtemp(path.join(cache, `.installing-${version}-`));
  try {
    const flags = [
      "--save-exact",
      "--ignore-scripts",
      "--no-save",
      "--no-package-lock",
      "--no-audit",
      "--no-fund",
    ];
    const npm = process.platform === "win32" ? "npm.cmd" : "npm";
    await run(npm, ["install", "--prefix", temporary, ...flags, spec], {
      cwd: temporary,
      timeout: 500_000,
      shell: process.platform === "win32",
    });
    await access(programIn(temporary));
    await moveInto(temporary, home, () => exists(programIn(home)));
  } catch (cause) {
    const detail = (cause as { stderr?: string }).stderr?.trim() || String(cause);
    throw new Error(`Cannot install ${spec} into ${home}: is the npm registry within reach?\n${detail}`, {
      cause,
    });
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** Two processes may get here together: the second finds the first one's folder, and that is fine. */
async function moveInto(temporary: string, home: string, isComplete: () => Promise<boolean>): Promise<void> {
  try {
    await rename(temporary, home);
  } catch (cause) {
    if (await isComplete()) return;
    // What is there is not a whole installation, left by a crash of an older harness or by hand.
    await rm(home, { recursive: true, force: true });
    await rename(temporary, home).catch(async (again) => {
      if (!(await isComplete())) throw new AggregateError([cause, again], `cannot rename to ${home}`);
    });
  }
}

function packageOf(version: ClaudeVersion): { packageName: string; program: string } {
  if (version !== "2.1.325") return { packageName: "@anthropic-ai/claude-code", program: "cli.js" };
  const program = process.platform === "win32" ? "claude.exe" : "claude";
  return { packageName: `@anthropic-ai/claude-code-${process.platform}-${process.arch}${libc()}`, program };
}

function libc(): "" | "-musl" {
  if (process.platform !== "linux") return "";
  const report = process.report.getReport() as { header?: { glibcVersionRuntime?: string } };
  return report.header?.glibcVersionRuntime ? "" : "-musl";
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
