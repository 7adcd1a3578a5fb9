import { resolve } from "node:path";
import { type ControlClient, counted, type KernelInfo } from "@idebridge/headless";
import { usageError } from "../cliError.ts";
import { defineCommand } from "../command.ts";
import type { Context } from "../context.ts";
import { exitCodes } from "../exitCodes.ts";
import { printable, printableJson } from "../printable.ts";
import { withIdebridge } from "../runningIdebridge.ts";
import { shortPath } from "../serve/shortPath.ts";
import { styleFor } from "../style.ts";
import { textTable } from "../textTable.ts";

export const kernels = defineCommand({
  name: "kernels",
  summary: "List, interrupt or restart the kernels that run code for agents",
  usage: "kernels [notebook] [options]",
  arguments: [
    {
      name: "[notebook]",
      completes: "files",
      description: "the kernel of this notebook, or of this folder; all when left out",
    },
  ],
  options: {
    interrupt: { type: "boolean", description: "Stop the code that runs; what was defined stays" },
    restart: { type: "boolean", description: "Start again, with nothing defined" },
    json: { type: "boolean", description: "Print JSON" },
  },
  description: "A kernel is started when an agent runs code, and ends with its notebook or with idebridge.",
  examples: [
    { line: "idebridge kernels", does: "which there are, and whether they are busy" },
    { line: "idebridge kernels --interrupt", does: "stop code that takes too long" },
    { line: "idebridge kernels analysis.ipynb --restart", does: "let it forget everything" },
  ],
  async run({ values, positionals: [notebook] }, context) {
    if (values.interrupt && values.restart) throw usageError("Either --interrupt or --restart, not both");
    const path = notebook === undefined ? undefined : resolve(context.cwd, notebook);
    return withIdebridge([context.cwd], context, async (idebridge) => {
      if (values.interrupt)
        return tell(await interrupt(idebridge, path), "interrupted", path, values, context);
      if (values.restart) {
        const { restarted } = await idebridge.request("kernels/restart", path === undefined ? {} : { path });
        return tell(restarted, "restarted", path, values, context);
      }
      const all = await idebridge.request("kernels/list");
      const meant = all.filter((kernel) => path === undefined || isOf(kernel, path));
      if (values.json) context.stdout.write(`${printableJson(meant, 2)}\n`);
      else if (path !== undefined && all.length > 0 && meant.length === 0)
        context.stdout.write(noneFor(path, all, context));
      else context.stdout.write(table(meant, context));
      return exitCodes.ok;
    });
  },
});

async function interrupt(idebridge: ControlClient, path: string | undefined): Promise<number> {
  const running = (await idebridge.request("executions/list")).filter(
    (execution) => execution.state === "running" && (path === undefined || isOf(execution, path)),
  );
  const results = await Promise.all(
    running.map(({ id }) => idebridge.request("executions/interrupt", { id })),
  );
  return results.filter(({ outcome }) => outcome === "interrupted").length;
}

function isOf({ notebook, folder }: Pick<KernelInfo, "notebook" | "folder">, path: string): boolean {
  return (notebook ?? folder) === path;
}

function tell(
  count: number,
  done: "interrupted" | "restarted",
  path: string | undefined,
  { json }: { json?: boolean },
  context: Context,
): number {
  const why = done === "interrupted" ? "none runs code" : "there is none";
  const where = path === undefined ? "" : ` for ${shortPath(path, context.cwd)}`;
  const sentence =
    count === 0 ? `No kernel was ${done}: ${why}${where}.` : `${counted(count, "kernel")} ${done}.`;
  context.stdout.write(json ? `${JSON.stringify({ [done]: count })}\n` : `${sentence}\n`);
  return exitCodes.ok;
}

function noneFor(path: string, others: readonly KernelInfo[], { cwd }: Context): string {
  const running = others.map(({ notebook, folder }) => shortPath(notebook ?? folder, cwd));
  return `No kernel runs for ${shortPath(path, cwd)}, only for ${running.join(", ")}.\n`;
}

function table(all: readonly KernelInfo[], context: Context): string {
  if (all.length === 0) return "No kernel runs: no agent has had code run here.\n";
  const { bold, dim, yellow } = styleFor(context);
  return textTable(
    all.map(({ notebook, folder, name, pid, state }) => [
      { text: shortPath(notebook ?? folder, context.cwd), paint: bold },
      { text: state, ...(state === "busy" && { paint: yellow }) },
      printable(name ?? ""),
      { text: pid === undefined ? "" : `pid ${pid}`, paint: dim },
    ]),
  );
}
