import { basename, dirname, join } from "node:path";
import { realPath } from "./nodeHost.ts";

/** Where all links lead. Also of what does not exist yet: the part of it that does counts. */
export function realOf(path: string): string {
  const above = dirname(path);
  return realPath(path) ?? (above === path ? path : join(realOf(above), basename(path)));
}
