import { basename, dirname } from "node:path";
import type { Environment } from "@idebridge/sdk/node";
import { DocumentError } from "../documents/documentError.ts";
import { readEditorConfig } from "./editorConfig.ts";
import { type FoundFormatter, findFormatter } from "./findFormatter.ts";
import { findProgram } from "./findProgram.ts";
import { type FormattingOptions, formattingOptions } from "./formattingOptions.ts";
import { isSameCode } from "./isSameCode.ts";
import { runFormatter } from "./runFormatter.ts";

export interface ProjectFormatterOptions {
  readonly folders: () => readonly string[];
  readonly env: Environment;
  /** Whether this program, which is installed in the project, may be run. */
  readonly mayRun: (file: string) => Promise<boolean>;
  /** The language server's way, for projects without a formatter. `undefined` when there is none for the file. */
  readonly languageServer?: (
    path: string,
    text: string,
    options: FormattingOptions,
    signal: AbortSignal,
  ) => Promise<string | undefined>;
  readonly milliseconds?: number;
  readonly largestText?: number;
}

export interface FormattedText {
  readonly text: string;
  /** Such as "prettier" or "language server". */
  readonly by: string;
}

const MB = 1024 * 1024;

/** Formats texts as the project does: with the formatter that it uses, else with the language server. */
export class ProjectFormatter {
  readonly #options: ProjectFormatterOptions;

  constructor(options: ProjectFormatterOptions) {
    this.#options = options;
  }

  /** Throws a {@link DocumentError} that says what to do when it cannot be formatted. */
  async format(path: string, text: string, signal: AbortSignal): Promise<FormattedText> {
    const { largestText = 5 * MB } = this.#options;
    if (text.length > largestText) {
      throw new DocumentError(
        "TOO_LARGE",
        path,
        `${path} is too large to format: at most ${largestText / MB} MB`,
      );
    }
    const found = await findFormatter(path, this.#options.folders());
    const by = found?.formatter.name ?? "language server";
    const formatted = found
      ? await this.#run(found, path, text, signal)
      : await this.#ask(path, text, signal);
    if (!isSameCode(text, formatted)) throw failed(path, by, "wrote something else altogether");
    return { text: formatted, by };
  }

  async #run(found: FoundFormatter, path: string, text: string, signal: AbortSignal): Promise<string> {
    const { formatter, folder, because } = found;
    const program = await findProgram(formatter, folder, this.#options);
    if (program === "refused") {
      throw new DocumentError(
        "NOT_TRUSTED",
        path,
        `${basename(path)} was not formatted: the project's own ${formatter.name} may not be run. See the setting languageServers.fromProject`,
      );
    }
    if (program === undefined) {
      throw new DocumentError(
        "NO_FORMATTER",
        path,
        `${basename(path)} is formatted with ${formatter.name} (${because}), which is not installed. Install it: ${formatter.install}`,
      );
    }
    // A byte order mark is not of the text: some formatters would drop it, others trip over it.
    const mark = text.startsWith("\uFEFF") ? "\uFEFF" : "";
    const outcome = await runFormatter({
      command: program.command,
      args: [...program.args, ...(await formatter.args(path))],
      cwd: formatter.runsIn === "project" ? folder : dirname(path),
      env: this.#options.env,
      text: text.slice(mark.length),
      signal,
      milliseconds: this.#options.milliseconds ?? 15_000,
      maxBytes: 4 * Buffer.byteLength(text) + MB,
    });
    if (outcome.kind === "failed") throw failed(path, formatter.name, outcome.why);
    return mark + outcome.text;
  }

  async #ask(path: string, text: string, signal: AbortSignal): Promise<string> {
    const options = formattingOptions(await readEditorConfig(path), text);
    const formatted = await this.#options.languageServer?.(path, text, options, signal);
    if (formatted !== undefined) return formatted;
    throw new DocumentError(
      "NO_FORMATTER",
      path,
      `Nothing here formats ${basename(path)}: the project has no formatter for it, and no language server does it`,
    );
  }
}

function failed(path: string, formatter: string, why: string): DocumentError {
  return new DocumentError(
    "FORMAT_FAILED",
    path,
    `${basename(path)} was not formatted, and is as it was: ${formatter} ${why}`,
  );
}
