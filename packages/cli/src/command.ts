import type { Context } from "./context.ts";

export interface CommandOption {
  readonly type: "boolean" | "string";
  readonly short?: string;
  readonly multiple?: boolean;
  /** What stands for the value in the help, such as `seconds`. */
  readonly value?: string;
  /** The only values there are: checked, shown and completed. */
  readonly choices?: readonly string[];
  /** What the shell completes the value with. */
  readonly completes?: "files" | "folders";
  readonly description: string;
}

export type CommandOptions = Readonly<Record<string, CommandOption>>;

export interface CommandArgument {
  /** As in the help: `<tool>` is needed, `[json]` is not, `…` at the end is for any number. */
  readonly name: string;
  readonly description: string;
  readonly choices?: readonly string[];
  readonly completes?: "files" | "folders";
}

export interface Example {
  readonly line: string;
  readonly does: string;
}

type Value<Option extends CommandOption> = Option["type"] extends "boolean"
  ? boolean
  : Option["multiple"] extends true
    ? readonly string[]
    : string;

export interface CommandArguments<Options extends CommandOptions = CommandOptions> {
  readonly values: { readonly [Name in keyof Options]?: Value<Options[Name]> };
  readonly positionals: readonly string[];
  /** What stands after `--`. */
  readonly rest: readonly string[];
}

export interface Command<Options extends CommandOptions = CommandOptions> {
  readonly name: string;
  /** One line, without a full stop. */
  readonly summary: string;
  /** The line after `Usage: idebridge `. */
  readonly usage: string;
  readonly arguments: readonly CommandArgument[];
  /** Whether `-- program …` may follow. */
  readonly takesRest?: boolean;
  readonly options: Options;
  /** More than the summary, for the help. */
  readonly description?: string;
  readonly examples: readonly Example[];
  /** Returns the exit code. */
  run(args: CommandArguments<Options>, context: Context): Promise<number>;
}

/** Gives `run` the types of its options. */
export function defineCommand<const Options extends CommandOptions>(
  command: Command<Options>,
): Command<Options> {
  return command;
}
