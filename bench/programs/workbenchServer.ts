import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startHeadless } from "@idebridge/headless";
import { connect } from "@idebridge/sdk";
import { startWorkbench } from "@idebridge/workbench";
import { answerCommands } from "./answerCommands.ts";

interface Start {
  readonly pageFolder: string;
  readonly lines: number;
  readonly edits: number;
}

/** An IDE with its workbench, and an agent that proposes a small change and a large one. */
answerCommands({
  async start({ pageFolder, lines, edits }: Start) {
    const folder = join(process.cwd(), "project");
    mkdirSync(folder, { recursive: true });
    const before = Array.from(
      { length: lines },
      (_, line) => `export const value${line} = compute(${line}, "text");\n`,
    );
    const every = Math.floor(lines / edits);
    const after = before.map((line, at) =>
      at % every === 0 ? line.replace("compute", "computeAgain") : line,
    );
    writeFileSync(join(folder, "large.ts"), before.join(""));
    writeFileSync(join(folder, "small.ts"), before.slice(0, 50).join(""));
    const env = { HOME: process.cwd(), PATH: process.env.PATH };
    const ide = await startHeadless({
      folders: [folder],
      version: "1.0.0",
      env,
      startWorkbench: (place) => startWorkbench({ ...place, pageFolder }),
    });
    const agent = await connect({ cwd: folder, env, clientInfo: { name: "agent", version: "1" } });
    const propose = (name: string, contents: string) =>
      void agent.openDiff({ path: join(folder, name), contents }).catch(() => {});
    propose("small.ts", after.slice(0, 50).join(""));
    propose("large.ts", after.join(""));
    const workbench = await ide.openWorkbench();
    return { url: workbench.link().url };
  },
});
