import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Diagnostic, FileDiagnostics } from "@idebridge/sdk";
import { describe, expect, test, vi } from "vitest";
import { Project } from "./idebridge/project.ts";

const modules = fileURLToPath(new URL("../node_modules", import.meta.url));

/** As `npm install` would have it: the server of an npm package, in the project. */
function install(project: Project, ...names: readonly string[]): void {
  mkdirSync(project.path("node_modules"));
  for (const name of names) symlinkSync(join(modules, name), project.path(`node_modules/${name}`));
}

/** On a busy machine. */
const patiently = { timeout: 30_000 };

/** A client that waits as Claude Code does. */
const claudeCode = { clientInfo: { name: "claude-code", version: "2.1.325" } };

const shown = ({ message, severity, source, code, range: { start } }: Diagnostic) =>
  `${start.line + 1}:${start.character + 1} ${severity} ${source} ${code}: ${message}`;

describe("an error appears with an edit, and goes with the next one", () => {
  test.each([
    {
      name: "TypeScript",
      file: "a.ts",
      good: "export const a: number = 1;\n",
      bad: 'export const a: number = "1";\n',
      error: "1:14 error ts 2322: Type 'string' is not assignable to type 'number'.",
    },
    {
      name: "JavaScript",
      file: "a.js",
      good: "export const a = 1;\n",
      bad: "export const = 1;\n",
      error: /^1:14 error ts 1\d+: /,
    },
    {
      name: "JSON",
      file: "data.json",
      good: '{ "a": 1 }\n',
      bad: '{ "a": }\n',
      error: "1:8 error json 516: Value expected",
    },
    {
      name: "CSS",
      file: "a.css",
      good: "a { color: red; }\n",
      bad: "a { color: ; }\n",
      error: "1:12 error css css-propertyvalueexpected: property value expected",
    },
    {
      name: "HTML",
      file: "a.html",
      good: "<!doctype html>\n<script>\nlet a = 1;\n</script>\n",
      bad: "<!doctype html>\n<script>\nlet = = 1;\n</script>\n",
      error: /^3:\d+ error javascript undefined: Unexpected token/,
    },
    {
      name: "Python",
      install: "pyright",
      file: "a.py",
      good: "a: int = 1\n",
      bad: 'a: int = "1"\n',
      error: /^1:10 error Pyright reportAssignmentType: Type "Literal\['1'\]" is not assignable/,
    },
    {
      name: "Bash",
      install: "bash-language-server",
      file: "a.sh",
      good: '#!/bin/bash\necho "$1"\n',
      bad: "#!/bin/bash\nif true; then\n",
      error: /^2:1 information shellcheck SC1009: /,
    },
  ])("$name", async ({ file, good, bad, error, install: server }) => {
    await using project = new Project({ [file]: good });
    if (server) install(project, server);
    await project.serve();
    await using agent = await project.agent();
    const path = project.path(file);
    const problems = async () => (await agent.diagnostics()).flatMap((each) => each.diagnostics.map(shown));

    expect(await agent.diagnostics(path)).toEqual([{ path, diagnostics: [] }]);
    expect(await problems()).toEqual([]);
    project.write(file, bad);
    expect((await problems())[0]).toEqual(typeof error === "string" ? error : expect.stringMatching(error));
    project.write(file, good);
    expect(await problems()).toEqual([]);
  });
});

