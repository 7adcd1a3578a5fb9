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

/** For whoever reads the figures. */
export const fairness: readonly string[] = [
  "Each server and client is a process of its own, bundled and minified the same way. They take turns, round by round; told are medians of the ratios of one round.",
  "All have the same tool, get the same text and give it back in the same form. Nobody compresses.",
  "Ours has a WebSocket endpoint of its own; the others use the same version of ws.",
  "Only ours checks a token, bounds what a client may send and hold, and gives each call a deadline on the server. Ours and the MCP SDKs check the arguments of the tool; vscode-jsonrpc has no tools, and answers a request of the same shape.",
  "ws echo does not decode text, reads no JSON and knows no requests: it is the floor, not an alternative.",
];

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
