import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { connectControl } from "@idebridge/headless";
import { describe, expect, test, vi } from "vitest";
import { BesideClaude } from "../idebridge/besideClaude.ts";
import { idebridgeProgram } from "../idebridge/pipedProgram.ts";
import { claudeEnvironment } from "./claudeConfig.ts";
import { type ClaudeVersion, claudeVersions, installClaude } from "./installClaude.ts";
import { text, toolUse } from "./modelApi.ts";

const run = promisify(execFile);
const files = {
  "selected.txt": "one\ntwo\nthree\n",
  "tsconfig.json": '{"compilerOptions": {"strict": true, "noEmit": true}}\n',
  "greet.ts": 'export function greet(name: string): string {\n  return "Hello " + name;\n}\n',
  "one.ts": 'import { greet } from "./greet";\n\nexport const one = greet("one");\n',
  "two.ts": 'import { greet } from "./greet";\n\nexport const two = greet("two");\n',
};
const renamed = (code: string) => code.replace("{ greet }", "{ welcome }").replaceAll("greet(", "welcome(");
const place = { file: "one.ts", line: 3, symbol: "greet" };

/** As the README says it: `claude mcp add idebridge -- idebridge mcp`. */
async function addServer({ client, env }: BesideClaude): Promise<void> {
  const { file, args } = await installClaude(client.version);
  const variables = Object.entries(env).flatMap(([name, value]) => ["--env", `${name}=${value}`]);
  const added = ["mcp", "add", "idebridge", ...variables, "--", process.execPath, idebridgeProgram, "mcp"];
  await run(file, [...args, ...added], {
    cwd: client.workspace,
    env: claudeEnvironment(client.home, client.api),
  });
}

/** A client with the server added, beside an idebridge, and a front end to decide in. */
async function together(version: ClaudeVersion) {
  await installClaude(version);
  const beside = await BesideClaude.create({ version, files });
  const { client } = beside;
  await addServer(beside);
  await beside.serve();
  const control = await connectControl({ cwd: client.workspace, env: beside.env, name: "tester" });
  const tools = ["goToDefinition", "rename"].map((name) => `mcp__idebridge__${name}`);
  const claude = await client.start({
    args: ["--ide", "--permission-mode", "default", "--allowedTools", tools.join(",")],
  });
  await beside.listens(claude);
  // The newest client only names such tools, until the model asks for them.
  if (version === "2.1.325") client.api.play([toolUse("ToolSearch", { query: `select:${tools.join(",")}` })]);
  return {
    client,
    claude,
    control,
    pending: (count: number) =>
      vi.waitFor(
        async () => {
          const reviews = await control.request("reviews/list");
          expect(reviews.length).toBe(count);
          return reviews;
        },
        { timeout: 60_000, interval: 100 },
      ),
    onDisk: () => ["greet.ts", "one.ts", "two.ts"].map((name) => readFileSync(client.path(name), "utf8")),
    async [Symbol.asyncDispose]() {
      control.close();
      await beside[Symbol.asyncDispose]();
    },
  };
}

describe.each(claudeVersions)("Claude Code %s and idebridge mcp", (version) => {
  test("goes to a definition; renames what the user accepts, and is told what that was", async () => {
    await using all = await together(version);
    const { client, claude, control } = all;
    client.api.play(
      [toolUse("mcp__idebridge__goToDefinition", place)],
      [toolUse("mcp__idebridge__rename", { ...place, newName: "welcome" })],
      [text("end of it.")],
    );
    await claude.submit("rename greet");
    const reviews = await all.pending(3);
    expect(reviews.map(({ client: { name }, group }) => [name, group?.title])).toEqual(
      Array(3).fill(["claude-code", "Rename greet to welcome"]),
    );
    for (const { id, path } of reviews) {
      const { proposal } = await control.request("reviews/read", { id });
      const isRejected = path === client.path("two.ts");
      await control.request("reviews/decide", {
        id,
        decision: isRejected ? { outcome: "rejected" } : { outcome: "accepted", contents: proposal.contents },
        ...(isRejected && { message: "two stays" }),
      });
    }
    const definition = await client.api.waitForRequest(({ toolResults }) =>
      toolResults.some((result) => result.text.includes("greet.ts:1:17: export function greet")),
    );
    expect(definition.toolResults).toMatchObject([{ isError: false }]);
    const told = await client.api.waitForRequest(({ toolResults }) =>
      toolResults.some((result) => result.text.includes("Rename greet to welcome")),
    );
    expect(told.toolResults[0]?.text).toContain("written in part, 2 of 3 files");
    expect(told.toolResults[0]?.text).toContain("- two.ts: rejected by the user, and said: two stays.");
    await claude.waitForScreen("end of it.");
    expect(all.onDisk()).toEqual([renamed(files["greet.ts"]), renamed(files["one.ts"]), files["two.ts"]]);
  });

  test("Esc in its terminal takes the rename back: nothing is written", async () => {
    await using all = await together(version);
    all.client.api.play([toolUse("mcp__idebridge__rename", { ...place, newName: "welcome" })]);
    await all.claude.submit("rename greet");
    const [first] = await all.pending(3);
    const { proposal } = await all.control.request("reviews/read", { id: first!.id });
    await all.control.request("reviews/decide", {
      id: first!.id,
      decision: { outcome: "accepted", contents: proposal.contents },
    });
    await all.claude.press("escape");
    await all.pending(0);
    expect(all.onDisk()).toEqual([files["greet.ts"], files["one.ts"], files["two.ts"]]);
  });
});
