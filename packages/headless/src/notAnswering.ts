import { readFileSync } from "node:fs";
import { IdeBridgeError } from "@idebridge/sdk";
import type { Instance } from "./instance.ts";

/** It is there, but says nothing. */
export function notAnswering({ folders, pid }: Instance, cause: unknown): IdeBridgeError {
  const who = `The idebridge of ${folders[0]} (pid ${pid})`;
  return new IdeBridgeError("UNREACHABLE", `${who} does not answer. ${hangAdvice(pid)}`, { cause });
}

/** What to do about a process that does not answer. */
export function hangAdvice(pid: number | undefined): string {
  if (pid === undefined || !isStopped(pid)) return "If it hangs, end it and start it again.";
  return `It is stopped, as by Ctrl-Z: type fg in its terminal, or kill -CONT ${pid}`;
}

/** Whether something listens there and keeps silent. */
export function isHanging(error: unknown): boolean {
  return error instanceof IdeBridgeError && (error.code === "TIMEOUT" || causeOf(error) === "ETIMEDOUT");
}

/** Whether nothing listens there: the number of the process is another's by now. */
export function isNobodyThere(error: unknown): boolean {
  return error instanceof IdeBridgeError && causeOf(error) === "ECONNREFUSED";
}

function causeOf({ cause }: IdeBridgeError): string | undefined {
  return (cause as NodeJS.ErrnoException | undefined)?.code;
}

/** Known only where there is a /proc. */
function isStopped(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name of the program comes before, in brackets, and may have some itself.
    return stat.slice(stat.lastIndexOf(")") + 2).startsWith("T");
  } catch {
    return false;
  }
}
