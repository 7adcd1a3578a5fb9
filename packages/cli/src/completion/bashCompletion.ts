import type { Command, CommandArgument, CommandOption } from "../command.ts";
import { helpOption } from "../parseArguments.ts";

/** Completes in bash 3.2, which macOS has, and later. */
export function bashCompletion(commands: readonly Command[]): string {
  const serve = commands.find(({ name }) => name === "serve")!;
  const names = commands.map(({ name }) => name).join(" ");
  return `# bash completion for idebridge: eval "$(idebridge completion bash)"
_idebridge() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"
  local command="" options="" words="" kind="" index IFS=$' \\t\\n'
  # bash cuts --name=value in three.
  if [[ "$current" == "=" ]]; then current=""
  elif [[ "$previous" == "=" ]]; then previous="\${COMP_WORDS[COMP_CWORD-2]}"
  fi
  # What stands after -- belongs to another program.
  for ((index = 1; index < COMP_CWORD; index++)); do
    [[ "\${COMP_WORDS[index]}" == "--" ]] && return
  done
  if ((COMP_CWORD > 1)); then command="\${COMP_WORDS[1]}"; fi
  case "$command" in
${commands.map(commandCase).join("\n")}
    "") options="${optionNames(serve)} --version" words="${names} help" kind="folders" ;;
    help) words="${names}" ;;
    *) ${assignments(serve)} command="serve" ;;
  esac
  case "$command $previous" in
${commands.flatMap(valueCases).join("\n")}
  esac
  if [[ "$current" == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$current"))
    return
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  IFS=$'\\n'
  case "$kind" in
    files) COMPREPLY+=($(compgen -f -- "$current")); compopt -o filenames 2>/dev/null ;;
    folders) COMPREPLY+=($(compgen -d -- "$current")); compopt -o filenames 2>/dev/null ;;
  esac
}
complete -o bashdefault -o default -F _idebridge idebridge
`;
}

function commandCase(command: Command): string {
  return `    ${command.name}) ${assignments(command)} ;;`;
}

function assignments(command: Command): string {
  const argument = command.arguments[0];
  return [`options="${optionNames(command)}"`, ...wordsAndKind(argument)].join(" ");
}

function wordsAndKind(of: CommandArgument | CommandOption | undefined): string[] {
  return [
    ...(of?.choices ? [`words="${of.choices.join(" ")}"`] : []),
    ...(of?.completes ? [`kind="${of.completes}"`] : []),
  ];
}

/** The values of options: nothing else is offered after one that needs one. */
function valueCases({ name, options }: Command): string[] {
  return Object.entries(options)
    .filter(([, { type }]) => type === "string")
    .map(([option, described]) => {
      const written = [`--${option}`, ...(described.short ? [`-${described.short}`] : [])];
      const patterns = written.map((text) => `"${name} ${text}"`).join("|");
      return `    ${patterns}) options="" words="" kind="" ${wordsAndKind(described).join(" ")} ;;`.replace(
        "  ;;",
        " ;;",
      );
    });
}

function optionNames({ options }: Command): string {
  return Object.keys({ ...options, help: helpOption })
    .map((name) => `--${name}`)
    .join(" ");
}
