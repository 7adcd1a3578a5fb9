import type { ControlMethod } from "@idebridge/headless";
import { expect, it } from "vitest";
import { plainCommand } from "../src/serve/plainCommand.ts";
import { FakeControl } from "./fakeControl.ts";
import { client, fileChange, pending, prompt, status } from "./screen/desk.ts";

/** What is answered to a command, by an idebridge that tells this. */
function typed(line: string, told: Partial<Record<ControlMethod, unknown>>): Promise<string[]> {
  const { stdin, stdout, stderr } = process;
  const context = { stdin, stdout, stderr, env: {}, cwd: "/w", isTTY: true, colour: false };
  return plainCommand(line, new FakeControl(told).client, context);
}

it("changes tells those that nobody announced", async () => {
  const files = [
    fileChange("aa.1"),
    fileChange("aa.2", { beforeFrom: "known" }),
    fileChange("aa.3", { beforeFrom: "git", state: "kept" }),
    fileChange("aa.4", { beforeFrom: "git", state: "reverted" }),
  ];
  expect(await typed("changes", { "changes/list": [prompt("aa", ...files)] })).toEqual([
    "aa claude-code",
    "  aa.1 modified aa.1.ts, 1 added, 1 removed",
    "  aa.2 modified aa.2.ts, 1 added, 1 removed, not announced",
    "  aa.3 modified aa.3.ts, 1 added, 1 removed, not announced, kept",
    "  aa.4 modified aa.4.ts, 1 added, 1 removed, taken back",
  ]);
});

it("what cannot be taken back is refused without a question, and has no lines that nobody counted", async () => {
  const notRevertible = "It is too large, so it was not stored.";
  const large = fileChange("aa.1", { beforeFrom: "known", added: 0, removed: 0, notRevertible });
  const told = {
    "changes/list": [prompt("aa", large)],
    "changes/revert": { outcome: "conflict", paths: ["/w/aa.1.ts"], message: `This cannot be reverted.` },
  };
  expect([...(await typed("changes", told)), ...(await typed("revert aa.1", told))]).toEqual([
    "aa claude-code",
    `  aa.1 modified aa.1.ts, lines not known, not announced ${notRevertible}`,
    "This cannot be reverted.",
  ]);
});

it("status tells who waits for a review, also when it is a command of our own", async () => {
  const own = { ...client, id: 2, name: "idebridge-mcp" };
  const lines = await typed("status", {
    status: { ...status, clients: [own] },
    "languageServers/list": [],
    "reviews/list": [pending(1, "/w/a.ts", { client: own })],
  });
  expect(lines[lines.indexOf("Agents") + 1]).toMatch(/^ {2}● idebridge-mcp 2\.1: process 42, since /);
});
