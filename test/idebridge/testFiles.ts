import { chmodSync, rmSync } from "node:fs";
import { describe, expect, test, vi } from "vitest";
import { Project } from "./project.ts";

export function testFiles(): void {
  describe("files that cannot be shown", () => {
    /** What an agent and a user are told when they open it. */
    async function opened(project: Project, name: string) {
      await using agent = await project.agent({ reconnect: false });
      const byAgent = await agent.openFile(project.path(name)).then(
        (answer) => answer,
        (error: Error) => error.message,
      );
      const byUser = await project.run("open", name);
      return { byAgent, byUser };
    }

    const told = (message: RegExp, code: number) => ({
      byAgent: expect.stringMatching(message),
      byUser: { code, stdout: "", stderr: expect.stringMatching(message) },
    });
    const binary = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 0xff]);
    const fiftyMegabytes = "0123456789abcde\n".repeat((50 * 1024 * 1024) / 16);

    test("a workspace folder that is deleted, and comes back", async () => {
      await using project = new Project({ "a.ts": "one\n" });
      const idebridge = await project.serve("--review", "accept");
      await using agent = await project.agent();
      await agent.openFile(project.path("a.ts"));
      rmSync(project.folder, { recursive: true });
      await expect(agent.openFile(project.path("b.ts"))).rejects.toThrow(/workspace folder .* is gone/);
      expect(await agent.openDiff({ path: project.path("a.ts"), contents: "two\n" })).toMatchObject({
        outcome: "accepted",
      });
      project.write("b.ts", "back\n");
      await vi.waitFor(() => agent.openFile(project.path("b.ts")));
      idebridge.kill("SIGTERM");
      expect(await idebridge.ended).toEqual({ code: 143, signal: null });
    });

    test("a folder that is gone before it starts, and a place for its state that cannot be", async () => {
      await using project = new Project();
      const gone = "The folder that you are in does not exist any more";
      const program = project.startInTerminal(["serve"], `rmdir '${project.folder}'; "$@"`);
      await program.shows(gone);
      expect(await program.ended).toMatchObject({ code: 1 });
      project.write("a.ts", "one\n");
      const other = project.start(["serve"], { XDG_STATE_HOME: project.path("a.ts") });
      expect(await other.ended).toMatchObject({ code: 1 });
      expect(other.stderr).toMatch(/cannot be written \(ENOTDIR\): make it writable, or name another place/);
      expect(project.locks()).toEqual([]);
    });

    test("binary, not UTF-8, too large, a folder, not there: each with what is wrong, and it goes on", async () => {
      await using project = new Project({
        "binary.png": binary,
        "latin1.txt": Buffer.from("caf\xe9\n", "latin1"),
        "large.txt": `${fiftyMegabytes}!`,
        "folder/a.ts": "one\n",
        "a.ts": "one\n",
      });
      await project.serve();
      expect({
        binary: await opened(project, "binary.png"),
        latin1: await opened(project, "latin1.txt"),
        large: await opened(project, "large.txt"),
        folder: await opened(project, "folder"),
        missing: await opened(project, "missing.ts"),
      }).toEqual({
        binary: told(/binary/, 1),
        latin1: told(/UTF-8/, 1),
        large: told(/large/, 1),
        folder: told(/folder/, 2),
        missing: { ...told(/missing\.ts/, 1), byAgent: "notFound" },
      });
      expect(await opened(project, "a.ts")).toMatchObject({ byUser: { code: 0 } });
    });

    test("50 MB can be opened, and changes to it, and to what is no text, be decided", async () => {
      await using project = new Project({ "large.txt": fiftyMegabytes, "binary.png": binary });
      const idebridge = await project.serveInTerminal();
      expect(await project.run("open", "large.txt")).toMatchObject({ code: 0, stderr: "" });
      await using agent = await project.agent({ reconnect: false });
      const outcomes: unknown[] = [];
      for (const [index, name] of ["large.txt", "binary.png"].entries()) {
        const asked = agent.openDiff({ path: project.path(name), contents: "small\n" });
        asked.catch(() => {});
        await idebridge.shows(`wants to change ${name}`);
        await idebridge.answer("accept it?", "d\r", 2 * index + 1);
        await idebridge.answer("accept it?", "y\r", 2 * index + 2);
        outcomes.push(await asked);
      }
      expect(outcomes).toMatchObject([{ outcome: "accepted" }, { outcome: "accepted" }]);
    });

    // The superuser may read everything: there is nothing to see then.
    test("no permission to read", async () => {
      await using project = new Project({ "secret.ts": "one\n" });
      chmodSync(project.path("secret.ts"), 0);
      await project.serve();
      const seen = await opened(project, "secret.ts");
      if (process.getuid?.() === 0) expect(seen).toMatchObject({ byUser: { code: 0 } });
      else expect(seen).toEqual(told(/permission|not allowed|EACCES/, 1));
    });
  });
}
