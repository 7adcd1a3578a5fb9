import { spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { connect, discover, serve } from "@idebridge/sdk";
import { FakeEditor } from "@idebridge/sdk/testing";
import { describe, expect, test, vi } from "vitest";
import { Project } from "../idebridge/project.ts";

const nobody = 65_534;
const isRoot = process.getuid?.() === 0;
const patient = { timeout: 30_000 };
/** Files come out as open as their makers let them. */
const carelessly = ["sh", "-c", 'umask 0; exec "$@"', "sh"];

/** A project where all that idebridge keeps is there: locks, what was changed, a kernel, a page to be opened. */
async function busyProject() {
  const project = new Project({ "a.txt": "before, which is nobody's business\n" });
  const root = dirname(project.folder);
  const [run, temporary] = ["run", "tmp"].map((name) => project.outside(name));
  // As most homes are: everybody may look around, and enter.
  for (const folder of [root, project.folder, project.env.HOME!]) chmodSync(folder, 0o755);
  for (const folder of [run!, temporary!]) {
    mkdirSync(folder);
    chmodSync(folder, 0o777);
  }
  project.writeSettings({ notebooks: { ask: false } });
  const places = { XDG_RUNTIME_DIR: run!, TMPDIR: temporary!, PATH: "/usr/bin:/bin" };
  const program = project.start(["serve", "--log-level", "debug"], places, carelessly);
  await program.printed(/serves/);
  const agent = await project.agent();
  await agent.closeAllDiffs();
  await agent.diagnostics(project.path("a.txt"));
  project.write("a.txt", "after\n");
  await agent.diagnostics();
  await agent.executeCode("1 + 1", { milliseconds: 60_000 });
  const control = await project.control();
  const page = await control.request("workbench/link", { file: true });
  await vi.waitFor(async () => expect(await control.request("changes/list")).toHaveLength(1), patient);
  const { control: door } = control.instance;
  const [lock] = project.locks();
  return {
    project,
    root,
    program,
    ports: [lock!.port, door.port, page.port],
    secrets: { agents: lock!.authToken, frontEnds: door.token, ticket: page.url.split("#")[1]! },
    async [Symbol.asyncDispose]() {
      control.close();
      agent.close();
      await project[Symbol.asyncDispose]();
    },
  };
}

/** All that is in a folder, folders included. */
function allIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? [path, ...allIn(path)] : [path];
  });
}

/** The process and all that it has started. */
function family(pid: number): readonly number[] {
  const parentOf = (each: string) => {
    try {
      return Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${each}/status`, "utf8"))?.[1]);
    } catch {
      return undefined;
    }
  };
  const all = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const children = all.filter((each) => parentOf(each) === pid).map(Number);
  return [pid, ...children.flatMap(family)];
}

export function testOtherUser(): void {
  describe("another user of the machine", () => {
    const what = isRoot
      ? "gets nothing: no file, no socket, no door"
      : "cannot be tried without being root: the modes of all files are looked at instead";

    test(what, { timeout: 120_000 }, async () => {
      await using busy = await busyProject();
      const { root, project } = busy;
      const kept = ["state", "run", "tmp", "home/.claude"].flatMap((name) => allIn(join(root, name)));
      const names = kept.map((path) =>
        relative(root, path).replace(/[0-9a-f]{16,}|\d{4,5}|[A-Za-z0-9]{6}$/g, "*"),
      );
      // All of it is there, or nothing would be proved.
      expect(names.join("\n")).toMatch(/instance\.json[\s\S]*blobs?|changes/);
      expect(names.join("\n")).toMatch(/run\/idebridge-kernel-/);
      expect(names.join("\n")).toMatch(/tmp\/idebridge-entry-/);
      expect(names.join("\n")).toMatch(/\.claude\/ide\/\*\.lock/);
      if (!isRoot) {
        const open = kept.filter((path) => {
          const stats = lstatSync(path);
          return !stats.isSocket() && (stats.mode & 0o077) !== 0;
        });
        return expect(open).toEqual([]);
      }
      const script = project.outside("otherUser.mjs");
      copyFileSync(fileURLToPath(new URL("otherUser.mjs", import.meta.url)), script);
      const { stdout, stderr } = spawnSync(process.execPath, [script, root, ...busy.ports.map(String)], {
        uid: nobody,
        gid: nobody,
        env: {},
        cwd: "/",
        encoding: "utf8",
      });
      expect(stderr).toBe("");
      const got = JSON.parse(stdout);
      // What was put there by this test, and by IPython.
      const isOurs = (name: string) => !/^(project|otherUser\.mjs|home\/\.(config|ipython))(\/|$)/.test(name);
      const [readable, writable] = [got.readable, got.writable].map((names) => names.filter(isOurs));
      expect({ ...got, readable, writable }).toEqual({
        uid: nobody,
        readable: [],
        writable: ["run", "tmp"],
        sockets: [],
        ports: ["HTTP/1.1 401 Unauthorized", "HTTP/1.1 401 Unauthorized", "HTTP/1.1 403 Refused"],
      });
      expect(got.readable).toContain("project/a.txt");
    });

    test("sees no token in the list of processes, nor does a child or the log get one", {
      timeout: 120_000,
    }, async () => {
      await using busy = await busyProject();
      const pids = family(busy.program.pid);
      // Itself, the kernel and what guards it.
      expect(pids.length).toBeGreaterThanOrEqual(2);
      const seen = pids.flatMap((pid) =>
        ["cmdline", "environ"].map((name) => {
          try {
            return readFileSync(`/proc/${pid}/${name}`, "utf8");
          } catch {
            return "";
          }
        }),
      );
      const told = { processes: seen.join("\n"), output: busy.program.output };
      for (const [place, text] of Object.entries(told)) {
        const found = Object.entries(busy.secrets).filter(([, secret]) => text.includes(secret));
        expect([place, found.map(([name]) => name)]).toEqual([place, []]);
      }
    });

    // Without root: foreignLocks.test.ts of the sdk, which plays both users.
    if (!isRoot) return;
    test("who announces an IDE where everybody may write is passed over", async () => {
      await using project = new Project();
      const root = dirname(project.folder);
      const options = { cwd: project.folder, env: project.env };
      await using trap = await serve(new FakeEditor({ name: "Trap", folders: [project.folder] }), {
        configDir: project.outside("theirs"),
        env: {},
      });
      mkdirSync(join(root, ".claude-code"));
      const lock = join(root, ".claude-code", `${trap.port}.json`);
      writeFileSync(
        lock,
        JSON.stringify({ port: trap.port, authToken: trap.token, projectPath: project.folder }),
      );
      const owned = spawnSync("chown", ["-R", String(nobody), join(root, ".claude-code")]);
      expect(owned.status).toBe(0);
      await expect(connect(options)).rejects.toMatchObject({ code: "NO_IDE_FOUND" });
      await using own = await serve(new FakeEditor({ name: "Own", folders: [root] }), { env: project.env });
      expect((await discover(options)).map(({ port, isForeign }) => [port, isForeign])).toEqual([
        [own.port, false],
        [trap.port, true],
      ]);
      await using ide = await connect(options);
      expect(ide.serverInfo.name).toBe("Own");
    });
  });
}
