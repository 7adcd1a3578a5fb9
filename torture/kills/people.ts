import { join } from "node:path";
import type { ControlClient } from "@idebridge/headless";
import type { Ide } from "@idebridge/sdk";
import type { Project } from "../../test/idebridge/project.ts";
import { type Bundles, bundle, Program } from "../../test/interop/program.ts";

/** What became of a proposal: `failed` when the connection ended before anybody decided. */
export interface Answer {
  readonly outcome: "accepted" | "rejected" | "undecided" | "failed";
  readonly contents?: string;
}

export interface Change {
  readonly path: string;
  readonly contents: string;
  readonly title: string;
}

/** Who proposes. */
export interface Agent {
  propose(change: Change): Promise<Answer>;
  execute(code: string): Promise<unknown>;
}

/** Who decides. */
export type FrontEnd = Pick<ControlClient, "request">;

/** One in this process: it is somebody else who dies. */
export function agentHere(ide: Ide): Agent {
  const failed = (error: Error): Answer => ({ outcome: "failed", contents: error.message });
  return {
    propose: (change) => ide.openDiff(change).catch(failed),
    execute: (code) => ide.executeCode(code).catch(String),
  };
}

/** Those that are processes of their own, to be killed. */
export class Victims implements AsyncDisposable {
  readonly #bundles: Bundles;
  readonly #programs: Program[] = [];

  private constructor(bundles: Bundles) {
    this.#bundles = bundles;
  }

  static async prepare(root: string): Promise<Victims> {
    return new Victims(await bundle(["agent", "frontEnd"], join(root, "torture", "programs")));
  }

  async agent(project: Project): Promise<Agent & { readonly program: Program }> {
    const program = await this.#start("agent", project);
    const ask = async <Result>(order: object): Promise<Result> => {
      program.order(order);
      // It may be killed before it can tell.
      const { result } = await program.report("answered").catch(() => ({ result: { outcome: "failed" } }));
      return result as Result;
    };
    return {
      program,
      propose: (change) => ask<Answer>({ order: "propose", ...change }),
      execute: (code) => ask<unknown>({ order: "execute", code }),
    };
  }

  async frontEnd(project: Project): Promise<FrontEnd & { readonly program: Program }> {
    const program = await this.#start("frontEnd", project);
    return {
      program,
      request: (async (method: string, params: object) => {
        program.order({ method, params });
        const { result, error } = await program.report("answered");
        if (error !== undefined) throw new Error(error as string);
        return result;
      }) as FrontEnd["request"],
    };
  }

  async #start(name: "agent" | "frontEnd", { folder, env }: Project): Promise<Program> {
    const { program } = await Program.start(this.#bundles.file(name), { cwd: folder, env });
    this.#programs.push(program);
    return program;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const program of this.#programs) await program.kill();
    await this.#bundles[Symbol.asyncDispose]();
  }
}
