import { readFileSync } from "node:fs";
import type { Platform } from "../protocol/paths.ts";

export function currentPlatform(): Platform {
  if (process.platform === "win32") return "windows";
  return process.platform === "linux" && isWsl() ? "wsl" : "posix";
}

function isWsl(): boolean {
  try {
    return /microsoft/i.test(readFileSync("/proc/sys/kernel/osrelease", "utf8"));
  } catch {
    return false;
  }
}
