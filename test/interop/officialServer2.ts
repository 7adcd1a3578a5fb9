import { type JSONRPCMessage, McpServer } from "@modelcontextprotocol/server";
import { listen } from "./listen.ts";
import { followOrders, officialTools } from "./officialTools.ts";
import { SocketTransport } from "./socketTransport.ts";
import { programArguments, report } from "./stdio.ts";

const { port, token } = programArguments() as { port: number; token: string };
let current: McpServer | undefined;

listen(port, token, async (socket) => {
  const mcp = new McpServer({ name: "official", version: "2" });
  for (const { name, input, run } of officialTools) {
    mcp.registerTool(name, { description: name, inputSchema: input }, (args, { mcpReq }) =>
      run(args, mcpReq.signal),
    );
  }
  mcp.server.fallbackNotificationHandler = async ({ method, params }) => {
    report("heard", { method, params });
    report("roots", await mcp.server.listRoots());
  };
  await mcp.connect(new SocketTransport<JSONRPCMessage>(socket));
  current = mcp;
});

followOrders((method, params) => {
  if (method === "ping") mcpPing();
  else void current?.server.notification({ method, params } as never);
});

function mcpPing(): void {
  current?.server.ping().then(() => report("pong"));
}
