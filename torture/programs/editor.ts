import { type Decision, serve } from "@idebridge/sdk";
import { programArguments, report } from "../../test/interop/stdio.ts";

const { folder } = programArguments() as { folder: string };

/** The smallest editor there is: it shows reviews that nobody ever decides. */
const server = await serve(
  {
    name: "Torture",
    workspaceFolders: () => [folder],
    openDocuments: () => [],
    review: (_proposal, { signal }) =>
      new Promise<Decision>((_, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      }),
  },
  { configDir: folder, env: {} },
);
report("ready", { port: server.port, token: server.token });
