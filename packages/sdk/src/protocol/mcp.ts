/** The few messages of the Model Context Protocol that the IDE protocol uses. */

export const protocolVersions = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"] as const;

/** The version to answer with: the one asked for if it is known, else the newest. */
export function agreeOnVersion(asked: unknown): string {
  return protocolVersions.find((version) => version === asked) ?? protocolVersions[0];
}

export type Content =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image"; readonly data: string; readonly mimeType: string };

export interface ToolResult {
  readonly content: readonly Content[];
  readonly isError?: boolean;
}

export interface ToolDescription {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

export interface Implementation {
  readonly name: string;
  readonly version: string;
}

/** One text block for each argument. */
export function text(...texts: readonly string[]): ToolResult {
  return { content: texts.map((text) => ({ type: "text", text })) };
}

/** One text block with the value as JSON, as most tools of the IDE answer. */
export function json(value: unknown): ToolResult {
  return text(JSON.stringify(value));
}

export function failure(message: string): ToolResult {
  return { content: [{ type: "text", text: message }], isError: true };
}

/** The text blocks of a result, from a peer that may have sent anything. */
export function textsOf(result: unknown): readonly string[] {
  const content = (result as { content?: unknown } | null)?.content;
  if (!Array.isArray(content)) return [];
  return content.flatMap((block) =>
    block?.type === "text" && typeof block.text === "string" ? [block.text] : [],
  );
}
