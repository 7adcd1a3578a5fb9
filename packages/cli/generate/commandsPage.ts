import type { Command } from "../src/command.ts";
import { exitCodeMeanings, exitCodes } from "../src/exitCodes.ts";
import { optionRows } from "../src/help.ts";

const head = `# The idebridge command

<!-- Generated from packages/cli/src: npm run docs -->

\`idebridge [command] [options]\`, or \`idebridge [folder…]\`, which is \`idebridge serve [folder…]\`. A folder that has the name of
a command is written with a slash: \`idebridge ./list\`. Every command shows its help with \`--help\`.
`;

const foot = `## Environment

| variable | effect |
|---|---|
| \`CLAUDE_CONFIG_DIR\` | where IDEs announce themselves, instead of \`~/.claude\` |
| \`CLAUDE_CODE_SSE_PORT\` | the IDE to take, whatever its folder, as for Claude Code |
| \`XDG_CONFIG_HOME\`, \`XDG_STATE_HOME\` | where the settings of the user and the record of changes are, instead of \`~/.config\` and \`~/.local/state\` |
| \`NO_COLOR\` | no colours |
| \`FORCE_COLOR\` | colours, also when the output is no terminal; \`0\` for none |
| \`XDG_CACHE_HOME\` | where compiled code is kept for a quicker start, instead of \`~/.cache\`; \`NODE_DISABLE_COMPILE_CACHE=1\` for nowhere |
| \`IDEBRIDGE_DEBUG\` | shows where an unexpected error came from |

What other programs have named (IDEs, files, clients) is printed without the characters that a terminal would obey: these are
shown as \`\\u{1b}\`. In JSON they are escaped. \`idebridge call\` prints the answer of a tool as it came when the output is no terminal.
`;

/** The reference of all commands. */
export function commandsPage(commands: readonly Command[]): string {
  const overview = commands.map(({ name, summary }) => `| [\`${name}\`](#${name}) | ${cell(summary)} |`);
  return [
    head,
    `| command | does |\n|---|---|\n${overview.join("\n")}\n`,
    exitCodesPart(),
    foot,
    ...commands.map(commandPart),
  ].join("\n");
}

function exitCodesPart(): string {
  const rows = Object.entries(exitCodes).map(
    ([name, code]) => `| ${code} | ${cell(exitCodeMeanings[name as keyof typeof exitCodes])} |`,
  );
  return `## Exit codes\n\n| code | meaning |\n|---|---|\n${rows.join("\n")}\n\n\`idebridge run\` ends with the code of the program that it started.\n`;
}

function commandPart(command: Command): string {
  const { name, summary, description, usage, arguments: args, examples } = command;
  const rows = [
    ...args.map((argument) => `| \`${argument.name}\` | ${cell(argument.description)} |`),
    ...optionRows(command).map(([written, does]) => `| \`${cell(written.trim())}\` | ${cell(does)} |`),
  ];
  const lines = examples.map(({ line, does }) => `# ${does}\n${line}`);
  return [
    `## ${name}\n`,
    `${summary}.${description ? ` ${description}` : ""}\n`,
    `Usage: \`idebridge ${usage}\`\n`,
    `| | |\n|---|---|\n${rows.join("\n")}\n`,
    `\`\`\`sh\n${lines.join("\n")}\n\`\`\`\n`,
  ].join("\n");
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}
