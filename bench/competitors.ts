import type { ChildProgram } from "./childProgram.ts";
import type { Workshop } from "./workshop.ts";

/** Those that are measured side by side: `bench/programs` has a server and a client of each. */
export interface Competitor {
  readonly name: string;
  readonly server: string;
  readonly client: string;
}

export const ours: Competitor = { name: "idebridge", server: "ideServer", client: "ideClient" };

/** What a user would take instead. */
export const peers: readonly Competitor[] = [
  { name: "vscode-jsonrpc", server: "jsonRpcServer", client: "jsonRpcClient" },
  { name: "MCP SDK 1.x", server: "official1Server", client: "official1Client" },
  { name: "MCP SDK 2.x", server: "official2Server", client: "official2Client" },
];

/** As little as can be done: what it gets is sent back unread. */
export const floor: Competitor = { name: "ws echo", server: "echoServer", client: "echoClient" };

export const competitors: readonly Competitor[] = [ours, ...peers, floor];

export interface Pair {
  readonly server: ChildProgram;
  readonly client: ChildProgram;
}

/** Server and client, connected, each in a process of its own. */
export async function startPair(
  workshop: Workshop,
  { server: serverName, client: clientName }: Omit<Competitor, "name">,
  serverOptions: readonly string[] = [],
): Promise<Pair> {
  const server = await workshop.start(serverName, serverOptions);
  const client = await workshop.start(clientName);
  await client.ask("connect", await server.ask("listen"));
  return { server, client };
}
