import { execFileSync } from "node:child_process";
import { symlinkSync, writeFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { fuzzyMatch } from "../src/files/fuzzyMatch.ts";
import { PagesProject } from "./pagesProject.ts";

const gitEnvironment = {
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_SYSTEM: "/dev/null",
  PATH: process.env.PATH,
};

describe("files of the workspace", () => {
  it("as a tree: folders first, by name, what git ignores marked, what is off limits explained", async () => {
    await using project = await PagesProject.start({
      "b10.ts": "",
      "b9.ts": "",
      ".env": "SECRET",
      "out/built.js": "",
      "src/a.ts": "",
      ".gitignore": "out\n*.log\n",
      "debug.log": "",
    });
    symlinkSync("/etc", project.path("etc"));
    execFileSync("git", ["init", "-q"], { cwd: project.folder, env: gitEnvironment });
    const page = await project.page();
    const { entries: roots } = await page.request("files/list", {});
    expect(roots).toEqual([{ name: "project", path: project.folder, kind: "folder", isIgnored: false }]);
    const { entries } = await page.request("files/list", { path: project.folder });
    expect(entries.map(({ name, kind, isIgnored, problem }) => [name, kind, isIgnored, problem])).toEqual([
      [".git", "folder", true, undefined],
      ["etc", "folder", false, "is a link that leads out of the workspace"],
      ["out", "folder", true, undefined],
      ["src", "folder", false, undefined],
      [".env", "file", false, "is not shared: it matches a deny pattern"],
      [".gitignore", "file", false, undefined],
      ["b9.ts", "file", false, undefined],
      ["b10.ts", "file", false, undefined],
      ["debug.log", "file", true, undefined],
    ]);
    const inside = await page.request("files/list", { path: project.path("out") });
    expect(inside.entries).toMatchObject([{ name: "built.js", isIgnored: true }]);
    await expect(page.request("files/list", { path: project.path("b9.ts") })).rejects.toThrow(
      "is not a folder",
    );
    await expect(page.request("files/list", { path: project.path("none") })).rejects.toThrow(
      "There is no file",
    );
  });

  it("by what is typed: the best first, nothing that git ignores or that is off limits", async () => {
    await using project = await PagesProject.start({
      "src/server/main.ts": "",
      "src/domain/mail.ts": "",
      "docs/remains.md": "",
      "node_modules/main/main.ts": "",
      ".gitignore": "node_modules\n",
      "main.pem": "secret",
      "gone.ts": "",
    });
    execFileSync("git", ["init", "-q"], { cwd: project.folder, env: gitEnvironment });
    execFileSync("git", ["add", "."], { cwd: project.folder, env: gitEnvironment });
    execFileSync("rm", [project.path("gone.ts")]);
    const page = await project.page();
    const found = async (query: string) =>
      (await page.request("files/find", { query })).files.map(({ shown }) => shown);
    expect(await found("main")).toEqual(["src/server/main.ts", "docs/remains.md", "src/domain/mail.ts"]);
    expect(await found("s m")).toContain("src/server/main.ts");
    expect(await found("gone")).toEqual([]);
    const [file] = (await page.request("files/find", { query: "DOM", limit: 1 })).files;
    expect(file).toEqual({
      path: project.path("src/domain/mail.ts"),
      shown: "src/domain/mail.ts",
      matches: [4, 5, 6],
    });
  });

  it("without git: all but what is never meant", async () => {
    await using project = await PagesProject.start({ "a/b.ts": "", "node_modules/b.ts": "" });
    const page = await project.page();
    expect(await page.request("files/find", { query: "b.ts" })).toMatchObject({
      files: [{ shown: "a/b.ts" }],
      searched: 1,
      isCut: false,
    });
  });
});

describe("how well a path fits", () => {
  const order = (query: string, ...paths: string[]) =>
    paths
      .map((path) => ({ path, match: fuzzyMatch(query, path, path.lastIndexOf("/") + 1) }))
      .filter(({ match }) => match)
      .sort((a, b) => b.match!.score - a.match!.score)
      .map(({ path }) => path);

  it("the name before the folders, the beginnings of words before their middles, the shorter before the longer", () => {
    expect(order("test", "test/x/a.ts", "a/contest.ts", "a/test.ts", "b/a/test.ts", "none")).toEqual([
      "a/test.ts",
      "b/a/test.ts",
      "a/contest.ts",
      "test/x/a.ts",
    ]);
    expect(order("cs", "src/abcxs.ts", "src/control-server.ts")).toEqual([
      "src/control-server.ts",
      "src/abcxs.ts",
    ]);
    expect(order("src/ma", "lib/src/manual.md", "src/main.ts", "main.ts")).toEqual([
      "src/main.ts",
      "lib/src/manual.md",
    ]);
  });
});

describe("documents in several pages", () => {
  it("stay the same: the others are told the new text, and who is late is told so", async () => {
    await using project = await PagesProject.start({ "a.ts": "one\n" });
    const path = project.path("a.ts");
    const [first, second] = [await project.page(), await project.page()];
    const { version } = await first.request("documents/open", { path });
    await second.request("documents/open", { path });
    const edited = await first.request("documents/edit", { path, text: "two\n", version });
    await vi.waitFor(() =>
      expect(second.told("documentChanged")).toEqual([
        { type: "documentChanged", path, text: "two\n", version: edited.version, isDirty: true },
      ]),
    );
    expect(first.told("documentChanged")).toEqual([]);
    await expect(second.request("documents/edit", { path, text: "three\n", version })).rejects.toMatchObject({
      data: "VERSION_CONFLICT",
    });
    await first.request("documents/save", { path });
    writeFileSync(path, "from outside\n");
    for (const page of [first, second]) {
      await vi.waitFor(() =>
        expect(page.told("documentChanged").at(-1)).toMatchObject({ text: "from outside\n", isDirty: false }),
      );
    }
  });
});

describe("the timeline of a file", () => {
  it("has what each prompt made of it, the oldest first", async () => {
    await using project = await PagesProject.start({ "a.ts": "one\n", "b.ts": "one\n" });
    const page = await project.page();
    await using agent = await project.agent();
    const path = project.path("a.ts");
    for (const [count, text] of ["two\n", "three\n"].entries()) {
      await agent.closeAllDiffs();
      await agent.diagnostics(path);
      writeFileSync(path, text);
      await agent.diagnostics();
      await vi.waitFor(
        async () => expect(await page.request("files/timeline", { path })).toHaveLength(count + 1),
        { timeout: 10_000 },
      );
    }
    const timeline = await page.request("files/timeline", { path });
    expect(timeline).toMatchObject([
      { prompt: { client: { name: "agent" } }, change: { path, kind: "modified", added: 1, removed: 1 } },
      { prompt: { client: { name: "agent" } }, change: { path, kind: "modified", added: 1, removed: 1 } },
    ]);
    expect(timeline[0]!.prompt.id).not.toBe(timeline[1]!.prompt.id);
    const texts = await Promise.all(
      timeline.map(({ change }) => page.request("changes/read", { id: change.id })),
    );
    expect(texts.map(({ before, after }) => [before, after])).toEqual([
      ["one\n", "two\n"],
      ["two\n", "three\n"],
    ]);
    expect(await page.request("files/timeline", { path: project.path("b.ts") })).toEqual([]);
  });
});
