import type { Command, CommandArgument, CommandOption } from "../command.ts";
import { helpOption } from "../parseArguments.ts";

export function fishCompletion(commands: readonly Command[]): string {
  const names = commands.map(({ name }) => name).join(" ");
  const noCommand = `not __fish_seen_subcommand_from ${names}`;
  const lines = [
    "# fish completion for idebridge: idebridge completion fish | source",
    "complete -c idebridge -f",
    `complete -c idebridge -n ${quoted(noCommand)} -s V -l version -d ${quoted("Show the version")}`,
  ];
  for (const command of commands) {
    const { name, summary } = command;
    lines.push(`complete -c idebridge -n ${quoted(noCommand)} -a ${name} -d ${quoted(summary)}`);
    // Without a command it is serve.
    const seen = `__fish_seen_subcommand_from ${name}`;
    const condition = name === "serve" ? `${seen}; or ${noCommand}` : seen;
    lines.push(...linesOf(command).map((line) => `complete -c idebridge -n ${quoted(condition)} ${line}`));
  }
  return `${lines.join("\n")}\n`;
}

function linesOf({ options, arguments: [argument] }: Command): string[] {
  const positional = argument && (argument.choices || argument.completes) ? [offered(argument)] : [];
  const flags = Object.entries<CommandOption>({ ...options, help: helpOption }).map(([name, option]) =>
    [
      option.short ? `-s ${option.short}` : "",
      `-l ${name}`,
      // Without -x, fish would offer files beside the values.
      option.type === "boolean" ? "" : option.completes === "files" ? "-r" : "-x",
      option.choices || option.completes ? offered(option) : "",
      `-d ${quoted(option.description)}`,
    ]
      .filter((part) => part !== "")
      .join(" "),
  );
  return [...positional, ...flags];
}

function offered({ choices, completes }: CommandArgument | CommandOption): string {
  if (choices) return `-a ${quoted(choices.join(" "))}`;
  return completes === "folders" ? `-a ${quoted("(__fish_complete_directories)")}` : "-F";
}

function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, "\\$&")}'`;
}
