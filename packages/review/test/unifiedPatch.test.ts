import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unifiedPatch } from "@idebridge/review";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { editedPair } from "./arbitraries.ts";

describe("unifiedPatch", () => {
  it("is what git writes, but for the headings of its hunks", () => {
    const before = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\neleven\n";
    const after = "one\nTWO\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\neleven\ntwelve";
    expect(unifiedPatch(before, after, { path: "src/a.txt" })).toBe(
      [
        "diff --git a/src/a.txt b/src/a.txt",
        "--- a/src/a.txt",
        "+++ b/src/a.txt",
        "@@ -1,5 +1,5 @@",
        " one",
        "-two",
        "+TWO",
        " three",
        " four",
        " five",
        "@@ -9,3 +9,4 @@",
        " nine",
        " ten",
        " eleven",
        "+twelve",
        "\\ No newline at end of file",
        "",
      ].join("\n"),
    );
  });

  it.each<[name: string, before: string | null, after: string | null, patch: string[]]>([
    ["nothing", "a\n", "a\n", []],
    ["a new file", null, "a\n", ["new file mode 100644", "--- /dev/null", "+++ b/f", "@@ -0,0 +1 @@", "+a"]],
    ["a new empty file", null, "", ["new file mode 100644"]],
    [
      "a deleted file",
      "a\n",
      null,
      ["deleted file mode 100644", "--- a/f", "+++ /dev/null", "@@ -1 +0,0 @@", "-a"],
    ],
    [
      "a final newline",
      "a",
      "a\n",
      ["--- a/f", "+++ b/f", "@@ -1 +1 @@", "-a", "\\ No newline at end of file", "+a"],
    ],
    [
      "a CR, which ends no line for git",
      "a\rb\n",
      "a\rc\n",
      ["--- a/f", "+++ b/f", "@@ -1 +1 @@", "-a\rb", "+a\rc"],
    ],
  ])("knows %s", (_, before, after, patch) => {
    const head = patch.length > 0 ? ["diff --git a/f b/f"] : [];
    expect(unifiedPatch(before, after, { path: "f" })).toBe(
      [...head, ...patch].map((line) => `${line}\n`).join(""),
    );
  });

  it("ends a name with a space in it by a tab, for other programs than git", () => {
    expect(unifiedPatch("a\n", "b\n", { path: "my file" })).toBe(
      "diff --git a/my file b/my file\n--- a/my file\t\n+++ b/my file\t\n@@ -1 +1 @@\n-a\n+b\n",
    );
  });

  it("is applied by git to any text, whatever its name", () => {
    const folder = mkdtempSync(join(tmpdir(), "idebridge-patch-"));
    try {
      const wellFormed = editedPair.map((texts) =>
        texts.map((text) => text.replace(/\p{Surrogate}|\0/gu, "?")),
      );
      const files = fc
        .sample(fc.tuple(wellFormed, fc.nat({ max: 4 })), 150)
        .map(([[before, after], context], i) => {
          const path = ["plain", "with space ", "tab\t", 'quo"te\\', "ünï"][i % 5]! + i;
          writeFileSync(join(folder, path), before!);
          return { path, after, patch: unifiedPatch(before!, after!, { path, context }) };
        });
      const { status, stderr } = spawnSync("git", ["apply", "--unidiff-zero", "--whitespace=nowarn", "-"], {
        cwd: folder,
        env: { PATH: process.env.PATH, HOME: folder, GIT_CEILING_DIRECTORIES: folder },
        input: files.map(({ patch }) => patch).join(""),
        encoding: "utf8",
      });
      expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
      expect(files.map(({ path }) => readFileSync(join(folder, path), "utf8"))).toEqual(
        files.map(({ after }) => after),
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
