import type { Server } from "@idebridge/sdk";
import type { TrafficLog } from "./trafficLog.ts";

/** Loaded when somebody first watches. */
export async function openTrafficLog(server: () => Server): Promise<TrafficLog> {
  const { TrafficLog } = await import("./trafficLog.ts");
  return new TrafficLog({ watchMessages: (watcher) => server().watchMessages(watcher) });
}
