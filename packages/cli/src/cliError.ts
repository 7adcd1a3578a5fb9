import { exitCodes } from "./exitCodes.ts";

/** An expected failure: the message is for people and says what to do next. */
export class CliError extends Error {
  override readonly name = "CliError";
  readonly exitCode: number;

  constructor(exitCode: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

/** What was typed cannot be understood: how the command is used is told as well. */
class UsageError extends CliError {}

export function usageError(message: string): CliError {
  return new UsageError(exitCodes.usage, message);
}

const codes: Readonly<Record<string, number>> = {
  NO_IDE_FOUND: exitCodes.nothingFound,
  UNREACHABLE: exitCodes.nothingFound,
  UNAUTHORIZED: exitCodes.refused,
  DENIED: exitCodes.refused,
  INVALID_ARGUMENT: exitCodes.usage,
};

export interface DescribedError {
  readonly message: string;
  readonly exitCode: number;
  readonly isUsage?: boolean;
}

/** What to tell and what to end with; `undefined` for an error that nobody expected. */
export function describeError(error: unknown): DescribedError | undefined {
  if (error instanceof CliError) {
    const { message, exitCode } = error;
    return { message, exitCode, isUsage: error instanceof UsageError };
  }
  if (!(error instanceof Error)) return undefined;
  // By name, not by class: the classes would load the library before it is needed.
  if (error.name === "IdeBridgeError") {
    const code = "code" in error ? String(error.code) : "";
    return { message: error.message, exitCode: codes[code] ?? exitCodes.failed };
  }
  if (error.name === "DocumentError") {
    const isUsage = "code" in error && error.code === "FOLDER_GONE";
    return { message: error.message, exitCode: isUsage ? exitCodes.usage : exitCodes.failed };
  }
  if (error.name === "RpcError") {
    // The control channel passes the code of the error on as data.
    const code = "data" in error && typeof error.data === "string" ? error.data : "";
    const isRefused = codes[code] === exitCodes.refused;
    const message = error.message.replace(/^Internal error: /, "");
    return { message, exitCode: isRefused ? exitCodes.refused : exitCodes.failed };
  }
  return undefined;
}
