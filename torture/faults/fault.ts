import type { Random } from "../../test/fuzz/random.ts";
import type { Project } from "../../test/idebridge/project.ts";
import { eventually } from "../eventually.ts";
import { inTime } from "../inTime.ts";

/** Something that goes wrong around idebridge, and what must be true then. */
export interface Fault {
  readonly name: string;
  run(watch: Watch): Promise<void>;
}

/** Notes what is not as it must be. */
export class Watch {
  readonly violations: string[] = [];
  readonly random: Random;
  readonly root: string;
  /** What the user is told, for the table. */
  told = "";

  constructor(random: Random, root: string) {
    this.random = random;
    this.root = root;
  }

  check(isSo: boolean, otherwise: string): void {
    if (!isSo) this.violations.push(otherwise);
  }

  /** The error that the user gets, in one line: it must be one of ours, and say what to do. */
  tells(output: string, pattern: RegExp): void {
    const line = output.split("\n").find((each) => pattern.test(each));
    this.check(line !== undefined, `it does not say ${pattern}: ${output.slice(-300)}`);
    this.check(!/should not happen|\n\s+at /.test(output), `it says: ${output.slice(-300)}`);
    if (line !== undefined && this.told === "") this.told = line.trim();
  }
}

/** A change that an agent proposes and nobody has decided yet; `decide` accepts it, and tells what the agent got. */
export async function pendingReview(project: Project, name: string, where: { readonly port?: number } = {}) {
  const agent = await project.agent({ clientInfo: { name: `agent ${name}`, version: "1" }, ...where });
  const control = await project.control("decider");
  const path = project.path(`${name}.txt`);
  const asked = agent.openDiff({ path, contents: "new\n" }, { milliseconds: 300_000 }).then(
    (result) => result.outcome,
    (error: Error) => `lost: ${error.message}`,
  );
  const find = async () => (await control.request("reviews/list")).find((review) => review.path === path);
  await eventually(async () => (await find()) !== undefined);
  control.close();
  return {
    agent,
    asked,
    async decide(): Promise<string> {
      const decider = await project.control("decider");
      const review = (await decider.request("reviews/list")).find((each) => each.path === path);
      if (review === undefined) return "it is not pending any more";
      const decision = { outcome: "accepted", contents: "new\n" } as const;
      await decider.request("reviews/decide", { id: review.id, decision });
      decider.close();
      const outcome = (await inTime(asked)) ?? "never answered";
      agent.close();
      return outcome;
    },
  };
}
