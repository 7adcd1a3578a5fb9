import { chmodSync, readdirSync, rmSync } from "node:fs";
import { describe, expect, test, vi } from "vitest";
import { Project } from "./project.ts";
import { canMount, SmallDisk } from "./shortage.ts";

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

    /** Only root may mount. */
    if (canMount) {
      test("a workspace that is unmounted: nothing is written to what is under it, and nothing is lost", async () => {
        await using project = new Project();
        const disk = new SmallDisk(project.folder);
        project.write("a.ts", "one\n");
        await project.serve();
        await using agent = await project.agent({ reconnect: false });
        const control = await project.control();
        const path = project.path("a.ts");
        const { version } = await control.request("documents/open", { path });
        await control.request("documents/edit", { path, text: "two\n", version });
        disk.unmount();
        const gone = /not saved: its disk is not mounted any more\. Mount it again, then save/;
        await expect(control.request("documents/save", { path })).rejects.toThrow(gone);
        await expect(agent.saveDocument(path)).rejects.toThrow(gone);
        expect(readdirSync(project.folder)).toEqual([]);

        using _again = new SmallDisk(project.folder);
        project.write("a.ts", "one\n");
        expect(await agent.documentState(path)).toMatchObject({ isDirty: true });
        expect(await agent.saveDocument(path)).toBe("saved");
        expect(project.read("a.ts")).toBe("two\n");
        control.close();
      });
    }

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

    test("no permission: not to read, not to write, not to look into the folder", async () => {
      await using project = new Project({
        "secret.ts": "one\n",
        "locked.ts": "one\n",
        "closed/a.ts": "one\n",
      });
      chmodSync(project.path("secret.ts"), 0);
      chmodSync(project.path("locked.ts"), 0o444);
      chmodSync(project.path("closed"), 0);
      const idebridge = project.start(["serve"], {}, asAnybody);
      await idebridge.printed(/serves/);
      const denied = told(/cannot be read: permission denied\. Change its permissions/, 1);
      expect([await opened(project, "secret.ts"), await opened(project, "closed/a.ts")]).toEqual([
        denied,
        denied,
      ]);

      const control = await project.control();
      const path = project.path("locked.ts");
      const { version } = await control.request("documents/open", { path });
      await control.request("documents/edit", { path, text: "two\n", version });
      await expect(control.request("documents/save", { path })).rejects.toThrow(
        /not saved: permission denied/,
      );
      expect([project.read("locked.ts"), readdirSync(project.folder).length]).toEqual(["one\n", 3]);
      chmodSync(path, 0o644);
      expect(await control.request("documents/save", { path })).toEqual({ outcome: "saved" });
      expect(project.read("locked.ts")).toBe("two\n");
      control.close();
    });
  });

  test("its output is on a disk that is full: the server goes on, other commands say so", async () => {
    await using project = new Project();
    const intoFull = ["sh", "-c", `exec "$@" > /dev/full`, "sh"];
    const server = project.start(["serve"], {}, intoFull);
    await vi.waitFor(() => expect(project.locks()).toHaveLength(1), { timeout: 20_000 });
    await using agent = await project.agent({ reconnect: false });
    expect(await agent.workspaceFolders()).toEqual([project.folder]);
    const list = project.start(["list"], {}, intoFull);
    expect([await list.ended, list.stderr]).toEqual([
      { code: 1, signal: null },
      "idebridge: The output cannot be written (ENOSPC)\n",
    ]);
    server.kill("SIGTERM");
    expect([await server.ended, server.stderr]).toEqual([{ code: 143, signal: null }, ""]);
    expect(project.locks()).toEqual([]);
  });

  test("a folder whose name is not UTF-8: says so", async () => {
    await using project = new Project();
    const inIt = `mkdir "$(printf 'caf\\351')" && cd "$(printf 'caf\\351')" && exec "$@"`;
    const program = project.start(["serve"], {}, ["sh", "-c", inIt, "sh"]);
    expect(await program.ended).toEqual({ code: 2, signal: null });
    expect(program.stderr).toMatch(/is not UTF-8\. Rename it/);
  });
}

/** The superuser may read and write everything: so without that. */
const asAnybody =
  process.getuid?.() === 0 ? ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] : [];
