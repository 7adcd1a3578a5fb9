import { readFileSync } from "node:fs";

/** Whether a process runs: one that has ended but that nobody has asked about does not. */
export function isRunning(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}
