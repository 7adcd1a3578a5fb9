import { defaultDeny, type SharingOptions } from "@idebridge/sdk";
import { FakeEditor, linkedPair, ManualClock } from "@idebridge/sdk/testing";
import { describe, expect, it } from "vitest";
import { Sharing } from "../src/server/sharing.ts";
import { introduced } from "./rawClient.ts";

function sharing(options: SharingOptions = {}, links: Record<string, string> = {}): Sharing {
  const realPath = (path: string) => links[path] ?? path;
  return new Sharing(options, { platform: "posix", folders: () => ["/ws", "/other"], realPath });
}

describe("deny patterns", () => {
  it.each([
    "/ws/.env",
    "/ws/sub/.ENV",
    "/ws/.env.production",
    "/elsewhere/.env",
    "/ws/server.pem",
    "/ws/a/b/private.KEY",
    "/home/x/.ssh/config",
    "/home/x/.ssh/keys/work",
    "/ws/.ssh/known_hosts",
    "/home/x/.aws/credentials",
    "/ws/id_rsa",
    "/ws/id_ed25519_work",
    "/ws/.npmrc",
    "/ws/.git-credentials",
  ])("by default deny %s", (path) => {
    expect(sharing().isDenied(path)).toBe(true);
  });

  it.each([
    "/ws/.env.example",
    "/ws/env",
    "/ws/.environment",
    "/ws/keys.ts",
    "/ws/a.pem.md",
    "/ws/id_rsa.pub",
    "/ws/ssh/config",
    "/ws/aws/credentials.ts",
  ])("by default share %s", (path) => {
    expect(sharing().isDenied(path)).toBe(false);
  });

  it.each<[pattern: string, denied: string[], shared: string[]]>([
    ["*.log", ["/ws/a.log", "/ws/x/a.LOG"], ["/ws/a.log/b", "/ws/alog"]],
    ["/secret/*", ["/ws/secret/a", "/other/secret/b"], ["/ws/x/secret/a", "/ws/secret/x/a"]],
    ["secret/**", ["/ws/secret/a", "/ws/secret/x/y"], ["/ws/x/secret/a"]],
    ["**/secret/**", ["/ws/x/secret/a/b", "/ws/secret/a"], ["/ws/secrets/a"]],
    ["src/**/gen.ts", ["/ws/src/gen.ts", "/ws/src/a/b/gen.ts"], ["/ws/gen.ts", "/ws/src/agen.ts"]],
    ["a?c", ["/ws/abc"], ["/ws/ac", "/ws/abbc"]],
    ["a+(b).[c]", ["/ws/a+(b).[c]"], ["/ws/aab.c"]],
    ["!.env", [], ["/ws/.env"]],
  ])("of the user: %s", (pattern, denied, shared) => {
    const it = sharing({ deny: [pattern] });
    expect([denied.filter((path) => !it.isDenied(path)), shared.filter((path) => it.isDenied(path))]).toEqual(
      [[], []],
    );
  });

  it("the last that matches wins", () => {
    const it = sharing({ deny: ["*.ts", "!a.ts", "src/a.ts"] });
    expect(["/ws/b.ts", "/ws/a.ts", "/ws/src/a.ts"].map((path) => it.isDenied(path))).toEqual([
      true,
      false,
      true,
    ]);
  });

  it("follow links, and the name of the link counts too", () => {
    const it = sharing({}, { "/ws/notes.txt": "/ws/.env", "/ws/.env.local": "/ws/notes.md" });
    expect(["/ws/notes.txt", "/ws/.env.local", "/ws/notes.md"].map((path) => it.isDenied(path))).toEqual([
      true,
      true,
      false,
    ]);
  });

  it("are published, to be shown and extended", () => {
    expect(defaultDeny).toContain(".env");
  });
});

describe("the cap on a selection", () => {
  it.each([
    ["abc", "abc"],
    ["abcd", "abc"],
    ["ab😀", "ab"],
    ["a😀b", "a😀"],
    ["", ""],
  ])("%j becomes %j", (text, told) => {
    const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 9 } };
    const selection = { path: "/ws/a.ts", range, text };
    expect(sharing({ selectionCharacters: 3 }).selection(selection)).toEqual({ ...selection, text: told });
  });

  it("holds for tools and notifications", async () => {
    const clock = new ManualClock();
    const editor = new FakeEditor();
    await using pair = await linkedPair(editor, { clock, sharing: { selectionCharacters: 3 } });
    const client = await introduced(pair);
    editor.select("/workspace/a.ts", undefined, "abcdef");
    await clock.advance(50);
    const texts = [
      client.notifications("selection_changed")[0]?.params.text,
      (await pair.ide.activeSelection())?.text,
      (await pair.ide.latestSelection())?.text,
    ];
    expect(texts).toEqual(["abc", "abc", "abc"]);
  });
});

const secret = "hunter2";

describe("files/read", () => {
  const links: Record<string, string> = {
    "/workspace/out.md": "/etc/passwd",
    "/workspace/in.md": "/workspace/a.md",
    "/workspace/dotenv.md": "/workspace/.env",
  };
  it.each<[path: string, answer: object]>([
    ["a.md", { result: "text of a" }],
    ["/a.md", { result: "text of a" }],
    ["/workspace/a.md", { result: "text of a" }],
    ["file:///workspace/a.md", { result: "text of a" }],
    ["sub/../a.md", { result: "text of a" }],
    ["in.md", { result: "text of a" }],
    ["none.md", { error: { code: -32602, message: "File not found: none.md" } }],
    ["/etc/passwd", { error: { code: -32602, message: "File not found: /etc/passwd" } }],
    ["../secret.md", { error: { code: -32602, message: expect.stringContaining("not in a folder") } }],
    ["file:///etc/passwd", { error: { code: -32602, message: expect.stringContaining("not in a folder") } }],
    ["out.md", { error: { code: -32602, message: expect.stringContaining("not in a folder") } }],
    [".env", { error: { code: -32602, message: expect.stringContaining("not shared") } }],
    ["dotenv.md", { error: { code: -32602, message: expect.stringContaining("not shared") } }],
    ["", { error: { code: -32602, message: expect.any(String) } }],
    ["a\0.md", { error: { code: -32602, message: expect.any(String) } }],
  ])("of %j", async (path, answer) => {
    const files = new Map([
      ["/workspace/a.md", "text of a"],
      ["/workspace/in.md", "text of a"],
      ["/etc/passwd", secret],
      ["/secret.md", secret],
      ["/workspace/out.md", secret],
      ["/workspace/.env", secret],
      ["/workspace/dotenv.md", secret],
    ]);
    const host = {
      realPath: (each: string) =>
        files.has(each) || each === "/workspace" ? (links[each] ?? each) : undefined,
      readText: async (each: string) => files.get(each),
    };
    const editor = { name: "Vault", workspaceFolders: () => ["/workspace"] };
    await using pair = await linkedPair(editor, { dialect: "obsidian", host });
    const client = await introduced(pair);
    expect(await client.answerTo("files/read", { path })).toMatchObject(answer);
  });
});
