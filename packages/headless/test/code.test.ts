import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { FileDiagnostics } from "@idebridge/sdk";
import { describe, expect, it, vi } from "vitest";
import { type CodeHandlers, codeHandlers } from "../src/code/codeHandlers.ts";
import type { CodePlaces, RefactoringResult } from "../src/control/codeProtocol.ts";
import { DocumentStore } from "../src/documents/documentStore.ts";
import { Inbox } from "../src/inbox.ts";
import { LanguageServers } from "../src/languages/languageServers.ts";
import { temporaryFolder } from "./documentsFolder.ts";
import { ScriptedServers } from "./languages/scriptedServers.ts";

// Real programs, on a machine that may be busy.
vi.setConfig({ testTimeout: 30_000 });

const typescript = fileURLToPath(new URL("../../../node_modules/typescript/package.json", import.meta.url));
const programs = fileURLToPath(new URL("../../../node_modules/.bin", import.meta.url));
const never = new AbortController().signal;
const agent = { name: "agent", version: "1" };

const greeting = {
  "tsconfig.json": '{"compilerOptions": {"strict": true, "noEmit": true}}\n',
  "greet.ts":
    '/** Says hello. */\nexport function greet(name: string): string {\n  return "Hello " + name;\n}\n',
  "one.ts": 'import { greet } from "./greet";\n\nexport const one = greet("one");\n',
  "two.ts": 'import { greet } from "./greet";\n\nexport const two = greet("two") + greet("2");\n',
  "secret/keys.ts": 'import { greet } from "../greet";\ngreet("secret");\n',
};

/** A project with the real TypeScript server, and an inbox to decide in. */
function project(
  files: Readonly<Record<string, string>> = greeting,
  options: {
    readonly isPaused?: () => boolean;
    readonly canReview?: boolean;
    readonly writing?: (path: string) => void;
  } = {},
) {
  const folder = temporaryFolder();
  const at = (name: string) => join(folder.path, name);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(at(name)), { recursive: true });
    writeFileSync(at(name), text);
  }
  const documents = new DocumentStore({ watchMilliseconds: 1e9 });
  const inbox = new Inbox();
  const languages = new LanguageServers({
    folders: [folder.path],
    env: { PATH: `${programs}:${dirname(process.execPath)}:/usr/bin:/bin` },
    version: "1",
    openText: async (path) => (await documents.read(path))?.text,
    bundled: () => ({ typescript }),
  });
  const warnings: string[] = [];
  const written: string[] = [];
  let last = 0;
  const code = codeHandlers({
    languages: async () => languages,
    documents,
    folders: () => [folder.path],
    isDenied: (path) => path.includes("/secret/"),
    isPaused: options.isPaused ?? (() => false),
    inbox: options.canReview === false ? undefined : inbox,
    nextId: () => ++last,
    writing(path) {
      written.push(path.slice(folder.path.length + 1));
      options.writing?.(path);
    },
    warn: (message) => warnings.push(message),
    async diagnostics(path): Promise<readonly FileDiagnostics[]> {
      if (path !== undefined) await languages.fresh(path);
      return languages.diagnostics().filter((file) => path === undefined || file.path === path);
    },
  });
  const short = (path: string) => path.slice(folder.path.length + 1);
  return {
    code,
    inbox,
    documents,
    warnings,
    written,
    at,
    onDisk: (name: string) => readFileSync(at(name), "utf8"),
    lines: ({ places }: CodePlaces) =>
      places.map(({ path, range, text }) => `${short(path)}:${range.start.line + 1} ${text.trim()}`),
    pending: (count: number) =>
      vi.waitFor(() => {
        expect(inbox.list().length).toBe(count);
        return inbox.list();
      }, 10_000),
    async accept(name: string, edit = (text: string) => text) {
      const { id } = inbox.list().find(({ path }) => path === at(name))!;
      const { proposal } = await inbox.read(id);
      inbox.decide(id, { outcome: "accepted", contents: edit(proposal.contents) }, "terminal");
    },
    reject(name: string, message?: string) {
      const { id } = inbox.list().find(({ path }) => path === at(name))!;
      inbox.decide(id, { outcome: "rejected" }, "terminal", { message });
    },
    async [Symbol.asyncDispose]() {
      await languages.close();
      inbox.close();
      documents[Symbol.dispose]();
      folder[Symbol.dispose]();
    },
  };
}

