import { IdeBridgeError, messageOf } from "@idebridge/sdk/core";
import {
  type CallToolResult,
  CLIENT_INFO_META_KEY,
  type Implementation,
  Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { safeParse } from "valibot";
import { describeError } from "../cliError.ts";
import { version } from "../version.ts";
import type { CodeSource } from "./codeSource.ts";
import { describeTool, McpCall } from "./mcpTool.ts";
import { mcpTools } from "./tools/index.ts";

const instructions =
  "Language servers for this project. Prefer these tools to searching for text when you look for definitions, uses, types or problems, and when you rename something. Lines and columns count from 1; name a place by its file, its line and the symbol in it. rename and applyCodeAction are reviewed by the user before anything is written.";

/** Some clients give up on a call that tells nothing for a minute. */
const progressMilliseconds = 5_000;

/** The MCP server that any client can start. One for each connection. */
export function mcpServer(source: CodeSource, folder: string): Server {
  const server = new Server(
    { name: "idebridge", title: "idebridge", version },
    { capabilities: { tools: {} }, instructions },
  );
  server.setRequestHandler("tools/list", () => ({ tools: mcpTools.map(describeTool) }));
  server.setRequestHandler("tools/call", async ({ params }, context) => {
    const tool = mcpTools.find(({ name }) => name === params.name);
    if (tool === undefined) return failure(`There is no tool ${params.name}.`);
    const args = safeParse(tool.input, params.arguments ?? {});
    if (!args.success) return failure(args.issues.map(describeIssue).join("\n"));
    const stopTelling = tool.proposes ? tellProgress(context) : () => {};
    try {
      const agent = agentOf(server, context);
      const call = new McpCall(await source.answers(), agent, folder, context.mcpReq.signal);
      return { content: [{ type: "text", text: await tool.run(args.output, call) }] };
    } catch (error) {
      return failure(messageFor(error));
    } finally {
      stopTelling();
    }
  });
  return server;
}

/** Who asks: what the user sees beside the proposed change. The parent has started us, and is that client. */
function agentOf(server: Server, { mcpReq }: ServerContext) {
  // Newer clients tell it with every request, older ones when they connect.
  const envelope = (mcpReq.envelope ?? {}) as Readonly<Record<string, Implementation | undefined>>;
  const told = envelope[CLIENT_INFO_META_KEY] ?? server.getClientVersion();
  return { name: told?.name ?? "unknown", version: told?.version ?? "", pid: process.ppid };
}

function tellProgress({ mcpReq }: ServerContext): () => void {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return () => {};
  let progress = 0;
  const timer = setInterval(() => {
    const message = "Waiting for the user, who reviews the change in idebridge";
    void mcpReq
      .notify({ method: "notifications/progress", params: { progressToken, progress: ++progress, message } })
      .catch(() => {});
  }, progressMilliseconds);
  return () => clearInterval(timer);
}

function messageFor(error: unknown): string {
  if (error instanceof IdeBridgeError && error.code === "CONNECTION_CLOSED") {
    return "idebridge was stopped before it answered. Look at the files before you go on, or call the tool again.";
  }
  return describeError(error)?.message ?? messageOf(error);
}

function failure(text: string): CallToolResult {
  return { content: [{ type: "text", text }], isError: true };
}

function describeIssue({
  message,
  path,
}: {
  message: string;
  path?: readonly { key: unknown }[] | undefined;
}): string {
  const where = path?.map(({ key }) => String(key)).join(".");
  return where ? `${where}: ${message}` : message;
}
