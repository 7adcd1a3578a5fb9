export interface ToolResult {
  readonly toolUseId: string;
  readonly text: string;
  readonly isError: boolean;
}

/** One request of the client to the model, and what it newly tells the model. */
export interface ModelRequest {
  readonly index: number;
  /** `main` is the conversation with the user; `side` is all else (titles, suggestions, token counts…). */
  readonly kind: "main" | "side";
  readonly method: string;
  readonly path: string;
  readonly body: MessagesBody;
  /** Since the model's last answer: everything that was said, system reminders and tool results included. */
  readonly newText: string;
  readonly toolResults: readonly ToolResult[];
  /** What the client itself added: the selection, the open file, new diagnostics… */
  readonly systemReminders: readonly string[];
  /** The names of the tools that the model may call. */
  readonly toolNames: readonly string[];
}

export interface MessagesBody {
  readonly model?: string;
  readonly stream?: boolean;
  readonly system?: string | readonly ContentBlock[];
  readonly messages?: readonly {
    readonly role: string;
    readonly content: string | readonly ContentBlock[];
  }[];
  readonly tools?: readonly {
    readonly name: string;
    readonly description?: string;
    readonly input_schema?: unknown;
  }[];
}

export interface ContentBlock {
  readonly type: string;
  readonly text?: string;
  readonly tool_use_id?: string;
  readonly tool_name?: string;
  readonly is_error?: boolean;
  readonly content?: string | readonly ContentBlock[];
  readonly [key: string]: unknown;
}

export function readModelRequest(index: number, method: string, path: string, rawBody: string): ModelRequest {
  const body = parse(rawBody);
  const messages = body.messages ?? [];
  const lastAnswer = messages.findLastIndex((message) => message.role === "assistant");
  const newMessages = messages.slice(lastAnswer + 1);
  const blocks = newMessages.flatMap((message) => blocksOf(message.content));
  const newText = textOf(blocks);
  const toolResults = blocks
    .filter((block) => block.type === "tool_result")
    .map((block) => ({
      toolUseId: block.tool_use_id ?? "",
      text: textOf(blocksOf(block.content ?? "")),
      isError: block.is_error === true,
    }));
  // 2.1.325 tells most of these in messages of the role `system`, the older ones in tags.
  const systemReminders = [
    ...newMessages
      .filter((message) => message.role === "system")
      .map((message) => textOf(blocksOf(message.content))),
    ...Array.from(
      newText.matchAll(/<system-reminder>\n?([\s\S]*?)\n?<\/system-reminder>/g),
      (match) => match[1] ?? "",
    ),
  ];
  return {
    index,
    kind: isMain(method, path, body, newText) ? "main" : "side",
    method,
    path,
    body,
    newText,
    toolResults,
    systemReminders,
    toolNames: (body.tools ?? []).map((tool) => tool.name),
  };
}

function isMain(method: string, path: string, body: MessagesBody, newText: string): boolean {
  if (method !== "POST" || !/^\/v1\/messages(\?|$)/.test(path)) return false;
  if (!body.tools?.length || body.model?.includes("haiku")) return false;
  // 2.0.77 warms up its subagents with their tools; suggestions for the next prompt fork the conversation.
  return newText.trim() !== "Warmup" && !newText.includes("[SUGGESTION MODE:");
}

function parse(rawBody: string): MessagesBody {
  try {
    return JSON.parse(rawBody) as MessagesBody;
  } catch {
    return {};
  }
}

function blocksOf(content: string | readonly ContentBlock[]): readonly ContentBlock[] {
  return typeof content === "string" ? [{ type: "text", text: content }] : content;
}

function textOf(blocks: readonly ContentBlock[]): string {
  return blocks
    .map(
      (block) =>
        // ToolSearch answers with nothing but the names of the tools that it has loaded.
        block.text ?? block.tool_name ?? (block.content === undefined ? "" : textOf(blocksOf(block.content))),
    )
    .filter((text) => text !== "")
    .join("\n");
}
