import type { Ide } from "@idebridge/sdk";
import type { Random } from "../../test/fuzz/random.ts";
import type { Project } from "../../test/idebridge/project.ts";
import type { Violations } from "../violations.ts";
import { addition, wishes } from "./decideAsAsked.ts";

/** An agent that does everything as it should be done, and looks closely at every answer. */
export class PoliteAgent {
  readonly agent: Ide;
  readonly #project: Project;
  readonly #violations: Violations;
  #count = 0;

  constructor(agent: Ide, project: Project, violations: Violations) {
    this.agent = agent;
    this.#project = project;
    this.#violations = violations;
  }

  /** One call of each kind; returns how long each took, but for reviews and code, which may take their time. */
  async ask(random: Random): Promise<readonly number[]> {
    const times: number[] = [];
    const asks = Object.entries(this.#questions(random));
    for (const [name, ask] of asks) {
      const started = performance.now();
      await this.#violations.during(`the polite agent: ${name}`, async () => {
        const problem = await ask();
        this.#violations.expect(problem === undefined, `the polite agent: ${name}`, { problem });
      });
      times.push(performance.now() - started);
    }
    await this.#violations.during("the polite agent: openDiff", () => this.#propose(random));
    if (this.#count % 20 === 1)
      await this.#violations.during("the polite agent: executeCode", () => this.#compute());
    return times;
  }

  /** Each returns what is wrong with the answer. */
  #questions(random: Random): Readonly<Record<string, () => Promise<unknown>>> {
    const { agent } = this;
    const right = this.#project.path("right.ts");
    const wrong = this.#project.path("wrong.ts");
    const unless = (isRight: boolean, answer: unknown) => (isRight ? undefined : (answer ?? "nothing"));
    return {
      async getWorkspaceFolders() {
        const folders = await agent.workspaceFolders();
        return unless(folders.length === 1, folders);
      },
      openFile: async () => {
        const opened = await agent.openFile(random.chance(0.5) ? right : wrong);
        return unless(opened !== undefined, opened);
      },
      async getOpenEditors() {
        const documents = await agent.openDocuments();
        return unless(documents.length > 0, documents);
      },
      async checkDocumentDirty() {
        await agent.openFile(right);
        const state = await agent.documentState(right);
        return unless(state !== "notOpen" && !state.isDirty, state);
      },
      async saveDocument() {
        const outcome = await agent.saveDocument(right);
        return unless(outcome === "saved", outcome);
      },
      async getCurrentSelection() {
        const selection = await agent.activeSelection();
        // Which file is in front, others decide too.
        return unless(selection !== undefined, selection);
      },
      async getDiagnostics() {
        const [file] = await agent.diagnostics(wrong);
        return unless(file?.diagnostics.length === 1, file);
      },
      async closeAllDiffTabs() {
        const closed = await agent.closeAllDiffs();
        return unless(closed === 0, closed);
      },
    };
  }

  async #propose(random: Random): Promise<void> {
    const wish = random.pick(wishes);
    const contents = `export const right = ${++this.#count};\n`;
    const title = `${wish} polite ${this.#count}`;
    const result = await this.agent.openDiff({ path: this.#project.path("right.ts"), contents, title });
    const wanted = wish === "edit" ? `${contents}${addition}` : contents;
    const isRight =
      wish === "reject"
        ? result.outcome === "rejected"
        : result.outcome === "accepted" && result.contents === wanted;
    this.#violations.expect(isRight, "the polite agent: openDiff", { title, result });
  }

  async #compute(): Promise<void> {
    const { outputs } = await this.agent.executeCode(`print(${this.#count} * 2)`);
    const text = JSON.stringify(outputs);
    this.#violations.expect(text.includes(String(this.#count * 2)), "the polite agent: executeCode", {
      text,
    });
  }
}
