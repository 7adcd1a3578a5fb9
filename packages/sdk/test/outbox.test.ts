import { FakeEditor, linkedPair, ManualClock } from "@idebridge/sdk/testing";
import { expect, test } from "vitest";
import { introduced } from "./rawClient.ts";

const position = { line: 0, character: 0 };
const problem = (message: string) =>
  ({ message, severity: "error", range: { start: position, end: position } }) as const;
const padding = "x".repeat(10_000);

async function slowClient() {
  const clock = new ManualClock();
  const editor = new FakeEditor();
  const pair = await linkedPair(editor, { clock, limits: { bufferedBytes: 200_000 } });
  const client = await introduced(pair);
  client.serverSide.bufferedBytes = 70_000;
  return { clock, editor, pair, client };
}

test("diagnostics of ever more files that wait for a slow client count towards its limit", async () => {
  const { clock, editor, pair, client } = await slowClient();
  await using _ = pair;
  for (let file = 0; file < 20; file++) editor.setDiagnostics(`/workspace/${file}.ts`, [problem(padding)]);
  await clock.advance(1_000);
  expect({ closed: await client.closed, clients: pair.server.clients.length }).toEqual({
    closed: { code: 1006, reason: "" },
    clients: 1,
  });
});

test("of the diagnostics of one file only the newest waits, and comes when the client has caught up", async () => {
  const { clock, editor, pair, client } = await slowClient();
  await using _ = pair;
  for (let version = 1; version <= 30; version++) {
    editor.setDiagnostics("/workspace/a.ts", [problem(`${version} ${padding}`)]);
    await clock.advance(1_000);
  }
  client.serverSide.bufferedBytes = 0;
  await clock.advance(1_000);
  const told = client.notifications("diagnostics_changed");
  expect(told.map(({ params }) => params.diagnostics[0].message)).toEqual([`30 ${padding}`]);
});
