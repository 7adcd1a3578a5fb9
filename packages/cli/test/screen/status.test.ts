import type { LanguageServerInfo } from "@idebridge/headless";
import { describe, expect, it } from "vitest";
import { Desk, pending, status } from "./desk.ts";

const servers: readonly LanguageServerInfo[] = [
  {
    name: "TypeScript",
    state: "ready",
    languages: ["typescript", "javascript"],
    files: 12,
    root: "/w",
    pid: 7,
  },
  { name: "gopls", state: "failed", languages: ["go"], files: 0, root: "/w/api", message: "given up" },
  {
    name: "rust-analyzer",
    state: "missing",
    languages: ["rust"],
    files: 1,
    message: "not installed: rustup component add rust-analyzer",
  },
];

describe("the status", () => {
  it("of an idebridge that has stopped: that it has, and how to start one; then it is that of the next one", () => {
    const desk = new Desk();
    desk.tell({ type: "lost" });
    desk.press("4");
    expect([
      desk.take(),
      desk.rows
        .slice(1)
        .filter((row) => row !== "")
        .slice(0, -1),
    ]).toEqual([
      [],
      [
        "   idebridge has stopped.",
        "   This screen connects again as soon as one runs for this folder.",
        "   In another terminal, in the same folder: idebridge",
      ],
    ]);
    desk.tell({ type: "attached", status, reviews: [], prompts: [] });
    expect([desk.take(), desk.screen]).toEqual([
      [{ type: "lookForServers" }],
      expect.stringContaining("claude-code 2.1"),
    ]);
  });

  it("tells who is connected, what they are told, and which servers find problems or could", () => {
    const desk = new Desk({ rows: 40 });
    desk.press("4");
    expect([desk.take(), desk.screen]).toEqual([
      [{ type: "lookForServers" }],
      expect.stringContaining("looking for those that are of use"),
    ]);
    desk.event({ type: "languageServersChanged", servers });
    desk.event({ type: "diagnosticsChanged", files: [], problems: { errors: 1, warnings: 2 } });
    const range = { start: { line: 2, character: 0 }, end: { line: 6, character: 1 } };
    desk.event({ type: "selectionChanged", selection: { path: "/w/a.ts", text: "x", range } });
    expect(desk.rows.slice(2, -2).join("\n").trimEnd()).toMatch(
      new RegExp(
        [
          "^  Served",
          "  ● idebridge 1       /w on port 4242 \\(claude-code\\)",
          "",
          "  Agents",
          "  ● claude-code 2\\.1   process 42, since \\d\\d:\\d\\d:\\d\\d",
          "",
          "  Told to agents",
          "  ● selection         a\\.ts:3-7",
          "",
          "  Problems",
          "  ✗ found             1 error, 2 warnings",
          "",
          "  Language servers",
          "  ● TypeScript        ready, 12 files: typescript, javascript",
          "  ✗ gopls             failed in api: go",
          "                      given up",
          "  ✗ rust-analyzer     missing, 1 file: rust",
          "                      not installed: rustup component add rust-analyzer$",
        ].join("\n"),
      ),
    );
  });

  it("tells whole lines as people count them", () => {
    const desk = new Desk();
    const range = { start: { line: 4, character: 0 }, end: { line: 6, character: 0 } };
    desk.event({ type: "selectionChanged", selection: { path: "/w/a.ts", text: "x", range } });
    expect(desk.rows[0]).toMatch(/⧉ a\.ts:5-6$/);
  });

  it("tells who asks, be it a command of ours", () => {
    const desk = new Desk({ rows: 30 });
    const own = { ...status.clients[0]!, id: 9, name: "idebridge-cli", version: "1" };
    desk.tell({ type: "attached", status: { ...status, clients: [own] }, reviews: [], prompts: [] });
    desk.press("4");
    const heads = [desk.rows[0]];
    desk.event({ type: "reviewOpened", review: pending(1, "/w/a.ts", { client: own }) });
    desk.press("4");
    heads.push(desk.rows[0]);
    expect([heads, desk.screen]).toEqual([
      [expect.stringContaining("○ no agent"), expect.stringContaining("● idebridge-cli 1")],
      expect.stringMatching(/Agents\n {2}● idebridge-cli 1 /),
    ]);
  });

  it("scrolls where there is little room, and nothing sticks out", () => {
    const desk = new Desk({ columns: 40, rows: 8 });
    desk.press("4");
    desk.event({ type: "languageServersChanged", servers });
    const top = desk.rows[2];
    desk.press("G");
    expect([top, desk.rows.slice(2, 6)]).toEqual([
      "  Served",
      [
        "                      rust",
        "                      not installed:",
        "                      rustup component",
        "                      add rust-analyzer",
      ],
    ]);
    desk.press("g", "j", "k");
    expect(desk.rows[2]).toBe("  Served");
  });

  it("without anybody and anything, says what to do", () => {
    const desk = new Desk({ rows: 30 });
    desk.tell({ type: "attached", status: { ...status, clients: [] }, reviews: [], prompts: [] });
    desk.event({ type: "languageServersChanged", servers: [] });
    desk.event({ type: "sharingChanged", paused: true });
    desk.press("tab", "tab", "tab");
    for (const line of [
      "○ none          In another terminal, in the same folder: claude --ide",
      "✗ paused        nothing is shared",
      "○ none          of use here, or they are turned off in the settings",
    ])
      expect(desk.screen).toContain(line);
  });
});
