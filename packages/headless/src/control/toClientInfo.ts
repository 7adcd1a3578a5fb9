import type { Client } from "@idebridge/sdk";
import type { ClientInfo } from "./controlProtocol.ts";

export function toClientInfo({ id, name, version, pid, folders, connectedAt }: Client): ClientInfo {
  return { id, name, version, pid, folders, connectedAt: connectedAt.toISOString() };
}
