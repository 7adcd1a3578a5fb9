import { basename } from "node:path";
import { defineCommand } from "../command.ts";
import type { Context } from "../context.ts";
import { exitCodes } from "../exitCodes.ts";
import { findIde, ideOptions, searchOptions } from "../ideTarget.ts";
import { printable, printableJson } from "../printable.ts";

const shells = ["sh", "bash", "zsh", "fish", "powershell"] as const;

export const env = defineCommand({
  name: "env",
  summary: "Print the environment that joins a shell to a running IDE",
  usage: "env [options]",
  arguments: [],
  options: {
    shell: {
      type: "string",
      choices: shells,
      description: "The syntax; when left out, that of $SHELL",
    },
    json: { type: "boolean", description: "Print JSON" },
    ...ideOptions,
  },
  description: "An agent started in that shell connects to this IDE and to no other, from any folder.",
  examples: [
    { line: 'eval "$(idebridge env)"', does: "in bash, zsh and sh" },
    { line: "idebridge env --shell fish | source", does: "in fish" },
    { line: "idebridge env --shell powershell | Out-String | Invoke-Expression", does: "in PowerShell" },
  ],
  async run({ values }, context) {
    const { port } = await findIde(values, context);
    const { terminalEnvironment } = await import("@idebridge/sdk/node");
    const { configDir } = await searchOptions(values, context);
    const variables = terminalEnvironment(port, context.env, configDir);
    if (values.json) context.stdout.write(`${printableJson(variables, 2)}\n`);
    else {
      const line = assignment(values.shell ?? usualShell(context));
      // For a shell it must be exact; whoever reads it on a terminal gets nothing that the terminal obeys.
      const shown = (text: string) => (context.isTTY ? printable(text) : text);
      for (const [name, value] of Object.entries(variables)) {
        context.stdout.write(`${shown(line(name, value))}\n`);
      }
    }
    return exitCodes.ok;
  },
});

function usualShell({ env }: Context): string {
  if (env.SHELL) return basename(env.SHELL);
  return process.platform === "win32" ? "powershell" : "sh";
}

/** Quoted so that nothing in a value can be taken for a command. */
function assignment(shell: string): (name: string, value: string) => string {
  switch (shell) {
    case "fish":
      return (name, value) => `set -gx ${name} '${value.replace(/[\\']/g, "\\$&")}';`;
    case "powershell":
    case "pwsh":
      return (name, value) => `$env:${name} = '${value.replace(/['\u2018-\u201b]/g, "$&$&")}'`;
    default:
      return (name, value) => `export ${name}='${value.replaceAll("'", "'\\''")}'`;
  }
}
