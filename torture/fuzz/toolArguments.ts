import { dialectNames, dialects } from "@idebridge/sdk";
import { jsonSchemaOf } from "@idebridge/sdk/core";
import { evilValue, type Json, spoil } from "../../test/fuzz/hostileMessages.ts";
import type { Random } from "../../test/fuzz/random.ts";
import { fromSchema } from "./fromSchema.ts";
import { attempt, type FuzzTarget } from "./fuzzTarget.ts";
import { Victim } from "./victim.ts";
import { Wire } from "./wire.ts";

/** Every tool and request of every dialect, with arguments of its schema and others: each call is answered. */
export const toolArguments: FuzzTarget = {
  name: "tool arguments, all tools of five dialects",
  cases: 4_000,
  casesInTests: 250,
  async run(fuzzing) {
    const { random, cases, failed } = fuzzing;
    for (const name of dialectNames) {
      await using victim = await Victim.start({
        args: ["--dialect", name],
        settings: { notebooks: { enabled: false } },
      });
      const { tools, requests, handshake } = dialects[name];
      const { url, headers } = victim.agents;
      const address = { url: new URL(handshake.path, url).href, headers, protocols: ["mcp"] };
      const callable = [
        ...tools.map((tool) => ({ schema: jsonSchemaOf(tool.input), tool: tool.name })),
        ...requests.map((each) => ({ schema: jsonSchemaOf(each.input), request: each.name })),
      ];
      let wire = await introduced(address);
      for (let id = 1; id <= cases / dialectNames.length; id++) {
        if (!wire.isOpen) wire = await introduced(address);
        const { schema, ...what } = random.pick(callable);
        const args = argumentsFor(schema, victim.project.folder, random);
        const message = {
          jsonrpc: "2.0",
          id,
          ...("tool" in what
            ? { method: "tools/call", params: { name: what.tool, arguments: args } }
            : { method: what.request, params: args }),
        };
        await attempt(
          fuzzing,
          () => message,
          async () => {
            const answered = wire.ask(id, JSON.stringify(message));
            // A change waits for the user. The agent takes it back, and then no answer is due.
            if ("tool" in what && /diff/i.test(what.tool)) {
              answered.catch(() => {});
              wire.cancel(id);
              return;
            }
            const answer = await answered;
            if (answer && !("result" in answer) && !answer.error?.message)
              throw new Error("no proper answer to");
          },
        );
      }
      wire.close();
      const complaint = await victim.complaint();
      if (complaint !== undefined) failed(`${name}: ${complaint}`);
    }
  },
};

function argumentsFor(schema: Json, workspace: string, random: Random): unknown {
  if (random.chance(0.05)) return evilValue(random);
  const args = fromSchema(schema, random, workspace);
  for (let count = random.below(3); count > 0; count--) spoil(args as Json, random);
  return args;
}

async function introduced(address: Parameters<typeof Wire.open>[0]): Promise<Wire> {
  const wire = await Wire.open(address);
  const params = {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "hostile", version: "1" },
  };
  await wire.ask(0, JSON.stringify({ jsonrpc: "2.0", id: 0, method: "initialize", params }));
  wire.send(JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" }));
  return wire;
}
