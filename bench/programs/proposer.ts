import { readFileSync } from "node:fs";
import { connect, type Ide } from "@idebridge/sdk";
import { answerCommands } from "./answerCommands.ts";

/** An agent that proposes changes. When it sent each of them is told, not what becomes of it. */
let ide: Ide;
answerCommands({
  async connect({ cwd }: { cwd: string }) {
    ide = await connect({ cwd, env: process.env, clientInfo: { name: "agent", version: "1" } });
  },
  propose({ path, from }: { path: string; from: string }) {
    const contents = readFileSync(from, "utf8");
    const at = Date.now();
    ide.openDiff({ path, contents }).catch(() => {});
    return at;
  },
});