describe("what Claude Code is told within the time it waits", () => {
  test("the problems that an edit brings in other files, what it says of them, and what goes with a file", async () => {
    await using project = new Project({
      "tsconfig.json": "{}",
      "a.ts": "export const a: number = 1;\n",
      "b.ts": 'import { a } from "./a.js";\nexport const b: number = a;\n',
    });
    await project.serve();
    await using agent = await project.agent(claudeCode);
    await agent.diagnostics(project.path("b.ts"));
    await agent.diagnostics(project.path("a.ts"));

    project.write("a.ts", "export const a: { readonly b: number } = { c: 1 };\n");
    const files = await agent.diagnostics();
    expect(files.map(({ path }) => path).sort()).toEqual(["a.ts", "b.ts"].map((name) => project.path(name)));
    expect(files.find(({ path }) => path === project.path("a.ts"))?.diagnostics).toEqual([
      {
        message: expect.stringContaining("'c' does not exist in type"),
        severity: "error",
        source: "ts",
        code: "2353",
        range: { start: { line: 0, character: 43 }, end: { line: 0, character: 44 } },
      },
    ]);
    rmSync(project.path("a.ts"));
    expect((await agent.diagnostics()).map(({ path }) => path)).toEqual([project.path("b.ts")]);
    project.write("a.ts", "export const a = 2;\n");
    expect(await agent.diagnostics()).toEqual([]);
  });

  test("problems that were there before a server was ready are not told as new", async () => {
    await using project = new Project({ "a.py": 'old: int = "1"\n' });
    install(project, "pyright");
    await project.serve();
    await using agent = await project.agent(claudeCode);
    const path = project.path("a.py");
    const messages = (files: readonly FileDiagnostics[]) =>
      files.flatMap(({ diagnostics }) => diagnostics.map(({ message }) => message.split("\n")[0]!));
    // At once, while pyright starts: whatever is told here counts as old.
    const old = messages(await agent.diagnostics(path));
    project.write("a.py", '# A comment.\nold: int = "1"\nnew: int = "2"\n');
    const told: string[] = [];
    await vi.waitFor(async () => {
      told.push(...messages(await agent.diagnostics()).filter((each) => !old.includes(each)));
      expect(told).not.toEqual([]);
    }, patiently);
    expect(told).toEqual([`Type "Literal['2']" is not assignable to declared type "int"`]);
  });

  test("a file that is new, and one that a shell command has changed", async () => {
    await using project = new Project({ "tsconfig.json": "{}", "a.ts": "export const a = 1;\n" });
    await project.serve();
    await using agent = await project.agent(claudeCode);
    const path = project.path("folder/new.ts");
    expect(await agent.diagnostics(path)).toEqual([{ path, diagnostics: [] }]);
    mkdirSync(dirname(path));
    writeFileSync(path, 'import { a } from "../a.js";\nexport const b: string = a;\n');
    expect((await agent.diagnostics())[0]).toMatchObject({ path, diagnostics: [{ code: "2322" }] });
    // Nobody has announced this one.
    project.write("a.ts", 'export const a = "1";\nexport const c: number = a;\n');
    await vi.waitFor(async () => {
      const files = await agent.diagnostics();
      expect(files.map((file) => file.path)).toEqual([project.path("a.ts")]);
    }, patiently);
  });

  test("a file that the user keeps from agents", async () => {
    await using project = new Project({
      "idebridge.json": '{ "sharing": { "deny": ["secret.ts"] } }',
      "secret.ts": "let a: number = '';\n",
      "open.ts": "let b: number = '';\n",
    });
    await project.serve();
    await using agent = await project.agent();
    expect(await agent.diagnostics(project.path("secret.ts"))).toEqual([]);
    await agent.diagnostics(project.path("open.ts"));
    expect((await agent.diagnostics()).map(({ path }) => path)).toEqual([project.path("open.ts")]);
  });
});

test("agents whose dialect has a message for it are told of problems without asking", async () => {
  await using project = new Project({ "tsconfig.json": "{}", "a.ts": "let a = 1;\n" });
  await project.serve("--dialect", "jetbrains");
  await using agent = await project.agent();
  const told: FileDiagnostics[] = [];
  agent.subscribe((event) => {
    if (event.type === "diagnostics") told.push(event.file);
  });
  const path = project.path("a.ts");
  await agent.diagnostics(path);
  project.write("a.ts", "let a: string = 1;\n");
  const problem = { severity: "error", code: "2322", source: "ts" };
  await vi.waitFor(() => expect(told).toMatchObject([{ path, diagnostics: [problem] }]), patiently);
  project.write("a.ts", "let a = 1;\n");
  await vi.waitFor(() => expect(told.slice(1)).toEqual([{ path, diagnostics: [] }]), patiently);
});