function rename(code: CodeHandlers, path: string, signal = never): Promise<RefactoringResult> {
  return code["code/rename"]({ path, line: 1, symbol: "greet", newName: "welcome", agent }, signal);
}

const renamed = (text: string) =>
  text.replaceAll("greet(", "welcome(").replaceAll("{ greet }", "{ welcome }");

describe("questions", () => {
  it("definition, references, hover, symbols and problems, by the symbol's text", async () => {
    await using test = project({ ...greeting, "bad.ts": 'const n: number = "one";\n' });
    const { code, at, lines } = test;
    const place = { path: at("one.ts"), line: 2, symbol: "greet", agent };
    expect(lines(await code["code/definition"](place, never))).toEqual([
      "greet.ts:2 export function greet(name: string): string {",
    ]);
    expect(lines(await code["code/references"](place, never)).sort()).toEqual([
      "greet.ts:2 export function greet(name: string): string {",
      'one.ts:1 import { greet } from "./greet";',
      'one.ts:3 export const one = greet("one");',
      'two.ts:1 import { greet } from "./greet";',
      'two.ts:3 export const two = greet("two") + greet("2");',
      'two.ts:3 export const two = greet("two") + greet("2");',
    ]);
    expect((await code["code/hover"](place, never)).text).toMatch(
      /function greet\(name: string\): string[\s\S]*Says hello/,
    );
    expect(await code["code/documentSymbols"]({ path: at("greet.ts"), agent }, never)).toMatchObject({
      symbols: [{ name: "greet", kind: "function", start: { line: 1, character: 16 }, endLine: 3, depth: 0 }],
      total: 1,
    });
    const { symbols } = await code["code/workspaceSymbols"]({ query: "greet", agent }, never);
    expect(symbols.map(({ name, path }) => [name, path])).toContainEqual(["greet", at("greet.ts")]);
    expect((await code["code/diagnostics"]({ path: at("bad.ts"), agent }, never)).files).toMatchObject([
      { path: at("bad.ts"), diagnostics: [{ code: 2322, severity: "error" }] },
    ]);
  });

  it("the outline of a file has neither its imports nor the variables of its functions", async () => {
    await using test = project({
      "a.ts":
        'import { x, type Y } from "./x";\nimport * as z from "./z";\nconst f = () => {\n  const inner = 1;\n};\nclass K {\n  p = 1;\n  m() {\n    let q = 2;\n  }\n}\n',
    });
    const { symbols } = await test.code["code/documentSymbols"]({ path: test.at("a.ts"), agent }, never);
    expect(symbols.map(({ kind, name, depth }) => `${depth} ${kind} ${name}`)).toEqual([
      "0 variable f",
      "0 class K",
      "1 property p",
      "1 method m",
    ]);
  });

  it("the whole workspace can be searched before any file was looked at", async () => {
    await using test = project();
    const { symbols } = await test.code["code/workspaceSymbols"]({ query: "greet", agent }, never);
    expect(symbols.map(({ name, path }) => [name, path])).toContainEqual(["greet", test.at("greet.ts")]);
  });

  it("say what to do when they cannot be answered", async () => {
    await using test = project({ ...greeting, "a.txt": "text\n" });
    const { code, at } = test;
    const failure = (run: Promise<unknown>) => run.catch((error: Error) => error.message);
    const hover = (name: string, line: number, symbol?: string) =>
      failure(code["code/hover"]({ path: at(name), line, ...(symbol && { symbol }), agent }, never));
    expect(await hover("two.ts", 1, "greet")).toBe('Line 2 of two.ts has no "greet"; it is in line 1, 3');
    expect(await hover("two.ts", 0, "two")).toMatchObject({
      text: expect.stringContaining("const two: string"),
    });
    expect(await hover("two.ts", 2, "gree")).toMatch(/has no "gree"; nor has any other line/);
    expect(await hover("two.ts", 9)).toBe("two.ts has 3 lines; there is no line 10");
    expect(await hover("none.ts", 0)).toMatch(/There is no file .*none\.ts/);
    expect(await failure(code["code/documentSymbols"]({ path: at("none.ts"), agent }, never))).toMatch(
      /There is no file .*none\.ts/,
    );
    expect(await hover("a.txt", 0)).toMatch(/There is no language server for a\.txt/);
    expect(await failure(code["code/actions"]({ path: at("a.txt"), line: 0, agent }, never))).toMatch(
      /There is no language server for a\.txt/,
    );
  });

  it("keep back from agents what is not shared, and all of it while sharing is paused", async () => {
    let isPaused = false;
    await using test = project(greeting, { isPaused: () => isPaused });
    const { code, at } = test;
    const ask = (path: string) =>
      code["code/hover"]({ path, line: 1, symbol: "greet", agent }, never).catch(
        (error: Error) => error.message,
      );
    expect(await ask(at("secret/keys.ts"))).toBe("keys.ts is not shared with agents");
    expect(await ask("/etc/passwd")).toMatch(/^\/etc\/passwd is not in the workspace/);
    isPaused = true;
    expect(await ask(at("greet.ts"))).toBe("The user shares nothing with agents just now");
  });
});

