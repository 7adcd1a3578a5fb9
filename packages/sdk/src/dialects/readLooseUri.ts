import { toNativePath } from "../protocol/paths.ts";
import type { Place } from "./dialect.ts";

/** What no URI that was escaped contains: blanks, other scripts, `?`, `#`, a `%` that escapes nothing… */
const UNESCAPED = /[^!-~]|["#<>?\\^`{|}]|%(?![\da-f]{2})/i;

/**
 * A path or URI as Claude Code writes it: its URIs are `file://` and the path, with nothing escaped. What
 * could be read both ways (`a%20b`) means what a URI means, unless only the other file exists.
 */
export function readLooseUri(text: string, { platform, folders, realPath }: Place): string {
  const pasted = platform === "windows" ? undefined : /^file:\/\/(\/(?![a-z]:).*)$/is.exec(text)?.[1];
  if (pasted !== undefined && UNESCAPED.test(pasted)) return toNativePath(pasted, platform);
  const path = toNativePath(text, platform, folders()[0]);
  if (!pasted?.includes("%") || realPath?.(pasted) === undefined) return path;
  return realPath(path) === undefined ? toNativePath(pasted, platform) : path;
}
