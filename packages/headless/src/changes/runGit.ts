import { spawn } from "node:child_process";

export interface GitRun {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly input?: string;
  /** The paths are names, not patterns. Not every command takes that. */
  readonly isLiteral?: boolean;
  /** Output beyond this ends git: nothing that is read here may fill the memory. */
  readonly maxBytes?: number;
}

const settings = [
  "core.quotePath=false",
  // These would start programs that the repository names.
  "core.fsmonitor=false",
  "log.showSignature=false",
  // A folder among the files of a repository may look like a repository itself, with a configuration of its own.
  "safe.bareRepository=explicit",
];

/** Runs git, changes nothing, asks nobody, fetches nothing. `undefined` when it fails or is not there. */
export function runGit(args: readonly string[], run: GitRun): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    const child = spawn(
      "git",
      [
        ...(run.isLiteral === false ? [] : ["--literal-pathspecs"]),
        ...settings.flatMap((setting) => ["-c", setting]),
        ...args,
      ],
      {
        cwd: run.cwd,
        env: environmentOf(run.env),
        stdio: ["pipe", "pipe", "ignore"],
        windowsHide: true,
      },
    );
    const chunks: Buffer[] = [];
    let size = 0;
    child.stdout.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > (run.maxBytes ?? 64 * 1024 * 1024)) child.kill();
      else chunks.push(chunk);
    });
    child.on("error", () => resolve(undefined));
    child.on("close", (code) => resolve(code === 0 ? Buffer.concat(chunks) : undefined));
    // git may end before it has read everything.
    child.stdin.on("error", () => {});
    child.stdin.end(run.input ?? "");
  });
}

/** Started from a git hook, we would inherit that hook's repository. */
function environmentOf(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const own = Object.entries(env).filter(
    ([name]) =>
      !/^GIT_(DIR|WORK_TREE|INDEX_FILE|OBJECT_DIRECTORY|COMMON_DIR|NAMESPACE|PREFIX|\w+_PATHSPECS)$/.test(
        name,
      ),
  );
  return {
    ...Object.fromEntries(own),
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
    GIT_NO_LAZY_FETCH: "1",
    GIT_LFS_SKIP_SMUDGE: "1",
    LC_ALL: "C",
  };
}
