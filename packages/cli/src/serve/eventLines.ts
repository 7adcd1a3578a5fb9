import type { ControlEvent } from "@idebridge/headless";
import type { Style } from "../style.ts";
import { eventLine } from "./eventLine.ts";

/** Turns events into lines, and says nothing twice in a row about who is connected. */
export function eventLines(folder: string, style: Style): (event: ControlEvent) => string | undefined {
  let lastClients: string | undefined = eventLine({ type: "clientsChanged", clients: [] }, folder, style);
  return (event) => {
    const line = eventLine(event, folder, style);
    if (event.type !== "clientsChanged") return line;
    if (line === lastClients) return undefined;
    lastClients = line;
    return line;
  };
}
