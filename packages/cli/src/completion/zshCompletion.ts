import type { Command, CommandArgument, CommandOption } from "../command.ts";
import { helpOption } from "../parseArguments.ts";

export function zshCompletion(commands: readonly Command[]): string {
  const serve = commands.find(({ name }) => name === "serve")!;
  return `#compdef idebridge
# zsh completion for idebridge: eval "$(idebridge completion zsh)", after compinit
_idebridge() {
  local -a commands
  commands=(
${commands.map(({ name, summary }) => `    ${quoted(`${name}:${summary}`)}`).join("\n")}
  )
  if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then
    _describe -t commands command commands
    _files -/
    return
  fi
  case $words[2] in
${commands.map((command) => `    ${command.name}) shift words; (( CURRENT-- )); ${argumentsOf(command)} ;;`).join("\n")}
    help) _describe -t commands command commands ;;
    *) ${argumentsOf(serve)} ;;
  esac
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _idebridge "$@"; else compdef _idebridge idebridge; fi
`;
}

function argumentsOf({ options, arguments: args, takesRest }: Command): string {
  const specifications = [
    ...Object.entries<CommandOption>({ ...options, help: helpOption }).flatMap(([name, option]) =>
      optionSpecifications(name, option),
    ),
    ...args.map((argument, index) => {
      const place = argument.name.includes("…") ? "*" : String(index + 1);
      return `${place}:${escaped(argument.name.replace(/[<>[\]…]/g, ""))}:${action(argument)}`;
    }),
    ...(takesRest ? ["*::program:_normal"] : []),
  ];
  return ["_arguments", ...specifications.map(quoted)].join(" ");
}

function optionSpecifications(name: string, option: CommandOption): string[] {
  const value = option.type === "string" ? `:${escaped(option.value ?? name)}:${action(option)}` : "";
  const again = option.multiple ? "*" : "";
  const written = [`--${name}`, ...(option.short ? [`-${option.short}`] : [])];
  return written.map((text) => `${again}${text}[${escaped(option.description)}]${value}`);
}

function action({ choices, completes }: CommandArgument | CommandOption): string {
  if (choices) return `(${choices.join(" ")})`;
  if (completes === "files") return "_files";
  return completes === "folders" ? "_files -/" : " ";
}

function escaped(text: string): string {
  return text.replace(/[\\:[\]]/g, "\\$&");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
