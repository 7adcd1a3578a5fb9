import { setTimeout as sleep } from "node:timers/promises";
import { takesDecisions } from "../../test/idebridge/proposing.ts";
import type { ScreenTerminal } from "../../test/idebridge/screenTerminal.ts";
import { eventually } from "../eventually.ts";
import { agentHere } from "./people.ts";
import type { Stage } from "./stage.ts";
import type { Reached, Scene } from "./steps.ts";
import { reviewGoesOn, sceneOf } from "./victims.ts";

/** What somebody has typed before the terminal dies. */
type Typing = (screen: ScreenTerminal, scene: Scene) => Promise<Partial<Reached>>;

/** `idebridge review` in a terminal, killed at each step of a review. */
export const terminalSteps: Readonly<Record<string, (stage: Stage) => Promise<void>>> = {
  "is shown": (stage) => killTerminal(stage, async () => ({})),

  "has one hunk accepted": (stage) =>
    killTerminal(stage, async (screen, { watcher, change }) => {
      screen.press("a");
      const draft = async () => {
        const review = (await watcher.request("reviews/list")).find(({ title }) => title === change.title);
        return review && (await watcher.request("reviews/read", { id: review.id })).draft;
      };
      await eventually(async () => (await draft()) !== undefined);
      return { draft: JSON.stringify(await draft()) };
    }),

  "is being accepted": (stage) =>
    killTerminal(stage, async (screen, { random, change }) => {
      screen.press("A");
      await sleep(random.below(60));
      return { accepted: change.contents };
    }),
};

async function killTerminal(stage: Stage, type: Typing): Promise<void> {
  const { server, control } = await stage.start();
  const ide = await stage.project.agent({ reconnect: false });
  const screen = stage.project.startOnScreen(["review"], { columns: 100, rows: 24 });
  await screen.until("No change waits for a decision");
  const scene = sceneOf(stage, control, { agent: agentHere(ide) });
  const answer = scene.agent.propose(scene.change);
  await takesDecisions(screen, "review.txt");
  const reached = await type(screen, scene);
  screen.kill("SIGKILL");
  await screen.ended;
  stage.kills++;
  await reviewGoesOn(stage, scene, {
    answer,
    accepted: undefined,
    isDecided: false,
    draft: undefined,
    ...reached,
  });
  ide.close();
  await (await stage.killServer(server))();
}
