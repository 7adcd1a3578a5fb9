import type { Client } from "@idebridge/sdk";
import type { Agent } from "../control/codeProtocol.ts";

/** An agent that asks through the control channel, as a client. None of the server's has its number: they count from 1. */
export function clientOf(agent: Agent = { name: "idebridge", version: "" }): Client {
  const { name, version, pid } = agent;
  return { id: 0, name, version, pid, folders: [], connectedAt: new Date() };
}
