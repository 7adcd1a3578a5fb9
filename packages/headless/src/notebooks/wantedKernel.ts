import { isObject } from "@idebridge/sdk/core";

/** The kernel that a notebook says it is for. */
export interface WantedKernel {
  /** Of a kernelspec, such as "python3" or "ir". */
  readonly name?: string;
  readonly displayName?: string;
  /** In small letters. */
  readonly language?: string;
}

/** Reads it out of a notebook, as far as it can be read: somebody may be in the middle of changing it. */
export function wantedKernelOf(notebook: string): WantedKernel {
  const metadata = parse(notebook)?.metadata;
  const spec = isObject(metadata) ? metadata.kernelspec : fragmentOf(notebook, "kernelspec");
  const info = isObject(metadata) ? metadata.language_info : fragmentOf(notebook, "language_info");
  const name = textIn(spec, "name");
  const displayName = textIn(spec, "display_name");
  const language = (textIn(spec, "language") ?? textIn(info, "name"))?.toLowerCase();
  return {
    ...(name !== undefined && { name }),
    ...(displayName !== undefined && { displayName }),
    ...(language !== undefined && { language }),
  };
}

/** Finds an object in JSON that is broken elsewhere. Its values are texts, so it ends at the first brace. */
function fragmentOf(json: string, key: string): unknown {
  const start = json.lastIndexOf(`"${key}"`);
  if (start < 0) return undefined;
  const open = json.indexOf("{", start);
  const close = json.indexOf("}", open);
  if (open < 0 || close < 0) return undefined;
  // `language_info` has an object inside: up to there will do.
  const inner = json.slice(open + 1, close).split("{")[0]!;
  const found = Object.fromEntries(
    Array.from(inner.matchAll(/"(\w+)"\s*:\s*"((?:[^"\\]|\\.)*)"/g), ([, name, value]) => [name, value]),
  );
  return found;
}

function textIn(value: unknown, key: string): string | undefined {
  const found = isObject(value) ? value[key] : undefined;
  return typeof found === "string" && found !== "" ? found : undefined;
}

function parse(json: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
