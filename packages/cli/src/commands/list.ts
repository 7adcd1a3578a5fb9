import type { FoundIde } from "@idebridge/sdk";
import { clientChoice } from "../clientChoice.ts";
import { defineCommand } from "../command.ts";
import { exitCodes } from "../exitCodes.ts";
import { configDirOption, searchOptions } from "../ideTarget.ts";
import { printable, printableJson } from "../printable.ts";
import { type Style, styleFor } from "../style.ts";
import { type Cell, textTable } from "../textTable.ts";

export const list = defineCommand({
  name: "list",
  summary: "List the IDEs that run, and those that left a lock file behind",
  usage: "list [options]",
  arguments: [],
  options: {
    json: { type: "boolean", description: "Print JSON" },
    "config-dir": configDirOption,
  },
  description: "An arrow marks the one that Claude Code, started in this folder, would connect to.",
  examples: [
    { line: "idebridge list", does: "a table" },
    { line: "idebridge list --json | jq '.ides[].port'", does: "the ports" },
  ],
  async run({ values }, context) {
    const { discover } = await import("@idebridge/sdk");
    const found = await discover(await searchOptions(values, context));
    const choice = clientChoice(found, context.env);
    const code = found.length > 0 ? exitCodes.ok : exitCodes.nothingFound;
    if (values.json) {
      const value = {
        folder: context.cwd,
        takes: choice.ide?.port ?? null,
        why: choice.why,
        ides: found.map((ide) => toJson(ide, ide === choice.ide)),
      };
      context.stdout.write(`${printableJson(value, 2)}\n`);
      return code;
    }
    if (found.length === 0) {
      context.stdout.write("No IDE has announced itself. Start one in your project: idebridge\n");
      return code;
    }
    const style = styleFor(context);
    const head = ["", "PORT", "NAME", "FOLDER", "DIALECT", "PID", "STATE"];
    context.stdout.write(
      textTable([
        head.map((text) => ({ text, paint: style.dim })),
        ...found.map((ide) => row(ide, ide === choice.ide, style)),
      ]),
    );
    context.stdout.write(
      choice.ide
        ? `\nClaude Code in this folder takes ${printable(choice.ide.name)} on port ${choice.ide.port}: ${choice.why}.\n`
        : `\nClaude Code in this folder takes none by itself: ${choice.why}.\n`,
    );
    return code;
  },
});

function row(ide: FoundIde, isTaken: boolean, { green, yellow, red }: Style): (string | Cell)[] {
  const isFine = ide.isAlive && ide.matches;
  // A folder that differs is shown by the folder itself.
  const problems = ide.problems.filter(({ code }) => code !== "folderMismatch").map(({ message }) => message);
  const state = [ide.isAlive ? (ide.matches ? "alive" : "alive, other folder") : "dead", ...problems];
  return [
    { text: isTaken ? "→" : "", paint: green },
    String(ide.port),
    printable(ide.name),
    printable(ide.folders.join(", ")) || "-",
    ide.isAlive || ide.folders.length > 0 ? ide.dialect : "-",
    ide.pid === undefined ? "-" : String(ide.pid),
    { text: printable(state.join("; ")), paint: isFine ? green : ide.isAlive ? yellow : red },
  ];
}

/** Everything but the token. */
function toJson({ token, isDialectTold: _, isAlive, ...ide }: FoundIde, isTaken: boolean) {
  return { ...ide, alive: isAlive, taken: isTaken, hasToken: token !== undefined };
}
