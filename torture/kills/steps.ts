import { setTimeout as sleep } from "node:timers/promises";
import type { ControlClient } from "@idebridge/headless";
import { Review } from "@idebridge/review";
import type { Random } from "../../test/fuzz/random.ts";
import type { Project } from "../../test/idebridge/project.ts";
import { eventually } from "../eventually.ts";
import type { Agent, Answer, Change, FrontEnd } from "./people.ts";

/** Who is there when somebody dies. */
export interface Scene {
  readonly project: Project;
  readonly agent: Agent;
  readonly frontEnd: FrontEnd;
  /** Looks on from elsewhere, and is never the one who dies. */
  readonly watcher: ControlClient;
  readonly random: Random;
  readonly change: Change;
}

/** How far it had come. */
export interface Reached {
  /** `undefined`: nothing was proposed. */
  readonly answer: Promise<Answer> | undefined;
  /** What the agent may be told as accepted; `undefined` when nobody has accepted anything. */
  readonly accepted: string | undefined;
  /** Somebody has decided for good, and it must reach the agent if both live. */
  readonly isDecided: boolean;
  /** What was told to be kept of it so far, as JSON. */
  readonly draft: string | undefined;
}

export type Step = (scene: Scene, kill: () => Promise<void>) => Promise<Reached>;

const nothing: Reached = { answer: undefined, accepted: undefined, isDecided: false, draft: undefined };

/** Every step of a review. Each brings it there, kills, and tells how far it had come. */
export const steps: Readonly<Record<string, Step>> = {
  async "before it is proposed"(_scene, kill) {
    await kill();
    return nothing;
  },

  async proposed({ agent, change, random }, kill) {
    const answer = agent.propose(change);
    await sleep(random.below(6));
    await kill();
    return { ...nothing, answer };
  },

  async shown(scene, kill) {
    const { answer } = await show(scene);
    await kill();
    return { ...nothing, answer };
  },

  async "partly decided"(scene, kill) {
    const { answer, id, original } = await show(scene);
    const review = Review.start(original, scene.change.contents);
    const draft = review.decide(review.hunks[0]!.id, "accepted").toJSON();
    await scene.frontEnd.request("reviews/draft", { id, draft });
    await kill();
    return { ...nothing, answer, draft: JSON.stringify(draft) };
  },

  async "its result edited"(scene, kill) {
    const { answer, id, original } = await show(scene);
    const review = Review.start(original, scene.change.contents);
    const draft = review.editHunk(review.hunks[0]!.id, "mine\n").toJSON();
    await scene.frontEnd.request("reviews/draft", { id, draft });
    await kill();
    return { ...nothing, answer, draft: JSON.stringify(draft) };
  },

  async "being decided"(scene, kill) {
    const { answer, id } = await show(scene);
    const { contents } = scene.change;
    const deciding = scene.frontEnd.request("reviews/decide", {
      id,
      decision: { outcome: "accepted", contents },
    });
    deciding.catch(() => {});
    await sleep(scene.random.below(4));
    await kill();
    return { ...nothing, answer, accepted: contents };
  },

  async "decided, and held"(scene, kill) {
    const { answer, id } = await show(scene);
    const { contents } = scene.change;
    await scene.frontEnd.request("reviews/decide", {
      id,
      decision: { outcome: "accepted", contents },
      holdMilliseconds: 3_000,
    });
    await kill();
    return { ...nothing, answer, accepted: contents, isDecided: true };
  },

  async answered(scene, kill) {
    const { answer, id } = await show(scene);
    const { contents } = scene.change;
    await scene.frontEnd.request("reviews/decide", { id, decision: { outcome: "accepted", contents } });
    await answer;
    await kill();
    return { ...nothing, answer, accepted: contents, isDecided: true };
  },
};

async function show({ agent, watcher, change }: Scene) {
  const answer = agent.propose(change);
  const find = async () =>
    (await watcher.request("reviews/list")).find(({ title }) => title === change.title);
  if (!(await eventually(async () => (await find()) !== undefined))) {
    throw new Error(`${change.title} was never shown`);
  }
  const { id } = (await find())!;
  const { original = "" } = await watcher.request("reviews/read", { id });
  return { answer, id, original };
}
