import type { ControlClient, ControlEvent } from "@idebridge/headless";
import { Review } from "@idebridge/review";
import type { Decision, Ide } from "@idebridge/sdk";
import type { Random } from "../../test/fuzz/random.ts";
import type { Project } from "../../test/idebridge/project.ts";
import { eventually } from "../eventually.ts";
import type { Violations } from "../violations.ts";

/** Whoever works, and where. */
export interface Desk {
  readonly project: Project;
  readonly agent: Ide;
  /** Writes without asking. It closes its diffs at every prompt: not to be the one that asks. */
  readonly writer: Ide;
  /** Attached all the time, as a terminal is. */
  readonly frontEnd: ControlClient;
  readonly random: Random;
  readonly violations: Violations;
}

export interface WorkCounts {
  readonly reviews: number;
  readonly documents: number;
  readonly diagnostics: number;
  readonly frontEnds: number;
  readonly changes: number;
}

type Work = (desk: Desk, counts: WorkCounts, round: number) => Promise<void>;

const filesOfPrompt = 5;
const within = { milliseconds: 30_000 };

/** Each does its share of a round; all of them go on side by side. */
export const kindsOfWork: Readonly<Record<string, Work>> = {
  async reviews(desk, { reviews }, round) {
    for (let count = 0; count < reviews; count++) await review(desk, `${round}.${count}`);
  },

  async documents({ project, agent, frontEnd, random, violations }, { documents }, round) {
    for (let count = 0; count < documents; count++) {
      const name = `documents/${count % 40}.txt`;
      const path = project.path(name);
      const text = `round ${round}, document ${count}\n`.repeat(20);
      project.write(name, text);
      if (random.chance(0.3)) {
        await agent.openFile(path, within);
        await agent.closeTab(`${count % 40}.txt`, within);
        continue;
      }
      const { text: read, version } = await frontEnd.request("documents/open", { path });
      violations.expect(read === text, "a document is not what its file is", { path });
      await frontEnd.request("documents/edit", { path, text: `${text}edited\n`, version });
      if (random.chance(0.5)) {
        await frontEnd.request("documents/save", { path });
        violations.expect(project.read(name) === `${text}edited\n`, "a document was not saved", { path });
      }
      const { outcome } = await frontEnd.request("documents/close", { path, discard: true });
      violations.expect(outcome === "closed", "a document was not closed", { path, outcome });
    }
  },

  async diagnostics({ project, agent, violations }, { diagnostics }, round) {
    for (let count = 0; count < diagnostics; count++) {
      const isWrong = count % 2 === 0;
      project.write("problems.ts", `export const n${round}: ${isWrong ? "string" : "number"} = ${count};\n`);
      const [file] = await agent.diagnostics(project.path("problems.ts"), within);
      const found = file?.diagnostics.length ?? 0;
      violations.expect(found === (isWrong ? 1 : 0), "the problems are not those of the file", {
        round,
        count,
        found,
      });
    }
  },

  async "front ends"({ project }, { frontEnds }) {
    for (let count = 0; count < frontEnds; count++) {
      const visitor = await project.control(`visitor ${count}`);
      if (count % 2 === 0) await visitor.request("traffic/watch", { watch: true });
      await visitor.request("reviews/history");
      visitor.close();
      await visitor.closed;
    }
  },

  async changes({ project, writer, frontEnd, violations }, { changes }, round) {
    for (let count = 0; count < changes; count += filesOfPrompt) {
      const names = Array.from({ length: filesOfPrompt }, (_, file) => `written/${count + file}.md`);
      await writer.closeAllDiffs(within);
      for (const name of names) {
        await writer.diagnostics(project.path(name), within);
        project.write(name, `round ${round}, change ${count}\n`.repeat(10));
      }
      await writer.diagnostics(undefined, within);
      if (count + filesOfPrompt < changes) continue;
      const missing = async () => {
        const prompts = await frontEnd.request("changes/list");
        const own = prompts.findLast(({ client }) => client.name === "writer");
        const recorded = new Set(own?.files.map(({ path }) => path));
        return names.filter((name) => !recorded.has(project.path(name)));
      };
      const isRecorded = await eventually(async () => (await missing()).length === 0, 60_000);
      violations.expect(isRecorded, "changes are missing from the record", {
        round,
        missing: await missing(),
      });
    }
  },
};

/** One review, decided in one of the ways there are. */
async function review({ project, agent, frontEnd, random, violations }: Desk, name: string): Promise<void> {
  const path = project.path("review.txt");
  const contents = `one\n${name}\nthree\n${"more\n".repeat(random.below(50))}`;
  const title = `review ${name}`;
  const opened = nextReview(frontEnd, title);
  const asked = agent.openDiff({ path, contents, title }, within);
  const id = await Promise.race([opened, asked.then(() => undefined)]);
  if (id === undefined) throw new Error(`${title} was answered before it was shown`);
  const way = random.pick(["accept", "edit", "reject", "hold", "undo", "withdraw"] as const);
  if (random.chance(0.5)) {
    const { original = "" } = await frontEnd.request("reviews/read", { id });
    const draft = Review.start(original, contents).decide("all", "accepted");
    await frontEnd.request("reviews/draft", { id, draft: draft.toJSON() });
  }
  const decide = (decision: Decision, hold?: number) =>
    frontEnd.request("reviews/decide", {
      id,
      decision,
      ...(hold !== undefined && { holdMilliseconds: hold }),
    });
  const edited = `${contents}edited\n`;
  if (way === "accept") await decide({ outcome: "accepted", contents });
  if (way === "edit") await decide({ outcome: "accepted", contents: edited });
  if (way === "reject") await decide({ outcome: "rejected" });
  if (way === "hold") await decide({ outcome: "accepted", contents }, 1);
  if (way === "undo") {
    await decide({ outcome: "accepted", contents }, 10_000);
    await frontEnd.request("reviews/undo", { id });
    await decide({ outcome: "rejected" });
  }
  if (way === "withdraw") await agent.closeTab(title, within);
  const result = await asked;
  const isRight =
    way === "accept" || way === "hold"
      ? result.outcome === "accepted" && result.contents === contents
      : way === "edit"
        ? result.outcome === "accepted" && result.contents === edited
        : result.outcome === "rejected";
  violations.expect(isRight, "a review was answered as nobody has decided", { name, way, result });
}

function nextReview(frontEnd: ControlClient, title: string): Promise<number> {
  return new Promise((resolve) => {
    const stop = frontEnd.subscribe((event: ControlEvent) => {
      if (event.type !== "reviewOpened" || event.review.title !== title) return;
      stop();
      resolve(event.review.id);
    });
  });
}
