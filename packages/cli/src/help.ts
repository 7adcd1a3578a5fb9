import type { Command, CommandOption } from "./command.ts";
import { loadCommands } from "./commandTable.ts";
import type { Context } from "./context.ts";
import { helpOption } from "./parseArguments.ts";
import { styleFor } from "./style.ts";
import { indented, textTable } from "./textTable.ts";

const overviewExamples = [
  ["idebridge", "be the IDE of this folder; then, in another terminal: claude --ide"],
  ["idebridge run -- claude", "the same in one terminal"],
  ["idebridge doctor", "why does /ide show nothing?"],
] as const;

export async function overview(context: Context): Promise<string> {
  const { bold } = styleFor(context);
  const commands = await loadCommands();
  return [
    "An IDE for Claude Code, in any folder.\n",
    `\n${bold("Usage:")} idebridge [command] [options]\n       idebridge [folder…]\n`,
    `\n${bold("Commands:")}\n`,
    indented(textTable(commands.map(({ name, summary }) => [name, summary]))),
    `\n${bold("Options:")}\n`,
    indented(
      textTable([
        ["-h, --help", "Show this help, or that of a command"],
        ["-V, --version", "Show the version"],
      ]),
    ),
    `\n${bold("Examples:")}\n`,
    indented(textTable(overviewExamples)),
    `\n"idebridge <command> --help" tells more.\n`,
  ].join("");
}

export function helpOf(command: Command, context: Pick<Context, "colour">): string {
  const { bold } = styleFor(context);
  const parts = [`${command.summary}.\n`];
  if (command.description) parts.push(`\n${command.description}\n`);
  parts.push(`\n${bold("Usage:")} idebridge ${command.usage}\n`);
  if (command.arguments.length > 0) {
    parts.push(`\n${bold("Arguments:")}\n`);
    parts.push(indented(textTable(command.arguments.map(({ name, description }) => [name, description]))));
  }
  parts.push(`\n${bold("Options:")}\n`);
  parts.push(indented(textTable(optionRows(command))));
  parts.push(`\n${bold("Examples:")}\n`);
  parts.push(indented(textTable(command.examples.map(({ line, does }) => [line, does]))));
  return parts.join("");
}

/** Each option as it is written, and what it does. */
export function optionRows(command: Command): [written: string, does: string][] {
  return Object.entries<CommandOption>({ ...command.options, help: helpOption }).map(([name, option]) => {
    const short = option.short ? `-${option.short}, ` : "    ";
    const value =
      option.type === "string" ? ` <${option.value ?? option.choices?.join("|") ?? "value"}>` : "";
    return [`${short}--${name}${value}`, option.description];
  });
}
