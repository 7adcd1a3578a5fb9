import { readFileSync } from "node:fs";
import { join } from "node:path";
import { startHeadless } from "@idebridge/headless";
import { connect, type Ide } from "@idebridge/sdk";
import { startWorkbench } from "../src/server/index.ts";

/** Serves a folder with the page that was built, and prints links. Returns what ends it. */
export async function serve(
  folder: string,
  pageFolder: string,
  withAgent: boolean,
): Promise<() => Promise<void>> {
  const home = join(pageFolder, "..", "home");
  const env = { PATH: process.env.PATH, HOME: home };
  const ide = await startHeadless({
    folders: [folder],
    version: "0.0.0",
    env,
    startWorkbench: (place) => startWorkbench({ ...place, pageFolder }),
  });
  const workbench = await ide.openWorkbench();
  const print = () =>
    process.stdout.write(`${workbench.link().url}   (Enter: another one)
`);
  print();
  process.stdin.on("data", print);
  if (withAgent) {
    const agent = await connect({ env, cwd: folder });
    // It ends when idebridge does.
    propose(agent, join(folder, "package.json")).catch(() => {});
  }
  return () => ide.close();
}

async function propose(agent: Ide, path: string): Promise<void> {
  for (let count = 1; ; count++) {
    const text = readFileSync(path, "utf8");
    const contents = text
      .replace(/^\{/, `{\n  "proposal": ${count},`)
      .replace(/\}\s*$/, `,\n  "end": ${count}\n}\n`);
    await agent.openDiff({ path, contents, title: `proposal ${count}` });
  }
}