describe("as the user has set it", () => {
  const settings = (project: Project, languageServers: object) => {
    const file = project.outside("home/.config/idebridge/settings.json");
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify({ languageServers }));
  };
  const wrong = { "a.ts": "let a: number = '';\n", "b.ts": "let b: number = '';\n", "c.json": "{,}\n" };

  test("all files of the project are looked at, not only those that were touched", async () => {
    await using project = new Project(wrong);
    settings(project, { scope: "project" });
    await project.serve();
    await using agent = await project.agent();
    await vi.waitFor(async () => {
      const paths = (await agent.diagnostics()).map(({ path }) => path);
      expect(paths.sort()).toEqual(Object.keys(wrong).map((name) => project.path(name)));
    }, patiently);
  });

  test("servers are turned off, one or all", async () => {
    await using project = new Project(wrong);
    settings(project, { servers: { typescript: { disabled: true } } });
    const first = await project.serve();
    const told = async () => {
      await using agent = await project.agent({ reconnect: false });
      for (const name of Object.keys(wrong)) await agent.diagnostics(project.path(name));
      return (await agent.diagnostics()).map(({ path }) => path);
    };
    expect(await told()).toEqual([project.path("c.json")]);
    first.kill("SIGTERM");
    await first.ended;
    settings(project, { enabled: false });
    await project.serve();
    expect(await told()).toEqual([]);
  });

  test("not by a project: somebody who has cloned it has not agreed to run its programs", async () => {
    const servers = { evil: { command: ["sh", "-c", "touch started"], files: ["*"] } };
    await using project = new Project({ "idebridge.json": JSON.stringify({ languageServers: { servers } }) });
    const { code, stderr } = await project.run("serve");
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining("languageServers may not be set by a project"),
    });
  });
});

describe("what front ends are told", () => {
  test("the problems, unsaved ones too, and the servers", async () => {
    await using project = new Project({ "a.ts": "let a = 1;\n" });
    await project.serve();
    const control = await project.control();
    expect((await control.request("status")).languageServers).toEqual([]);
    const path = project.path("a.ts");
    const { version } = await control.request("documents/open", { path });
    await control.request("documents/edit", { path, text: "let a: string = 1;\n", version });
    await vi.waitFor(async () => {
      expect(await control.request("diagnostics/list")).toMatchObject([
        { path, diagnostics: [{ code: 2322 }] },
      ]);
    }, patiently);
    expect(await control.request("status")).toMatchObject({
      problems: { errors: 1, warnings: 0 },
      languageServers: [{ name: "typescript", state: "ready", pid: expect.any(Number) }],
    });
    await control.request("documents/revert", { path });
    await vi.waitFor(async () => expect(await control.request("diagnostics/list")).toEqual([]), patiently);
    control.close();
  });
});

describe("the end of idebridge is the end of its servers", () => {
  test.each(["SIGTERM", "SIGKILL"] as const)("%s", async (signal) => {
    const sources = { "a.ts": "let a = 1;\n", "b.json": "{}\n", "c.py": "c = 1\n", "d.sh": "echo\n" };
    await using project = new Project(sources);
    install(project, "pyright", "bash-language-server");
    const idebridge = await project.serve();
    const control = await project.control();
    await using _agent = await project.agent({ reconnect: false });
    const servers = async () => (await control.request("status")).languageServers;
    await vi.waitFor(
      async () =>
        expect((await servers()).map(({ name, state }) => `${name} ${state}`).sort()).toEqual([
          "bash ready",
          "pyright ready",
          "typescript ready",
          "web ready",
        ]),
      patiently,
    );
    const pids = (await servers()).map(({ pid }) => pid!);
    expect(pids.filter(isRunning)).toEqual(pids);
    idebridge.kill(signal);
    await idebridge.ended;
    // Those that were not ended look for their parent from time to time: pyright every 3 s.
    await vi.waitFor(() => expect(pids.filter(isRunning)).toEqual([]), { ...patiently, interval: 100 });
  });
});

function isRunning(pid: number): boolean {
  try {
    // One that nobody has waited for is still in the table.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}