describe("rename", () => {
  const { "secret/keys.ts": _, ...shared } = greeting;

  it("all accepted: every file is written, and not before the last is decided", async () => {
    await using test = project(shared);
    const run = rename(test.code, test.at("greet.ts"));
    const reviews = await test.pending(3);
    expect(reviews.map(({ title, group, client }) => [title, group, client.name])).toEqual(
      Array(3).fill([
        "Rename greet to welcome",
        { id: 1, title: "Rename greet to welcome", size: 3 },
        "agent",
      ]),
    );
    await test.accept("greet.ts");
    await test.accept("one.ts");
    expect([test.onDisk("greet.ts"), test.onDisk("one.ts")]).toEqual([shared["greet.ts"], shared["one.ts"]]);
    await test.accept("two.ts");
    expect(await run).toMatchObject({
      outcome: "decided",
      files: [{ outcome: "accepted" }, { outcome: "accepted" }, { outcome: "accepted" }],
    });
    for (const name of ["greet.ts", "one.ts", "two.ts"] as const)
      expect(test.onDisk(name)).toBe(renamed(shared[name]));
    expect(test.written.sort()).toEqual(["greet.ts", "one.ts", "two.ts"]);
  });

  it("one edited, one rejected with a word: exactly that is written and told", async () => {
    await using test = project(shared);
    const run = rename(test.code, test.at("greet.ts"));
    await test.pending(3);
    await test.accept("greet.ts");
    await test.accept("one.ts", (text) => `// mine\n${text}`);
    test.reject("two.ts", "not this one");
    const result = await run;
    expect(
      result.outcome === "decided" && [...result.files].sort((a, b) => (a.path < b.path ? -1 : 1)),
    ).toEqual([
      { path: test.at("greet.ts"), outcome: "accepted", by: "terminal" },
      {
        path: test.at("one.ts"),
        outcome: "edited",
        by: "terminal",
        patch: expect.stringContaining("+// mine\n"),
      },
      { path: test.at("two.ts"), outcome: "rejected", by: "terminal", message: "not this one" },
    ]);
    expect([test.onDisk("one.ts"), test.onDisk("two.ts")]).toEqual([
      `// mine\n${renamed(shared["one.ts"])}`,
      shared["two.ts"],
    ]);
  });

  it("taken back, with some accepted already: nothing is written, and the user is told", async () => {
    await using test = project(shared);
    const abort = new AbortController();
    const run = rename(test.code, test.at("greet.ts"), abort.signal).catch((error: Error) => error.message);
    await test.pending(3);
    await test.accept("greet.ts");
    abort.abort(new Error("the client has left"));
    expect(await run).toBe("the client has left");
    expect(test.inbox.list()).toEqual([]);
    expect([test.onDisk("greet.ts"), test.warnings]).toEqual([
      shared["greet.ts"],
      ["Rename greet to welcome was taken back before all of it was decided: nothing of it was written"],
    ]);
  });

  it("a file that has changed meanwhile: nothing is written at all", async () => {
    await using test = project(shared);
    const run = rename(test.code, test.at("greet.ts"));
    await test.pending(3);
    writeFileSync(test.at("one.ts"), "// other\n");
    for (const name of ["greet.ts", "one.ts", "two.ts"]) await test.accept(name);
    expect(await run).toEqual({
      outcome: "changedMeanwhile",
      title: "Rename greet to welcome",
      paths: [test.at("one.ts")],
    });
    expect([test.onDisk("greet.ts"), test.onDisk("one.ts")]).toEqual([shared["greet.ts"], "// other\n"]);
    // The user has accepted it, and must know as well.
    expect(test.warnings).toEqual([
      "Rename greet to welcome: nothing was written, as this has changed meanwhile: one.ts",
    ]);
  });

  it("a file that cannot be written in the midst of it: those before it are put back", async () => {
    const writing = (path: string) => path.endsWith("two.ts") && writeFileSync(path, "// other\n");
    await using test = project(shared, { writing });
    const run = rename(test.code, test.at("greet.ts"));
    await test.pending(3);
    for (const name of ["greet.ts", "one.ts", "two.ts"]) await test.accept(name);
    expect(await run).toEqual({
      outcome: "notWritten",
      title: "Rename greet to welcome",
      path: test.at("two.ts"),
      message: expect.stringContaining("it has changed meanwhile"),
      left: [],
    });
    expect(["greet.ts", "one.ts", "two.ts"].map((name) => test.onDisk(name))).toEqual([
      shared["greet.ts"],
      shared["one.ts"],
      "// other\n",
    ]);
    expect(test.warnings).toEqual([
      expect.stringContaining("Rename greet to welcome: nothing was written: "),
    ]);
  });

  it("accepted with nothing of it left is rejected", async () => {
    await using test = project(shared);
    const run = rename(test.code, test.at("greet.ts"));
    await test.pending(3);
    for (const name of ["greet.ts", "one.ts", "two.ts"] as const) await test.accept(name, () => shared[name]);
    expect(await run).toMatchObject({ files: Array(3).fill({ outcome: "rejected" }) });
    expect(test.written).toEqual([]);
  });

  it("of documents with unsaved changes: these are renamed too, and stay unsaved", async () => {
    await using test = project(shared);
    const path = test.at("one.ts");
    await test.documents.open(path);
    await test.documents.edit(path, `${shared["one.ts"]}greet("unsaved");\n`);
    await test.documents.open(test.at("two.ts"));
    const run = rename(test.code, test.at("greet.ts"));
    await test.pending(3);
    for (const name of ["greet.ts", "one.ts", "two.ts"]) await test.accept(name);
    const result = await run;
    expect(result.outcome === "decided" && result.files.find((file) => file.path === path)).toEqual({
      path,
      outcome: "accepted",
      by: "terminal",
      isUnsaved: true,
    });
    expect([test.onDisk("one.ts"), test.documents.get(path)?.text]).toEqual([
      shared["one.ts"],
      renamed(`${shared["one.ts"]}greet("unsaved");\n`),
    ]);
    expect([test.onDisk("two.ts"), test.documents.get(test.at("two.ts"))?.isDirty]).toEqual([
      renamed(shared["two.ts"]),
      false,
    ]);
  });

  it("where it is imported: the definition is renamed, and every other use", async () => {
    await using test = project(shared, { canReview: false });
    const place = { path: test.at("one.ts"), line: 2, symbol: "greet" };
    const result = await test.code["code/rename"]({ ...place, newName: "welcome", agent }, never);
    expect(result.outcome === "notReviewed" && result.patches.map((patch) => patch.split("\n")[0])).toEqual([
      "diff --git a/greet.ts b/greet.ts",
      "diff --git a/one.ts b/one.ts",
      "diff --git a/two.ts b/two.ts",
    ]);
  });

  it("without a project file: in files that nobody has open too, as for references", async () => {
    const { "tsconfig.json": _, "secret/keys.ts": __, ...loose } = greeting;
    const script = 'import { greet } from "../greet";\n\ngreet("deep");\n';
    await using test = project({ ...loose, "deep/three.js": script }, { canReview: false });
    const { code, at, lines } = test;
    const place = { path: at("greet.ts"), line: 1, symbol: "greet", agent };
    const found = lines(await code["code/references"](place, never)).map((line) => line.split(" ")[0]);
    expect(found.sort()).toEqual([
      "deep/three.js:1",
      "deep/three.js:3",
      "greet.ts:2",
      "one.ts:1",
      "one.ts:3",
      "two.ts:1",
      "two.ts:3",
      "two.ts:3",
    ]);
    const result = await rename(code, at("greet.ts"));
    expect(result.outcome === "notReviewed" && result.patches.length).toBe(4);
  });

  it("in Python, by pyright", async () => {
    await using test = project({
      "greet.py": "def greet(name: str) -> str:\n    return 'Hello ' + name\n",
      "one.py": "from greet import greet\n\nprint(greet('one'))\n",
    });
    const run = test.code["code/rename"](
      { path: test.at("one.py"), line: 2, symbol: "greet", newName: "welcome", agent },
      never,
    );
    await test.pending(2);
    for (const name of ["greet.py", "one.py"]) await test.accept(name);
    expect(await run).toMatchObject({ outcome: "decided" });
    expect([test.onDisk("greet.py"), test.onDisk("one.py")]).toEqual([
      "def welcome(name: str) -> str:\n    return 'Hello ' + name\n",
      "from greet import welcome\n\nprint(welcome('one'))\n",
    ]);
  });

  it("that would change what is not shared is refused", async () => {
    await using test = project();
    await expect(rename(test.code, test.at("greet.ts"))).rejects.toThrow("not shared with agents");
    expect(test.inbox.list()).toEqual([]);
  });

  it("where nobody can review: what it would change is told, and nothing is written", async () => {
    await using test = project(shared, { canReview: false });
    const result = await rename(test.code, test.at("greet.ts"));
    expect(result).toMatchObject({ outcome: "notReviewed", title: "Rename greet to welcome" });
    expect(result.outcome === "notReviewed" && result.patches.join("")).toContain(
      "+export function welcome(",
    );
    expect(test.onDisk("greet.ts")).toBe(shared["greet.ts"]);
  });
});

