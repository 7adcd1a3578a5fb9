import { defineCommand } from "../command.ts";
import { loadCommands } from "../commandTable.ts";
import { bashCompletion } from "../completion/bashCompletion.ts";
import { fishCompletion } from "../completion/fishCompletion.ts";
import { zshCompletion } from "../completion/zshCompletion.ts";
import { exitCodes } from "../exitCodes.ts";

const shells = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion };

export const completion = defineCommand({
  name: "completion",
  summary: "Print completions for a shell",
  usage: "completion bash|zsh|fish",
  arguments: [{ name: "<shell>", choices: Object.keys(shells), description: "bash, zsh or fish" }],
  options: {},
  examples: [
    { line: `echo 'eval "$(idebridge completion bash)"' >> ~/.bashrc`, does: "bash" },
    { line: `echo 'eval "$(idebridge completion zsh)"' >> ~/.zshrc`, does: "zsh, after compinit" },
    { line: "idebridge completion fish > ~/.config/fish/completions/idebridge.fish", does: "fish" },
  ],
  async run({ positionals: [shell] }, { stdout }) {
    stdout.write(shells[shell as keyof typeof shells](await loadCommands()));
    return exitCodes.ok;
  },
});
