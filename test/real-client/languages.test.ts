import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BesideClaude } from "../idebridge/besideClaude.ts";
import type { ClaudeTerminal } from "./claudeTerminal.ts";
import { edit } from "./ideHost.ts";
import { type ClaudeVersion, claudeVersions, installClaude } from "./installClaude.ts";
import { text, toolUse } from "./modelApi.ts";

const selected = { "selected.txt": "one\ntwo\nthree\n" };
const modules = fileURLToPath(new URL("../../node_modules", import.meta.url));

/** A client that edits without asking, with nothing but the command, as `npm run build` leaves it, as its IDE. */
class EditingClaude implements AsyncDisposable {
  readonly beside: BesideClaude;
  readonly claude: ClaudeTerminal;
  #turns = 0;

  private constructor(beside: BesideClaude, claude: ClaudeTerminal) {
    this.beside = beside;
    this.claude = claude;
  }

  static async start(
    version: ClaudeVersion,
    files: Readonly<Record<string, string>>,
    installed: readonly string[] = [],
  ): Promise<EditingClaude> {
    await installClaude(version);
    const beside = await BesideClaude.create({ version, files: { ...selected, ...files } });
    for (const name of installed) {
      mkdirSync(beside.client.path("node_modules"), { recursive: true });
      symlinkSync(join(modules, name), beside.client.path(`node_modules/${name}`));
    }
    await beside.serve();
    const mode = ["--permission-mode", "acceptEdits", "--allowed-tools", "mcp__ide__getDiagnostics"];
    const claude = await beside.client.start({ args: ["--ide", ...mode] });
    await beside.listens(claude);
    // Claude Code waits two seconds for an answer: on a busy machine too short for servers that still start.
    for (const name of Object.keys(files)) {
      await beside.run(
        "call",
        "getDiagnostics",
        JSON.stringify({ uri: `file://${beside.client.path(name)}` }),
      );
    }
    return new EditingClaude(beside, claude);
  }

  /** The problems that the model is told of after an edit, in the same turn; none at all when it is told of none. */
  async newProblems(name: string, from: string, to: string): Promise<readonly string[] | undefined> {
    const { api, path } = this.beside.client;
    const end = `end of turn ${++this.#turns}.`;
    const before = api.requests.length;
    api.play(...edit(path(name), from, to), [text(end)]);
    await this.claude.submit(`edit number ${this.#turns}`);
    const { newText } = await api.waitForRequest(
      (request) => request.index >= before && request.newText.includes("has been updated"),
    );
    await this.claude.waitForScreen(end);
    expect(readFileSync(path(name), "utf8")).toContain(to);
    return /<new-diagnostics>[\s\S]*<\/new-diagnostics>/
      .exec(newText)?.[0]
      .split("\n")
      .filter((line) => /\[Line \d/.test(line))
      .map((line) => line.trim().replace("</new-diagnostics>", ""));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.beside[Symbol.asyncDispose]();
  }
}

describe.each(claudeVersions)(
  "Claude Code %s, with idebridge as its IDE, in a TypeScript project",
  (version) => {
    let editing: EditingClaude;
    beforeAll(async () => {
      editing = await EditingClaude.start(version, {
        "tsconfig.json": '{ "compilerOptions": { "strict": true } }\n',
        // Its second line is wrong from the start.
        "shape.ts": "export const sides: number = 4;\nexport const name: string = 1;\n",
        "use.ts": 'import { sides } from "./shape.js";\n\nexport const corners: number = sides;\n',
      });
    });
    afterAll(() => editing?.[Symbol.asyncDispose]());

    test("a type error is told to the model in the turn that makes it, the old one beside it is not", async () => {
      expect(await editing.newProblems("shape.ts", "number = 4", 'number = "four"')).toEqual([
        "✘ [Line 1:14] Type 'string' is not assignable to type 'number'. [2322] (ts)",
      ]);
      await editing.claude.waitForScreen("Found 1 new diagnostic issue in 1 file");
    });

    test("when it is mended, nothing is told", async () => {
      expect(await editing.newProblems("shape.ts", '"four"', "4")).toBeUndefined();
    });

    test("an error that comes from another file counts as soon as the file that has it is edited", async () => {
      expect(
        await editing.newProblems("shape.ts", "sides: number = 4", "sides = { all: 4 }"),
      ).toBeUndefined();
      // It was there before this edit, as the answer to the question before it said.
      expect(await editing.newProblems("use.ts", "corners: number", "corners: boolean")).toEqual([
        expect.stringMatching(/^✘ \[Line 3:14\] .*is not assignable to type 'boolean'/),
      ]);
    });

    test("the model asks for itself, and is told all", async () => {
      editing.beside.client.api.play(
        [toolUse("ToolSearch", { query: "select:mcp__ide__getDiagnostics" })],
        [toolUse("mcp__ide__getDiagnostics", {}, "toolu_asked")],
        [text("end of asking.")],
      );
      await editing.claude.submit("ask for problems");
      const isAnswer = ({ toolUseId }: { readonly toolUseId: string }) => toolUseId === "toolu_asked";
      const { toolResults } = await editing.beside.client.api.waitForRequest((request) =>
        request.toolResults.some(isAnswer),
      );
      const answer = toolResults.find(isAnswer)?.text ?? "";
      expect(answer).toContain("Type 'number' is not assignable to type 'string'");
      expect(answer).toContain("is not assignable to type 'boolean'");
      await editing.claude.waitForScreen("end of asking.");
    });
  },
);

describe(`Claude Code ${claudeVersions[0]}, and other languages`, () => {
  let editing: EditingClaude;
  beforeAll(async () => {
    const files = { "data.json": '{ "a": 1 }\n', "a.py": "a: int = 1\n", "a.sh": '#!/bin/bash\necho "$1"\n' };
    editing = await EditingClaude.start(claudeVersions[0], files, ["pyright", "bash-language-server"]);
  });
  afterAll(() => editing?.[Symbol.asyncDispose]());

  test.each([
    ["JSON", "data.json", "1", "?", /^✘ \[Line 1:\d+\] Value expected/],
    ["Python, by a server of the project", "a.py", "1", '"one"', /^✘ \[Line 1:10\] Type "Literal\['one'\]"/],
    ["Bash, by one that tells by itself", "a.sh", "echo", "if echo", /\(shellcheck\)$/],
  ])("%s", async (_name, file, good, bad, problem) => {
    const broken = await editing.newProblems(file, good, bad);
    expect(broken?.[0]).toMatch(problem);
    expect(await editing.newProblems(file, bad, good)).toBeUndefined();
  });
});