describe("code actions", () => {
  const files = { "tsconfig.json": "{}", "a.ts": "export const a = 1;\n", "b.ts": "console.log(a);\n" };

  it("are listed, and applied by their title, for review", async () => {
    await using test = project(files);
    const lines = { path: test.at("b.ts"), line: 0, agent };
    const { actions } = await test.code["code/actions"](lines, never);
    const fix = actions.find(({ title }) => /import/i.test(title));
    expect(fix).toMatchObject({ kind: "quickfix" });
    const run = test.code["code/applyAction"]({ ...lines, title: fix!.title }, never);
    await test.pending(1);
    await test.accept("b.ts");
    expect(await run).toMatchObject({ outcome: "decided", files: [{ outcome: "accepted" }] });
    expect(test.onDisk("b.ts")).toMatch(/^import \{ a \} from "\.\/a(\.js)?";\n\nconsole\.log\(a\);\n$/);
  });

  it("of several servers: each is asked for its own", async () => {
    await using scripted = new ScriptedServers({
      one: { script: { action: "first" } },
      two: { script: { action: "second" } },
    });
    using documents = new DocumentStore();
    const path = scripted.write("a.txt", "text\n");
    const code = codeHandlers({
      languages: async () => scripted.servers,
      documents,
      folders: () => [scripted.folder],
      isDenied: () => false,
      isPaused: () => false,
      inbox: undefined,
      nextId: () => 1,
      diagnostics: async () => [],
    });
    const { actions } = await code["code/actions"]({ path, line: 0 }, never);
    expect(actions.map(({ title }) => title)).toEqual(["first", "second"]);
    const applied = await code["code/applyAction"]({ path, line: 0, title: "second" }, never);
    expect(applied.outcome === "notReviewed" && applied.patches.join("")).toContain("+second: text\n");
  });

  it("that are not there are refused, with those that are", async () => {
    await using test = project(files);
    const run = test.code["code/applyAction"]({ path: test.at("b.ts"), line: 0, title: "Fly", agent }, never);
    await expect(run).rejects.toThrow(/There is no "Fly" for line 1 of b\.ts\. There is: .*import/i);
  });
});
