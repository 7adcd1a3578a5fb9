import { parseArgs } from "node:util";
import { usageError } from "./cliError.ts";
import type { Command, CommandArguments, CommandOption } from "./command.ts";
import { nearest } from "./nearest.ts";

export const helpOption: CommandOption = { type: "boolean", short: "h", description: "Show this help" };

/** Reads what was typed after the name of the command. Throws a usage error that names what is wrong. */
export function parseArguments(command: Command, argv: readonly string[]): CommandArguments | "help" {
  const options = { ...command.options, help: helpOption };
  const { tokens } = parseArgs({
    args: [...argv],
    options: Object.fromEntries(
      Object.entries(options).map(([name, { type, short }]) => [name, { type, ...(short && { short }) }]),
    ),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const values: Record<string, boolean | string | string[]> = {};
  const positionals: string[] = [];
  let end = argv.length;
  for (const token of tokens) {
    if (token.index > end) break;
    if (token.kind === "option-terminator") end = token.index;
    else if (token.kind === "positional") {
      if (command.takesRest && command.arguments.length === 0) throw notAfterDashes(command, token.value);
      positionals.push(token.value);
    } else {
      const option = Object.hasOwn(options, token.name)
        ? options[token.name as keyof typeof options]
        : undefined;
      if (option === undefined) throw unknownOption(token.rawName, Object.keys(options));
      if (token.name === "help") return "help";
      const value = optionValue(token.rawName, token.value, option, token.inlineValue ?? false);
      if (option.multiple) values[token.name] = [...((values[token.name] as string[]) ?? []), String(value)];
      else values[token.name] = value;
    }
  }
  const rest = argv.slice(end + 1);
  // Without a program to start, `--` only says that names may begin with a dash.
  if (!command.takesRest) positionals.push(...rest);
  checkCount(command, positionals);
  return {
    values: values as CommandArguments["values"],
    positionals,
    rest: command.takesRest ? rest : [],
  };
}

function optionValue(
  name: string,
  value: string | undefined,
  option: CommandOption,
  isInline: boolean,
): boolean | string {
  if (option.type === "boolean") {
    if (value !== undefined) throw usageError(`${name} takes no value.`);
    return true;
  }
  // `--port --json` is a forgotten value, not a port called --json; a negative number is a value.
  if (value === undefined || value === "" || (!isInline && /^-\D/.test(value))) {
    throw usageError(
      `${name} needs a value: ${name} <${option.value ?? option.choices?.join("|") ?? "value"}>`,
    );
  }
  if (option.choices && !option.choices.includes(value)) {
    const meant = nearest(value, option.choices);
    throw usageError(
      `${name} is one of ${option.choices.join(", ")}, not ${value}.${meant ? ` Did you mean ${meant}?` : ""}`,
    );
  }
  return value;
}

function unknownOption(name: string, known: readonly string[]): Error {
  const meant = nearest(name.replace(/^-+/, ""), known);
  return usageError(`There is no option ${name}.${meant ? ` Did you mean --${meant}?` : ""}`);
}

/** Its options would be taken for ours. */
function notAfterDashes({ name }: Command, program: string): Error {
  return usageError(
    `The program to start stands after --, with its arguments: idebridge ${name} -- ${program}`,
  );
}

function checkCount(command: Command, positionals: readonly string[]): void {
  const missing = command.arguments.find(({ name }, index) => name.startsWith("<") && !positionals[index]);
  if (missing) throw usageError(`${missing.name} is missing: ${missing.description}.`);
  const isOpen = command.arguments.some(({ name }) => name.includes("…"));
  const extra = positionals[command.arguments.length];
  if (!isOpen && extra !== undefined)
    throw usageError(`What is ${extra} for? There is one argument too many.`);
  for (const [index, { name, choices }] of command.arguments.entries()) {
    const given = positionals[index];
    if (given !== undefined && choices && !choices.includes(given)) {
      throw usageError(`${name.replace(/[<>[\]…]/g, "")} is one of ${choices.join(", ")}, not ${given}.`);
    }
  }
}

/** A number from the command line. */
export function numberOption(name: string, text: string | undefined, least = 0): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (text.trim() === "" || !Number.isFinite(number) || number < least) {
    throw usageError(`${name} must be a number, ${least} or more, not ${text}.`);
  }
  return number;
}
