import { statSync } from "node:fs";
import { resolve } from "node:path";
import { CliError } from "../cliError.ts";
import { defineCommand } from "../command.ts";
import { exitCodes } from "../exitCodes.ts";
import { untilSignal } from "../serve/untilSignal.ts";

export const mcp = defineCommand({
  name: "mcp",
  summary: "Offer language servers to agents, as an MCP server",
  usage: "mcp [folder]",
  arguments: [
    { name: "[folder]", description: "The project; this folder when left out", completes: "folders" },
  ],
  options: {},
  description:
    "For MCP clients, which start it themselves and talk to it through its input and output: go to definition, references, symbols, " +
    "types, problems, rename, code actions. Changes are reviewed in the idebridge that runs for the folder; without one, nothing is changed.",
  examples: [
    { line: "claude mcp add idebridge -- idebridge mcp", does: "let Claude Code start it" },
    { line: "idebridge mcp ../api", does: "for another folder" },
  ],
  async run({ positionals: [name] }, context) {
    const named = resolve(context.cwd, name ?? ".");
    if (!statSync(named, { throwIfNoEntry: false })?.isDirectory()) {
      throw new CliError(exitCodes.usage, `There is no folder ${named}`);
    }
    const stop = untilSignal();
    const [{ serveStdio }, { mcpServer }, { CodeSource }, { realPath }] = await Promise.all([
      import("@modelcontextprotocol/server/stdio"),
      import("../mcp/mcpServer.ts"),
      import("../mcp/codeSource.ts"),
      import("@idebridge/sdk/node"),
    ]);
    const folder = realPath(named) ?? named;
    if (context.isTTY) {
      context.stderr.write(
        `idebridge mcp is for MCP clients, which start it themselves: claude mcp add idebridge -- idebridge mcp\nCtrl-C ends it.\n`,
      );
    }
    const source = new CodeSource(folder, context.env);
    const served = serveStdio(() => mcpServer(source, folder));
    const clientLeft = new Promise<number>((left) => {
      for (const event of ["end", "close"]) process.stdin.once(event, () => left(exitCodes.ok));
    });
    try {
      return await Promise.race([stop.code, clientLeft]);
    } finally {
      await served.close();
      await source.close();
      stop.release();
    }
  },
});
