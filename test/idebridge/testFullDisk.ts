import { chmodSync, readdirSync, statSync } from "node:fs";
import { describe, expect, test, vi } from "vitest";
import { Project } from "./project.ts";
import { canMount, ReadOnlyDisk, SmallDisk, shortages } from "./shortage.ts";

const before = "one\n".repeat(2_000);
const after = "two\n".repeat(4_000);
const patient = { timeout: 20_000 };

export function testFullDisk(): void {
  describe.each(shortages)("$name", ({ code, of, under }) => {
    test("a document that cannot be saved stays as it is, in memory and on disk, and can be saved later", async () => {
      await using project = new Project();
      using shortage = of(project.folder);
      project.write("a.ts", before);
      chmodSync(project.path("a.ts"), 0o640);
      const idebridge = await project.serve();
      const control = await project.control();
      await using agent = await project.agent({ reconnect: false });
      const path = project.path("a.ts");
      const onDisk = () => ({
        text: project.read("a.ts"),
        mode: statSync(path).mode & 0o777,
        files: readdirSync(project.folder).filter((name) => name !== ".fills-the-disk"),
      });
      const untouched = onDisk();

      const { version } = await control.request("documents/open", { path });
      await control.request("documents/edit", { path, text: after, version });
      shortage.begin(idebridge);
      const refused =
        code === "ENOSPC" ? /not saved: the disk is full.*free some space/ : /not saved \(EFBIG\)/;
      await expect(control.request("documents/save", { path })).rejects.toThrow(refused);
      await expect(agent.saveDocument(path)).rejects.toThrow(refused);
      expect(onDisk()).toEqual(untouched);
      expect(await agent.documentState(path)).toMatchObject({ isDirty: true });
      expect((await control.request("documents/open", { path })).text).toBe(after);

      shortage.end(idebridge);
      expect(await agent.saveDocument(path)).toBe("saved");
      expect(onDisk()).toEqual({ ...untouched, text: after });
      expect(await control.request("documents/list")).toMatchObject([{ path, isDirty: false }]);
      control.close();
    });

    test("nothing can be remembered: says so instead of starting", async () => {
      await using project = new Project();
      using shortage = of(project.env.XDG_STATE_HOME!);
      shortage.begin();
      const program = project.start(["serve"], {}, under);
      expect(await program.ended).toEqual({ code: 1, signal: null });
      expect(program.stderr).toMatch(`(${code})`);
      expect(program.stderr).toMatch(/cannot remember anything.*or name another place with XDG_STATE_HOME/);
      expect(project.locks()).toEqual([]);
    });

    test("changes cannot be recorded: reviews go on, the user is told, and what was missed is found later", async () => {
      await using project = new Project({ "a.ts": "one\n" });
      using shortage = of(project.env.XDG_STATE_HOME!);
      const idebridge = await project.serve();
      await using agent = await project.agent({ reconnect: false });
      const control = await project.control("decider");
      await agent.closeAllDiffs();

      const writes = async (name: string) => {
        await agent.diagnostics(project.path(name));
        project.write(name, `written ${name}\n`);
        await agent.diagnostics();
      };
      shortage.begin(idebridge);
      await writes("a.ts");
      await idebridge.printed(new RegExp(`cannot be taken back later.*\\(${code}\\).*XDG_STATE_HOME`));

      const asked = agent.openDiff({ path: project.path("b.ts"), contents: "new\n" });
      const [review] = await vi.waitFor(async () => {
        const reviews = await control.request("reviews/list");
        expect(reviews).toHaveLength(1);
        return reviews;
      }, patient);
      const decision = { outcome: "accepted", contents: "new\n" } as const;
      expect(await control.request("reviews/decide", { id: review!.id, decision })).toEqual({
        outcome: "decided",
      });
      expect(await asked).toMatchObject({ outcome: "accepted", contents: "new\n" });
      const printed = idebridge.stdout + idebridge.stderr;
      expect(printed).not.toContain("take back: idebridge revert");
      // Once, and nothing that only programmers understand.
      expect(printed.match(/cannot be taken back later|could not be recorded/g)).toHaveLength(1);

      shortage.end(idebridge);
      await writes("c.ts");
      await vi.waitFor(async () => {
        const prompts = await control.request("changes/list");
        const paths = prompts.flatMap(({ files }) => files.map(({ path }) => path));
        expect(paths.sort()).toEqual([project.path("a.ts"), project.path("c.ts")]);
      }, patient);
      control.close();
    });

    test("before the first agent comes, and when it is stopped: nothing is lost but what cannot be written", async () => {
      await using project = new Project({ "a.ts": "one\n" });
      using shortage = of(project.env.XDG_STATE_HOME!);
      const idebridge = await project.serve();
      shortage.begin(idebridge);
      await using agent = await project.agent({ reconnect: false });
      await agent.closeAllDiffs();
      await agent.diagnostics(project.path("a.ts"));
      const asked = agent.openDiff({ path: project.path("a.ts"), contents: "two\n" });
      asked.catch(() => {});
      await idebridge.printed(/wants to change a\.ts/);
      const control = await project.control();
      expect(await control.request("status")).toMatchObject({ pendingReviews: 1 });

      shortage.end(idebridge);
      await agent.diagnostics(project.path("b.ts"));
      project.write("b.ts", "new\n");
      await agent.diagnostics();
      await idebridge.printed(/agent wrote b\.ts/);
      control.close();

      shortage.begin(idebridge);
      idebridge.kill("SIGTERM");
      expect(await idebridge.ended).toEqual({ code: 143, signal: null });
      await expect(asked).rejects.toThrow(/closed/);
      expect(project.locks()).toEqual([]);
    });
  });

  // What cannot be mounted cannot be full on its own: the limit on files hits the state before the lock.
  if (!canMount) return;

  test("the disk of the lock files is full: says so instead of starting, and leaves nothing behind", async () => {
    await using project = new Project();
    using disk = new SmallDisk(`${project.env.HOME}/.claude`);
    disk.begin();
    const program = project.start(["serve"]);
    expect(await program.ended).toEqual({ code: 1, signal: null });
    expect(program.stderr).toMatch(/Agents cannot find .*\(ENOSPC\)\. Free some space on its disk/);
    disk.end();
    await project.serve();
    expect(project.locks()).toHaveLength(1);
  });

  test("the disk of the lock files becomes read-only: it is stopped all the same, and the next one tidies up", async () => {
    await using project = new Project();
    using disk = new ReadOnlyDisk(`${project.env.HOME}/.claude`);
    const idebridge = await project.serve();
    disk.begin();
    idebridge.kill("SIGTERM");
    expect(await idebridge.ended).toEqual({ code: 143, signal: null });
    expect(idebridge.stderr).not.toContain("should not happen");
    disk.end();
    const next = await project.serve();
    expect(project.locks()).toMatchObject([{ pid: next.pid }]);
  });
}
