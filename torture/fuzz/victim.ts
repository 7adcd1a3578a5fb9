import { findInstance, type Instance } from "@idebridge/headless";
import type { Ide } from "@idebridge/sdk";
import { residentMegabytes } from "../../measured/residentMegabytes.ts";
import type { PipedProgram } from "../../test/idebridge/pipedProgram.ts";
import { Project } from "../../test/idebridge/project.ts";
import type { WireAddress } from "./wire.ts";

export interface VictimOptions {
  readonly files?: Readonly<Record<string, string>>;
  readonly settings?: object;
  readonly args?: readonly string[];
}

const tokenHeader = "X-Claude-Code-Ide-Authorization";

/** The real command, serving a project, with a client that behaves beside those that do not. */
export class Victim implements AsyncDisposable {
  readonly project: Project;
  readonly program: PipedProgram;
  readonly #polite: Ide;
  readonly #megabytesBefore: number;

  private constructor(project: Project, program: PipedProgram, polite: Ide) {
    this.project = project;
    this.program = program;
    this.#polite = polite;
    this.#megabytesBefore = residentMegabytes(program.pid);
  }

  static async start({ files = {}, settings, args = [] }: VictimOptions = {}): Promise<Victim> {
    const project = new Project({ "a.ts": "const a = 1;\nconst b = 2;\n", "b.md": "# b\n", ...files });
    if (settings) project.writeSettings(settings);
    const program = await project.serve(...args);
    const polite = await project.agent({ reconnect: false, clientInfo: { name: "polite", version: "1" } });
    return new Victim(project, program, polite);
  }

  get instance(): Instance {
    return findInstance(this.project.folder, this.project.env)!;
  }

  get agents(): WireAddress {
    return addressOf(this.instance);
  }

  get frontEnds(): WireAddress {
    return addressOf(this.instance.control);
  }

  /** What a client that behaves would complain about; the end of the process first of all. */
  async complaint(): Promise<string | undefined> {
    try {
      await this.ask();
    } catch (error) {
      return `the polite client suffered: ${String(error)} ${this.program.stderr.slice(-600)}`;
    }
    if (/should not happen|unhandled|\n\s+at /i.test(this.program.stderr))
      return this.program.stderr.slice(-600);
    const grown = residentMegabytes(this.program.pid) - this.#megabytesBefore;
    return grown > 400 ? `${Math.round(grown)} MB more memory` : undefined;
  }

  async ask(): Promise<void> {
    const within = { milliseconds: 20_000 };
    if (this.#polite.dialect === "obsidian") await this.#polite.readFile("a.ts", within);
    else await this.#polite.diagnostics(this.project.path("b.md"), within);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#polite.close();
    await this.project[Symbol.asyncDispose]();
  }
}

function addressOf({ port, token }: { readonly port: number; readonly token: string }): WireAddress {
  return { url: `ws://127.0.0.1:${port}/`, headers: { [tokenHeader]: token } };
}
