import type { Client, ServerEvent } from "@idebridge/sdk";
import { expect, test } from "vitest";
import { ClientActivities } from "../src/traffic/clientActivities.ts";

const client: Client = {
  id: 7,
  name: "agent",
  version: "1",
  pid: undefined,
  folders: [],
  connectedAt: new Date(0),
};

test("what a client has asked is counted while it is there, and nothing of it kept when it has left", () => {
  const activities = new ClientActivities();
  const called: ServerEvent = { type: "toolCalled", client, tool: "openFile", arguments: {} };
  const result = { content: [], isError: true };
  const failed: ServerEvent = { type: "toolAnswered", client, tool: "openFile", result };
  const calls = () => activities.list([client])[0]!.calls;

  for (const event of [called, called, failed]) activities.happened(event);
  expect(calls()).toMatchObject([{ tool: "openFile", count: 2, failed: 1 }]);

  activities.happened({ type: "clientDisconnected", client, reason: { code: 1006, reason: "" } });
  // The call that it has left behind ends only now.
  activities.happened(failed);
  expect(calls()).toEqual([]);
});
