import { isInside } from "@idebridge/sdk/core";
import { currentPlatform, type Environment } from "@idebridge/sdk/node";
import type { LazyLanguages } from "../languages/lazyLanguages.ts";
import type { ProjectFormatter } from "./projectFormatter.ts";

export interface LazyFormatterOptions {
  readonly folders: readonly string[];
  readonly env: Environment;
  /** Whether programs that are installed in the project may be run. */
  readonly fromProject: boolean;
  readonly languages: LazyLanguages;
}

/** The formatter, loaded when first needed. */
export function lazyFormatter(options: LazyFormatterOptions): () => Promise<ProjectFormatter> {
  const { folders, env, fromProject, languages } = options;
  let formatter: Promise<ProjectFormatter> | undefined;
  const load = async () => {
    const [{ ProjectFormatter }, { mayRunProgram }] = await Promise.all([
      import("./projectFormatter.ts"),
      import("../languages/mayRunProgram.ts"),
    ]);
    return new ProjectFormatter({
      folders: () => folders,
      env,
      mayRun: (file) => mayRunProgram(file, { folder: folderOf(file, folders), fromProject, env }),
      async languageServer(...question) {
        const [{ formatByServer }, servers] = await Promise.all([
          import("./formatByServer.ts"),
          languages.servers(),
        ]);
        return formatByServer(servers, ...question);
      },
    });
  };
  return () => (formatter ??= load());
}

function folderOf(file: string, folders: readonly string[]): string {
  return folders.find((folder) => isInside(folder, file, currentPlatform())) ?? folders[0]!;
}
