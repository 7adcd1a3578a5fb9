import { execFile, spawn } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { connect } from "@idebridge/sdk";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const repository = fileURLToPath(new URL("..", import.meta.url));
const published = ["sdk", "review", "headless", "workbench", "cli"] as const;
const execute = promisify(execFile);

interface Packed {
  readonly tarball: string;
  readonly files: readonly string[];
  readonly manifest: {
    readonly name: string;
    readonly version: string;
    readonly scripts?: Readonly<Record<string, string>>;
    readonly exports?: Readonly<Record<string, unknown>>;
    readonly dependencies?: Readonly<Record<string, string>>;
  };
}

interface Analysis {
  readonly analysis: { readonly types: { readonly kind: string } };
  readonly problems?: Readonly<Record<string, readonly { readonly resolutionKind?: string }[]>>;
}

/** Runs a program that Node runs; fails with all that it printed. */
async function node(program: string, args: readonly string[], cwd: string): Promise<string> {
  try {
    const { stdout } = await execute(process.execPath, [program, ...args], { cwd, maxBuffer: 1 << 26 });
    return stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${program} ${args.join(" ")} failed:\n${stdout}\n${stderr}`, { cause: error });
  }
}

const tool = (path: string) => join(repository, "node_modules", path);

/** What an installed command tells an agent about a folder, with nothing of this repository in reach. */
async function problemsFoundBy(command: string): Promise<readonly string[]> {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "idebridge-home-")));
  const project = join(home, "project");
  mkdirSync(project);
  const files = { "a.ts": 'let a: number = "";\n', "a.json": '{ "a": }\n', "a.css": "a { color: ; }\n" };
  const env = { HOME: home, PATH: process.env.PATH ?? "" };
  const idebridge = spawn(process.execPath, [command, "serve"], {
    cwd: project,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(project, name), text);
    await new Promise((resolve) => idebridge.stdout.once("data", resolve));
    await using ide = await connect({ cwd: project, env });
    for (const name of Object.keys(files)) await ide.diagnostics(join(project, name));
    const found = (await ide.diagnostics()).flatMap(({ path, diagnostics }) =>
      diagnostics.map(({ message }) => `${basename(path)}: ${message}`),
    );
    return found.sort();
  } finally {
    idebridge.kill();
    await new Promise((resolve) => idebridge.once("exit", resolve));
    rmSync(home, { recursive: true, force: true });
  }
}

describe("the packages as they are published", () => {
  // Not below the repository: its node_modules would be found.
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "idebridge-packages-")));
  const packed = new Map<string, Packed>();
  const quiet = ["--no-audit", "--no-fund", "--loglevel=error"];

  beforeAll(async () => {
    for (const name of published) {
      const from = join(repository, "packages", name);
      const { stdout } = await execute("npm", ["pack", "--json", "--pack-destination", folder], {
        cwd: from,
      });
      // A list in older versions of npm, an object by the names of the packages in newer ones.
      const [entry] = Object.values(JSON.parse(stdout)) as [{ filename: string; files: { path: string }[] }];
      packed.set(name, {
        tarball: join(folder, entry.filename),
        files: entry.files.map(({ path }) => path),
        manifest: JSON.parse(readFileSync(join(from, "package.json"), "utf8")),
      });
    }
    writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "consumer", private: true }));
    const tarballs = [...packed.values()].map(({ tarball }) => tarball);
    await execute("npm", ["install", ...quiet, ...tarballs], { cwd: folder });
  }, 300_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const write = (name: string, text: string) => {
    const file = join(folder, name);
    writeFileSync(file, text);
    return file;
  };

  test("npx idebridge works, by itself too", async () => {
    const { version } = packed.get("cli")!.manifest;
    const { stdout } = await execute("npx", ["--no-install", "idebridge", "--version"], { cwd: folder });
    expect(stdout).toBe(`idebridge ${version}\n`);

    const alone = mkdtempSync(join(tmpdir(), "idebridge-alone-"));
    try {
      writeFileSync(join(alone, "package.json"), JSON.stringify({ name: "alone", private: true }));
      await execute("npm", ["install", ...quiet, packed.get("cli")!.tarball], { cwd: alone });
      const help = await execute("npx", ["--no-install", "idebridge", "serve", "--help"], { cwd: alone });
      expect(help.stdout).toContain("idebridge");
      const installed = readdirSync(join(alone, "node_modules")).filter((name) => !name.startsWith("."));
      // It is bundled: only TypeScript, a program of its own, is installed with it.
      expect(installed).toEqual(["@typescript", "idebridge", "typescript"]);
      expect(await problemsFoundBy(join(alone, "node_modules", "idebridge", "bin", "idebridge.cjs"))).toEqual(
        [
          "a.css: property value expected",
          "a.json: Value expected",
          "a.ts: Type 'string' is not assignable to type 'number'.",
        ],
      );
    } finally {
      rmSync(alone, { recursive: true, force: true });
    }
  });

  test("the page comes along, with the command and by itself", async () => {
    const pages = (name: string) => packed.get(name)!.files.filter((file) => file.startsWith("dist/page/"));
    expect(pages("cli")).toEqual(pages("workbench"));
    expect(pages("cli")).toEqual(expect.arrayContaining(["dist/page/index.html", "dist/page/enter.html"]));
    const program = write(
      "workbench.mjs",
      `import { startHeadless } from "@idebridge/headless";
      import { startWorkbench } from "@idebridge/workbench";
      const env = { HOME: process.cwd(), PATH: process.env.PATH };
      const ide = await startHeadless({ folders: [process.cwd()], version: "1", env, startWorkbench });
      const { port } = await ide.openWorkbench();
      const enter = await (await fetch("http://127.0.0.1:" + port + "/enter")).text();
      const script = await fetch("http://127.0.0.1:" + port + /\\/assets\\/[^"]+\\.js/.exec(enter)[0]);
      console.log(script.status, script.headers.get("content-encoding"));
      await ide.close();`,
    );
    expect(await node(program, [], folder)).toBe("200 gzip\n");
  });

  test.each(["import", "require"] as const)("%s gives all that is exported", async (how) => {
    const specifiers = [...packed.values()].flatMap(({ manifest }) =>
      Object.keys(manifest.exports ?? {})
        .filter((path) => path === "." || /^\.\/[a-z]+$/.test(path))
        .map((path) => manifest.name + path.slice(1))
        .filter((specifier) => specifier !== "idebridge/schema"),
    );
    const load = how === "import" ? "await import(name)" : "require(name)";
    const program = write(
      how === "import" ? "load.mjs" : "load.cjs",
      `(async () => {
        const kinds = {};
        for (const name of ${JSON.stringify(specifiers)}) kinds[name] = Object.keys(${load}).length > 0;
        const { serve, connect } = ${load.replace("name", '"@idebridge/sdk"')};
        const server = await serve({ name: "Consumer", workspaceFolders: () => [process.cwd()] }, { env: { HOME: process.cwd() } });
        const ide = await connect({ env: { HOME: process.cwd() }, cwd: process.cwd() });
        kinds.connected = ide.serverInfo.name;
        ide.close();
        await server.close();
        console.log(JSON.stringify(kinds));
      })();`,
    );
    expect(JSON.parse(await node(program, [], folder))).toEqual({
      ...Object.fromEntries(specifiers.map((specifier) => [specifier, true])),
      connected: "Consumer",
    });
    expect(specifiers).toContain("@idebridge/sdk/testing");
  });

  test.each([
    { resolution: "nodenext", module: "nodenext" },
    { resolution: "bundler", module: "esnext" },
  ])("types resolve with moduleResolution $resolution", async ({ resolution, module }) => {
    const source = write(
      `consumer-${resolution}.mts`,
      `import { startHeadless, type HeadlessIde } from "@idebridge/headless";
      import { diffTexts } from "@idebridge/review";
      import { type Editor, serve, type Server } from "@idebridge/sdk";
      import { Connection } from "@idebridge/sdk/core";
      import { terminalEnvironment } from "@idebridge/sdk/node";
      import { FakeEditor } from "@idebridge/sdk/testing";
      import type { Status } from "@idebridge/headless/protocol";
      import { startWorkbench } from "@idebridge/workbench";
      const editor: Editor = new FakeEditor({ folders: ["/"] });
      export const served: Promise<Server> = serve(editor);
      export const ide: (options: Parameters<typeof startHeadless>[0]) => Promise<HeadlessIde> = startHeadless;
      export const hunks: number = diffTexts("a", "b").length;
      export const environment: Record<string, string> = terminalEnvironment(1, {});
      export type Line = Connection;
      export const told: (status: Status) => string = ({ name }) => name;
      export const started: (place: Parameters<typeof startWorkbench>[0]) => unknown = startWorkbench;
      // @ts-expect-error: the types are there, and not any.
      export const wrong: number = serve(editor);
      `,
    );
    const project = write(
      `tsconfig.${resolution}.json`,
      JSON.stringify({
        compilerOptions: {
          ...{ module, moduleResolution: resolution, target: "es2023", lib: ["es2023", "esnext.disposable"] },
          ...{ strict: true, exactOptionalPropertyTypes: true, noEmit: true, skipLibCheck: false },
          ...{ types: ["node"], typeRoots: [tool("@types")] },
        },
        files: [source],
      }),
    );
    await node(tool("typescript/bin/tsc"), ["-p", project], folder);
  });

  test.each(published)(
    "%s: nothing is run at its installation, and nothing but the package is in it",
    (name) => {
      const { manifest, files } = packed.get(name)!;
      const hooks = ["preinstall", "install", "postinstall", "prepare", "prepublish"];
      expect(Object.keys(manifest.scripts ?? {}).filter((script) => hooks.includes(script))).toEqual([]);
      expect(
        files.filter((file) => !/^(dist|src|bin|schema)\/|^(package\.json|LICENSE|README\.md)$/.test(file)),
      ).toEqual([]);
      expect(files).toEqual(expect.arrayContaining(["package.json", "LICENSE"]));
    },
  );

  test.each(published)("%s: publint finds nothing", async (name) => {
    const output = await node(tool("publint/src/cli.js"), [packed.get(name)!.tarball, "--strict"], folder);
    expect(output).toContain("All good!");
  });

  // The command exports no code.
  test.each(["sdk", "review", "headless", "workbench"] as const)(
    "%s: are the types wrong? No",
    async (name) => {
      const args = ["--profile", "esm-only", "--format", "json", packed.get(name)!.tarball];
      const output = await node(tool("@arethetypeswrong/cli/dist/index.js"), args, folder);
      const { analysis, problems = {} } = JSON.parse(output) as Analysis;
      // As the profile has it: ES modules only. CommonJS gets them by require, in every Node that is supported.
      const elsewhere = ["node10", "node16-cjs"];
      const found = Object.values(problems).flat();
      expect([
        analysis.types.kind,
        found.filter((each) => !elsewhere.includes(each.resolutionKind ?? "")),
      ]).toEqual(["included", []]);
    },
  );
});
