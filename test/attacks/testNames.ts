import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { connectControl } from "@idebridge/headless";
import { connect, defineTool, serve } from "@idebridge/sdk";
import { FakeEditor } from "@idebridge/sdk/testing";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { Project } from "../idebridge/project.ts";
import { TerminalProgram } from "../idebridge/terminalProgram.ts";
import { hostileName, injectedInto } from "./hostileNames.ts";

/** A project whose folder, files and settings have hostile names, on a terminal. */
class HostileProject extends Project {
  readonly place: string;
  readonly #terminals: TerminalProgram[] = [];

  constructor() {
    super();
    this.place = this.path(hostileName);
    mkdirSync(this.place);
    writeFileSync(join(this.place, `${hostileName}.ts`), `const a = "${hostileName}";\n`);
  }

  get file(): string {
    return join(this.place, `${hostileName}.ts`);
  }

  inTerminal(args: readonly string[], env: Readonly<Record<string, string>> = {}): TerminalProgram {
    const program = new TerminalProgram(args, { cwd: this.place, env: { ...this.env, ...env } });
    this.#terminals.push(program);
    return program;
  }

  override async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#terminals.map((program) => program.end()));
    await super[Symbol.asyncDispose]();
  }
}

function hostileEditor(project: HostileProject): FakeEditor {
  return new FakeEditor({
    name: hostileName,
    folders: [project.place],
    files: { [project.file]: `const a = "${hostileName}";\n` },
  });
}

const hostileTool = defineTool({
  name: hostileName,
  description: hostileName,
  input: v.object({ [hostileName]: v.optional(v.string()) }),
  run: () => ({ content: [{ type: "text", text: hostileName }], isError: true }),
});

export function testNames(): void {
  describe("a hostile name on a terminal is text", () => {
    const file = `${hostileName}.ts`;
    test.each<[shown: string, args: readonly string[]]>([
      ["list", ["list"]],
      ["list --json", ["list", "--json"]],
      ["list, elsewhere", ["list", "--config-dir", hostileName]],
      ["doctor", ["doctor"]],
      ["doctor --json", ["doctor", "--json"]],
      ["tools", ["tools"]],
      ["tools --json", ["tools", "--json"]],
      ["call", ["call", "getWorkspaceFolders"]],
      ["call --json", ["call", "getWorkspaceFolders", "--json"]],
      ["call of a tool that fails", ["call", hostileName]],
      ["call of an IDE by its name", ["call", "nothing", "--ide", hostileName.toUpperCase()]],
      ["open", ["open", file]],
      ["mention", ["mention", file]],
      ["select", ["select", `${file}:1`]],
      ["env", ["env"]],
      ["env --json", ["env", "--json"]],
      ["an unknown command", [hostileName]],
      ["an unknown option", [`--${hostileName}`]],
    ])("idebridge %s, beside an IDE whose every word is hostile", async (_, args) => {
      await using project = new HostileProject();
      const options = { env: { ...project.env }, tools: [hostileTool] };
      await using _server = await serve(hostileEditor(project), options);
      // Others, that are broken in every way.
      const locks = join(project.env.HOME!, ".claude", "ide");
      const lock = { ideName: hostileName, workspaceFolders: [project.place], transport: hostileName };
      writeFileSync(join(locks, "1001.lock"), JSON.stringify({ ...lock, pid: 1 }));
      writeFileSync(join(locks, "1002.lock"), JSON.stringify({ ...lock, workspaceFolders: hostileName }));
      writeFileSync(join(locks, "1003.lock"), hostileName);
      const program = project.inTerminal(args, { CLAUDE_CONFIG_DIR: join(project.env.HOME!, ".claude") });
      await program.ended;
      expect(program.raw).not.toBe("");
      expect(injectedInto(program.raw)).toEqual([]);
    });

    test("watch, of selections, mentions and problems", async () => {
      await using project = new HostileProject();
      const editor = hostileEditor(project);
      await using server = await serve(editor, { env: { ...project.env }, selectionMilliseconds: 1 });
      const program = project.inTerminal(["watch"]);
      await program.shows("Watching");
      server.mention({ path: project.file });
      editor.select(project.file, { start: { line: 0, character: 0 }, end: { line: 0, character: 60 } });
      await program.shows("mention");
      await program.shows("selection");
      expect(injectedInto(program.raw)).toEqual([]);
    });

    test.each(["plain", "terminal"])(
      "a review in the form %s, its agent, its file, its text",
      async (form) => {
        await using project = new HostileProject();
        const program = project.inTerminal(["serve", "--review", form, "--log-level", "debug"]);
        await program.shows(form === "plain" ? "claude --ide" : "No change waits");
        const clientInfo = { name: hostileName, version: hostileName };
        const agent = await connect({ cwd: project.place, env: project.env, clientInfo });
        const asked = agent.openDiff({
          path: project.file,
          contents: `const b = "${hostileName}";\n`,
          title: hostileName,
        });
        asked.catch(() => {});
        await program.shows("const b");
        const named = join(project.place, `new ${hostileName}`);
        agent.openDiff({ path: named, contents: hostileName }).catch(() => {});
        const control = await connectControl({ cwd: project.place, env: project.env, name: hostileName });
        const [review] = await control.request("reviews/list");
        await control.request("reviews/decide", {
          id: review!.id,
          decision: { outcome: "rejected" },
          message: hostileName,
        });
        await program.shows(/reject/i);
        control.close();
        agent.close();
        expect(injectedInto(program.raw)).toEqual([]);
      },
    );

    test("what was written without asking: changes, a change, revert", async () => {
      await using project = new HostileProject();
      const server = project.inTerminal(["serve", "--review", "plain"]);
      await server.shows("claude --ide");
      const agent = await connect({
        cwd: project.place,
        env: project.env,
        clientInfo: { name: hostileName, version: "1" },
      });
      await agent.closeAllDiffs();
      await agent.diagnostics(project.file);
      writeFileSync(project.file, `const c = "${hostileName}";\n`);
      await agent.diagnostics();
      await server.shows("wrote");
      for (const args of [
        ["changes"],
        ["changes", "--json"],
        ["changes", hostileName],
        ["revert", hostileName],
      ]) {
        const program = project.inTerminal(args);
        await program.ended;
        expect([args, program.raw === "", injectedInto(program.raw)]).toEqual([args, false, []]);
      }
      const control = await connectControl({ cwd: project.place, env: project.env, name: "test" });
      const [prompt] = await control.request("changes/list");
      control.close();
      for (const args of [
        ["changes", prompt!.files[0]!.id],
        ["revert", prompt!.id],
      ]) {
        const program = project.inTerminal(args);
        await program.ended;
        expect([args, injectedInto(program.raw), program.raw.includes("gpj")]).toEqual([args, [], true]);
      }
      agent.close();
      expect(injectedInto(server.raw)).toEqual([]);
    });

    test("settings that are wrong", async () => {
      await using project = new HostileProject();
      writeFileSync(
        join(project.place, "idebridge.json"),
        JSON.stringify({ [hostileName]: 1, review: hostileName }),
      );
      for (const args of [[], ["settings"], ["settings", "--json"], ["doctor"]]) {
        const program = project.inTerminal(args);
        await program.ended;
        expect([args, program.raw === "", injectedInto(program.raw)]).toEqual([args, false, []]);
      }
    });
  });
}
