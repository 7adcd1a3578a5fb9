import { existsSync, writeSync } from "node:fs";
import { serve } from "@idebridge/sdk";

/** The least that an editor can do. Says so when it can be found. */
serve({ name: "Minimal", workspaceFolders: () => [process.cwd()] }).then(({ lockFile }) => {
  if (existsSync(lockFile)) writeSync(1, "ready\n");
});
