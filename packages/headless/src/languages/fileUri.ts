import { fileURLToPath, pathToFileURL } from "node:url";

/** Language servers get URIs that are escaped, unlike Claude Code. */
export function toUri(path: string): string {
  return pathToFileURL(path).href;
}

/** `undefined` for what is no file, such as a library inside a server. */
export function toPath(uri: unknown): string | undefined {
  if (typeof uri !== "string" || !uri.startsWith("file:")) return undefined;
  try {
    return fileURLToPath(uri);
  } catch {
    return undefined;
  }
}
