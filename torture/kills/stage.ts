import type { ControlClient } from "@idebridge/headless";
import { discover } from "@idebridge/sdk";
import type { Random } from "../../test/fuzz/random.ts";
import type { PipedProgram } from "../../test/idebridge/pipedProgram.ts";
import { type Lock, Project } from "../../test/idebridge/project.ts";
import { isRunning } from "../../test/notebooks/isRunning.ts";
import { eventually } from "../eventually.ts";
import { childrenOf } from "../footprint.ts";
import type { Violations } from "../violations.ts";
import type { Change } from "./people.ts";

/** What the file holds that is proposed to be changed: nobody writes it, so it must always. */
const original = "one\ntwo\nthree\nfour\nfive\n";
const proposed = "ONE\ntwo\nthree\nfour\nFIVE\n";

/** A folder in which one idebridge after the other is started, and killed. */
export class Stage implements AsyncDisposable {
  readonly project = new Project({
    "review.txt": original,
    "tsconfig.json": "{}\n",
    "wrong.ts": 'export const wrong: number = "text";\n',
  });
  readonly violations: Violations;
  readonly random: Random;
  /** Of whoever is the victim here. */
  kills = 0;
  /** How long what is written here takes. */
  writingMilliseconds: number | undefined;
  #scenes = 0;
  #lock: Lock | undefined;
  #where = "";
  #server: PipedProgram | undefined;

  constructor(violations: Violations, random: Random) {
    this.violations = violations;
    this.random = random;
  }

  /** Named in all that is found from here on. */
  async scene(where: string, play: () => Promise<void>): Promise<void> {
    this.#where = where;
    this.#scenes++;
    await this.violations.during(where, play);
    // Only when the scene has broken off.
    await this.#server?.end();
    this.#server = undefined;
    this.expect(this.project.read("review.txt") === original, "the file was written");
  }

  expect(isWell: boolean, what: string, context: object = {}): void {
    this.violations.expect(isWell, what, { at: this.#where, ...context });
  }

  /** A change like the others, with a name of its own. */
  change(): Change {
    return { path: this.project.path("review.txt"), contents: proposed, title: `change ${this.#scenes}` };
  }

  /** Starts the next one: it must find all that the last one left in order, and take its place. */
  async start(): Promise<{ readonly server: PipedProgram; readonly control: ControlClient }> {
    const { project } = this;
    const server = await project.serve();
    this.#server = server;
    const locks = project.locks();
    const [lock] = locks;
    this.expect(locks.length === 1 && lock?.pid === server.pid, "there is not the one lock", { locks });
    const isSame =
      this.#lock === undefined || (lock?.port === this.#lock.port && lock.authToken === this.#lock.authToken);
    this.expect(isSame, "it has another port or token than the one before", { locks });
    this.#lock = lock;
    const control = await project.control("watcher");
    const { pendingReviews, clients } = await control.request("status");
    this.expect(pendingReviews === 0 && clients.length === 0, "it begins with something", { pendingReviews });
    return { server, control };
  }

  /** With kill -9; nothing that it has started may outlive it for long, and no client may take it for alive. */
  async killServer(server: PipedProgram): Promise<() => Promise<void>> {
    const children = childrenOf(server.pid);
    server.kill("SIGKILL");
    await server.ended;
    return async () => {
      const isAlone = await eventually(() => !children.some(isRunning));
      this.expect(isAlone, "what it has started outlives it", { left: children.filter(isRunning) });
      const { folder: cwd, env } = this.project;
      const alive = (await discover({ cwd, env })).filter(({ isAlive }) => isAlive);
      this.expect(alive.length === 0, "a dead one looks alive", { ports: alive.map(({ port }) => port) });
    };
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.project[Symbol.asyncDispose]();
  }
}
