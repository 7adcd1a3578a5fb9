import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BesideClaude } from "../idebridge/besideClaude.ts";
import type { ClaudeTerminal } from "./claudeTerminal.ts";
import { edit } from "./ideHost.ts";
import { claudeVersions, installClaude } from "./installClaude.ts";
import { text, toolUse } from "./modelApi.ts";

const files = {
  "selected.txt": "one\ntwo\nthree\n",
  "tsconfig.json": '{ "compilerOptions": { "strict": true } }\n',
  // Its second line is wrong from the start.
  "shape.ts": "export const sides: number = 4;\nexport const name: string = 1;\n",
  "use.ts": 'import { sides } from "./shape.js";\n\nexport const corners: number = sides;\n',
};

/** Nothing but the command, as `npm run build` leaves it: no settings, no language server installed. */
describe.each(claudeVersions)(
  "Claude Code %s, with idebridge as its IDE, in a TypeScript project",
  (version) => {
    let beside: BesideClaude;
    let claude: ClaudeTerminal;
    let turns = 0;

    beforeAll(async () => {
      await installClaude(version);
      beside = await BesideClaude.create({ version, files });
      await beside.serve();
      const args = [
        "--ide",
        "--permission-mode",
        "acceptEdits",
        "--allowed-tools",
        "mcp__ide__getDiagnostics",
      ];
      claude = await beside.client.start({ args });
      await beside.listens(claude);
    });
    afterAll(() => beside?.[Symbol.asyncDispose]());

    /** All that the model is told after the edit, in the same turn. */
    async function told(name: string, from: string, to: string): Promise<string> {
      const path = beside.client.path(name);
      const end = `end of turn ${++turns}.`;
      const { api } = beside.client;
      const before = api.requests.length;
      api.play(...edit(path, from, to), [text(end)]);
      await claude.submit(`change ${from} to ${to}`);
      const { newText } = await api.waitForRequest(
        (request) => request.index >= before && request.newText.includes("has been updated"),
      );
      await claude.waitForScreen(end);
      expect(readFileSync(path, "utf8")).toContain(to);
      return newText;
    }

    const newProblems = (told: string) =>
      /<new-diagnostics>[\s\S]*<\/new-diagnostics>/
        .exec(told)?.[0]
        .split("\n")
        .filter((line) => /\[Line \d/.test(line))
        .map((line) => line.trim().replace("</new-diagnostics>", ""));

    test("a type error is told to the model in the turn that makes it, the old one beside it is not", async () => {
      expect(newProblems(await told("shape.ts", "number = 4", 'number = "four"'))).toEqual([
        "✘ [Line 1:14] Type 'string' is not assignable to type 'number'. [2322] (ts)",
      ]);
      await claude.waitForScreen("Found 1 new diagnostic issue in 1 file");
    });

    test("when it is mended, nothing is told", async () => {
      expect(newProblems(await told("shape.ts", '"four"', "4"))).toBeUndefined();
    });

    test("an error that comes from another file counts as soon as the file that has it is edited", async () => {
      expect(newProblems(await told("shape.ts", "sides: number = 4", "sides = { all: 4 }"))).toBeUndefined();
      // It was there before this edit, as the answer to the question before it said.
      expect(newProblems(await told("use.ts", "corners: number", "corners: boolean"))).toEqual([
        expect.stringMatching(/^✘ \[Line 3:14\] .*is not assignable to type 'boolean'/),
      ]);
    });

    test("the model asks for itself, and is told all", async () => {
      beside.client.api.play(
        [toolUse("ToolSearch", { query: "select:mcp__ide__getDiagnostics" })],
        [toolUse("mcp__ide__getDiagnostics", {}, "toolu_asked")],
        [text("end of asking.")],
      );
      await claude.submit("ask for problems");
      const isAnswer = ({ toolUseId }: { readonly toolUseId: string }) => toolUseId === "toolu_asked";
      const { toolResults } = await beside.client.api.waitForRequest((request) =>
        request.toolResults.some(isAnswer),
      );
      const answer = toolResults.find(isAnswer)?.text ?? "";
      expect(answer).toContain("Type 'number' is not assignable to type 'string'");
      expect(answer).toContain("is not assignable to type 'boolean'");
      await claude.waitForScreen("end of asking.");
    });
  },
);
