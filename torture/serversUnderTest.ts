import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Address } from "../test/fuzz/rawSocket.ts";
import { Project } from "../test/idebridge/project.ts";
import { bundle, Program } from "../test/interop/program.ts";
import { type Footprint, Probe } from "./footprint.ts";

/** A server in a process of its own that tells what it holds. */
export interface ServerUnderTest extends Address, AsyncDisposable {
  readonly pid: number;
  readonly folder: string;
  footprint(): Promise<Footprint>;
  quiet(): Promise<Footprint>;
  settled(before: Footprint): Promise<Footprint>;
}

/** `serve(editor)`, as an editor embeds it. */
export async function startLibrary(root: string): Promise<ServerUnderTest> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "idebridge-torture-")));
  const bundles = await bundle(["editor"], join(root, "torture", "programs"));
  const probe = new Probe(root, folder);
  const { program, ready } = await Program.start(bundles.file("editor"), { folder }, probe.env);
  return {
    pid: program.pid,
    port: ready.port as number,
    token: ready.token as string,
    folder,
    footprint: () => probe.footprint(program.pid),
    quiet: () => probe.quiet(program.pid),
    settled: (before) => probe.settled(program.pid, before),
    async [Symbol.asyncDispose]() {
      await program.kill();
      await bundles[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** `idebridge serve`, as somebody runs it who works in a folder with TypeScript. */
export async function startCommand(root: string): Promise<ServerUnderTest> {
  const project = new Project({ "a.ts": "export const a = 1;\n", "tsconfig.json": "{}\n" });
  const probe = new Probe(root, project.outside("."));
  const program = project.start(["serve"], probe.env);
  await program.printed(/serves/);
  const { port, authToken } = project.locks()[0]!;
  return {
    pid: program.pid,
    port,
    token: authToken,
    folder: project.folder,
    footprint: () => probe.footprint(program.pid),
    quiet: () => probe.quiet(program.pid),
    settled: (before) => probe.settled(program.pid, before),
    [Symbol.asyncDispose]: () => project[Symbol.asyncDispose](),
  };
}
