import { release } from "node:os";
import type { Platform } from "../protocol/paths.ts";

export function currentPlatform(): Platform {
  if (process.platform === "win32") return "windows";
  return process.platform === "linux" && /microsoft/i.test(release()) ? "wsl" : "posix";
}
