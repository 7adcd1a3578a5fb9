import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { idebridgeProgram } from "../idebridge/pipedProgram.ts";
import { Project } from "../idebridge/project.ts";
import { TerminalProgram } from "../idebridge/terminalProgram.ts";
import { Tmux } from "../idebridge/tmux.ts";

const patient = { timeout: 20_000 };

export function testProjects(): void {
  describe("a hostile project", () => {
    test.each([
      [
        "languageServers",
        { languageServers: { servers: { evil: { command: ["touch", "started"], files: ["*"] } } } },
      ],
      ["notebooks.python", { notebooks: { python: "./started.sh" } }],
      ["notebooks.ask false", { notebooks: { ask: false } }],
      ['review "accept"', { review: "accept" }],
      ["changes.record false", { changes: { record: false } }],
      ["configDir", { configDir: "elsewhere" }],
      ["keys", { keys: { acceptFile: ["j"] } }],
      ["A pattern that shares files again", { sharing: { deny: ["!.env"] } }],
      ["__proto__", JSON.parse('{ "__proto__": { "review": "accept" } }')],
      ["constructor", { constructor: { prototype: { review: "accept" } } }],
    ])("its idebridge.json may not set %s", async (what, settings) => {
      await using project = new Project({ "idebridge.json": JSON.stringify(settings) });
      const { code, stderr } = await project.run("--json");
      expect([code, stderr]).toEqual([2, expect.stringContaining(what)]);
      expect([project.locks(), existsSync(project.path("started"))]).toEqual([[], false]);
    });

    test("a folder whose name is a command for tmux is only a name", async () => {
      await using project = new Project({ "a.ts": "one\n" });
      const folder = project.path("#(touch started) #{pane_id}");
      mkdirSync(folder);
      writeFileSync(join(folder, "a.ts"), "one\n");
      using tmux = new Tmux(project.outside("tmux"), project.env);
      const variables = Object.entries(project.env).map(([name, value]) => `${name}=${value}`);
      // Not by -c, which is what is to be tested: tmux itself obeys it.
      const script = 'cd "$1" && shift && exec "$@"';
      const command = [process.execPath, idebridgeProgram, "run", "--", "sh", "-c", "echo ready; cat"];
      tmux.start(project.folder, ["env", ...variables, "sh", "-c", script, "sh", folder, ...command]);
      await vi.waitFor(() => expect(tmux.screen(tmux.panes()[0]!.id)).toContain("ready"), patient);
      await using agent = await project.agent({ cwd: folder });
      const asked = agent.openDiff({ path: join(folder, "a.ts"), contents: "two\n" });
      asked.catch(() => {});
      await vi.waitFor(() => expect(tmux.screen(tmux.panes()[1]!.id)).toContain("accept file"), patient);
      const places = [project.folder, folder, project.env.HOME!].map((place) => join(place, "started"));
      expect(places.filter((place) => existsSync(place))).toEqual([]);
    });

    test("a file whose name is an option is a file to the user's editor", async () => {
      await using project = new Project({ "-c evil": "one\n" });
      const editor = project.outside("editor");
      writeFileSync(editor, `#!/bin/sh\nprintf '%s\\n' "$@" > "${project.outside("arguments")}"\n`, {
        mode: 0o755,
      });
      const screen = new TerminalProgram(["serve", "--review", "terminal"], {
        cwd: project.folder,
        env: { ...project.env, EDITOR: editor },
      });
      try {
        await screen.shows("No change waits");
        await using agent = await project.agent();
        const asked = agent.openDiff({ path: project.path("-c evil"), contents: "two\n" });
        asked.catch(() => {});
        await screen.shows("two");
        await vi.waitFor(() => {
          screen.type("e");
          expect(existsSync(project.outside("arguments"))).toBe(true);
        }, patient);
        expect(readFileSync(project.outside("arguments"), "utf8")).toMatch(/^\/\S+\/-c evil\n$/);
      } finally {
        await screen.end();
      }
    });
  });
}
