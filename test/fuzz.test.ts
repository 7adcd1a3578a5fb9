import { isDeepStrictEqual } from "node:util";
import { connect, type DialectName, type Ide } from "@idebridge/sdk";
import { dialects } from "@idebridge/sdk/core";
import { expect, it } from "vitest";
import { attackTheDoor, attackWithMessages, type Target } from "./fuzz/attacks.ts";
import type { ServerReport } from "./fuzz/liveServer.ts";
import { Random } from "./fuzz/random.ts";
import { type LiveServer, startLiveServer } from "./fuzz/startLiveServer.ts";

const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31));
/** In each of the five dialects, counted by the server as they arrive. */
const messages = Number(process.env.FUZZ_MESSAGES ?? 20_000);
const clients = 6;
const MB = 1024 * 1024;

it.each(Object.keys(dialects) as DialectName[])(
  "a live server withstands hostile messages in %s",
  { timeout: 300_000 },
  async (dialect) => {
    console.log(`FUZZ_SEED=${seed} ${dialect}`);
    const random = new Random(seed);
    await using server = await startLiveServer(dialect);
    const polite = await politeClient(server, dialect);
    await polite.ask();
    const before = await atRest(server);
    server.setWorking(true);

    let received = 0;
    let isOver = false;
    const enough = () => isOver || server.crash !== undefined || received >= messages;
    const attackers = Array.from({ length: clients }, () =>
      attackWithMessages(server, random.fork(), enough),
    );
    const strangers = Array.from({ length: 2 }, async () => {
      const own = random.fork();
      while (!enough()) await attackTheDoor(server, own);
    });
    const attack = Promise.all([...attackers, ...strangers]);
    attack.catch(() => {
      isOver = true;
    });
    let asked = 0;
    try {
      while (!enough()) {
        await polite.ask();
        asked++;
        if (asked % 20 === 0) received = (await server.report()).received - politeMessages(asked);
      }
    } catch (cause) {
      throw new Error(`The polite client suffered. ${await server.lastWords()}`, { cause });
    } finally {
      isOver = true;
      await attack;
    }
    expect(server.crash).toBeUndefined();
    expect(asked).toBeGreaterThanOrEqual(20);

    server.setWorking(false);
    const { resources } = before;
    const after = await whenQuiet(server, polite.ask, { clients: 1, resources });
    expect(after).toMatchObject({ clients: 1, openReviews: 0, warnings: [], isPolluted: false, resources });
    const grown = after.heapBytes - before.heapBytes;
    console.log(`${after.received} messages, ${asked} polite calls, ${(grown / MB).toFixed(1)} MB grown`);
    expect(after.received - politeMessages(asked)).toBeGreaterThanOrEqual(messages);
    expect(grown).toBeLessThan(12 * MB);
    polite.ide.close();
    expect(await server.stop()).toEqual({ code: 0, said: "" });
  },
);

/** At most: the handshake, the calls before and after, and two for each call between. */
function politeMessages(asked: number): number {
  return 10 + 2 * asked;
}

/** A client that behaves, beside those that do not: it must notice nothing of them. */
async function politeClient({ port, token, workspace }: Target, dialect: DialectName) {
  const ide = await connect({
    port,
    token,
    configDir: workspace,
    cwd: workspace,
    env: {},
    clientInfo: { name: "polite", version: "1" },
    reconnect: false,
  });
  const path = `${workspace}/a.ts`;
  const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
  const known = [{ path, diagnostics: [{ message: "known", severity: "error", range }] }];
  const within = { milliseconds: 20_000 };
  let count = 0;

  async function ask(): Promise<void> {
    if (dialect === "obsidian") {
      expect(await ide.readFile("a.ts", within)).toBe("const a = 1;\nconst b = 2;");
      return;
    }
    const contents = `proposal ${++count}`;
    const change = { path, contents, title: "tab 1" };
    expect(await ide.diagnostics(path, within)).toEqual(known);
    expect(await ide.openDiff(change, within)).toEqual({
      outcome: "accepted",
      contents: `${contents}, seen`,
      edited: true,
    });
  }
  return { ide: ide as Ide, ask };
}

/** How it is when nobody asks it anything: timers that only the last call had are over. */
async function atRest(server: LiveServer): Promise<ServerReport> {
  let report = await server.report();
  for (let same = 0; same < 5; ) {
    await pause();
    const { resources } = report;
    report = await server.report();
    same = isDeepStrictEqual(report.resources, resources) ? same + 1 : 0;
  }
  return report;
}

/** The server needs a moment to see that clients have gone; how long is its own business. */
async function whenQuiet(
  server: LiveServer,
  ask: () => Promise<void>,
  expected: Pick<ServerReport, "clients" | "resources">,
): Promise<ServerReport> {
  for (let attempt = 0; ; attempt++) {
    // As before: a call leaves a timer for the next ones, which may have run out meanwhile.
    if (attempt % 20 === 0) await ask();
    const report = await server.report();
    const { clients, resources } = report;
    if (isDeepStrictEqual({ clients, resources }, expected) || attempt === 300) return report;
    await pause();
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 100));
}
