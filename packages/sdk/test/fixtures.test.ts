import { basename } from "node:path";
import { type Dialect, dialects, readLock } from "@idebridge/sdk/core";
import { describe, expect, it } from "vitest";
import { exchanges, locks, upgrades } from "./fixtures/fixture.ts";
import { playToClient } from "./fixtures/playToClient.ts";
import { playToServer } from "./fixtures/playToServer.ts";
import { playUpgradeToClient, playUpgradeToServer } from "./fixtures/playUpgrade.ts";

describe("our server answers", () => {
  const played = exchanges.filter(({ fixture }) => fixture.only !== "client");
  it.each(played)("$name", (each) => playToServer(each));
});

describe("our client understands", () => {
  const played = exchanges.filter(({ fixture }) => fixture.only !== "server");
  it.each(played)("$name", (each) => playToClient(each));
});

describe("lock files", () => {
  it.each(locks)("$name is read", ({ fixture: { fileName, lock, understood } }) => {
    expect(readLock(fileName, JSON.stringify(lock))).toEqual(understood);
  });

  it.each(locks)("$name is written", ({ dialect, fixture }) => {
    const { lock, adds, understood, announced, platform = "posix", fileName, folder } = fixture;
    const form = dialects[dialect].lock;
    const facts = { pid: undefined, token: undefined, ...understood, ...announced, dialect };
    expect({
      place: `${form.folder}/${facts.port}${form.extension}`,
      contents: form.write(facts, platform),
    }).toEqual({ place: `${folder}/${basename(fileName)}`, contents: { ...lock, ...adds } });
  });
});

describe("at the door", () => {
  const served = upgrades.filter(({ fixture }) => fixture.only !== "client");
  it.each(served)("our server: $name", (each) => playUpgradeToServer(each));
  it.each(upgrades)("our client: $name", (each) => playUpgradeToClient(each));
});

it("has a fixture for every tool, request and notification of every dialect", () => {
  const missing = Object.values(dialects).flatMap((dialect) => {
    const stepsOf = (name: string) =>
      exchanges
        .filter((each) => each.dialect === name && each.fixture.only !== "client")
        .map(({ fixture }) => JSON.stringify(fixture.exchange))
        .join();
    // Kale's tools are those of claude-code, played there.
    const calls = stepsOf(dialect.name === "kale" ? "claude-code" : dialect.name);
    const tools = dialect.tools.map(({ name }) => `"params":{"name":"${name}"`);
    const methods = [...dialect.requests.map(({ name }) => name), ...notificationsOf(dialect)];
    return [
      ...tools.filter((each) => !calls.includes(each)),
      ...methods.filter((each) => !stepsOf(dialect.name).includes(`"method":"${each}"`)),
    ].map((each) => `${dialect.name}: ${each}`);
  });
  // The same as in claude-code.
  expect(missing).toEqual(["kale: diagnostics_changed"]);
});

function notificationsOf({ notifications, paths }: Dialect): string[] {
  const path = "/workspace/a.ts";
  const wire = paths({ platform: "posix", folders: () => ["/workspace"] });
  const position = { line: 0, character: 0 };
  return [
    ...notifications.selection({ path, text: "", range: { start: position, end: position } }, wire),
    notifications.mention({ path }, wire),
    notifications.diagnostics({ path, diagnostics: [] }, wire),
    notifications.connected?.("/workspace", wire),
  ].flatMap((each) => each?.method ?? []);
}
