import { createInterface, type Interface } from "node:readline/promises";
import type { ControlClient, ControlEvent, Execution, PendingReview } from "@idebridge/headless";
import type { Context } from "../context.ts";
import { type Style, styleFor } from "../style.ts";
import { leaveKeysTo } from "../terminal/watchProcess.ts";
import { askAboutCode } from "./askAboutCode.ts";
import { reviewLine } from "./eventLine.ts";
import { eventLines } from "./eventLines.ts";
import { holdEvents } from "./holdEvents.ts";
import { plainCommand } from "./plainCommand.ts";
import { PlainReview } from "./plainReview.ts";

export interface PlainOptions {
  /** Ends as soon as nothing is left to decide. */
  readonly once?: boolean;
  /** Leaving ends the idebridge, too: not by Ctrl-D while something is asked. */
  readonly ownsIdebridge?: boolean;
}

/** What waits for the user: a change, or code. The two are numbered each for itself. */
type Question =
  | { readonly type: "review"; readonly id: number; readonly review: PendingReview }
  | { readonly type: "code"; readonly id: number; readonly execution: Execution };

/**
 * The terminal as a front end of a running idebridge, line by line: tells what happens, and asks about one change, or
 * piece of code, after the other. Ends when the idebridge does, or when the user leaves.
 */
export class PlainFrontEnd {
  readonly #control: ControlClient;
  readonly #context: Context;
  readonly #style: Style;
  readonly #folder: string;
  #terminal: Interface;
  readonly #toLine: (event: ControlEvent) => string | undefined;
  readonly #waiting: Question[] = [];
  #arrived = () => {};
  #asking: { readonly question: Question; readonly abort: AbortController } | undefined;
  #left = false;
  #reopened = () => {};

  constructor(control: ControlClient, context: Context) {
    this.#control = control;
    this.#context = context;
    this.#style = styleFor(context);
    this.#folder = control.instance.folders[0] ?? context.cwd;
    this.#toLine = eventLines(this.#folder, this.#style);
    this.#terminal = this.#openTerminal();
  }

  #openTerminal(): Interface {
    const { stdin: input, stdout: output, isTTY: terminal } = this.#context;
    const opened = createInterface({ input, output, terminal, prompt: "" });
    // A terminal that was closed cannot be put back as it was: no reason to end without cleaning up.
    opened.on("error", () => {});
    opened.on("line", (line) => void this.#typed(line.trim()));
    return opened;
  }

  /** Returns when it is over: `left` or `interrupted` by the user, or the idebridge has `stopped`. */
  async run({
    once = false,
    ownsIdebridge = false,
  }: PlainOptions = {}): Promise<"left" | "interrupted" | "stopped" | "done"> {
    const left = new Promise<"left" | "interrupted">((resolve) => {
      const leave = (how: "left" | "interrupted") => {
        this.#left = true;
        this.#asking?.abort.abort();
        resolve(how);
      };
      const watch = () => {
        this.#terminal.once("SIGINT", () => leave("interrupted")).once("close", closed);
      };
      const closed = () => {
        const { stdin, isTTY } = this.#context;
        const isGone = isTTY && !stdin.readable;
        if (isGone || !isTTY || !ownsIdebridge || !this.#asking || this.#left)
          return leave(isGone ? "interrupted" : "left");
        this.#terminal = this.#openTerminal();
        watch();
        this.#goBack();
      };
      watch();
    });
    const events = holdEvents(this.#control, (event) => this.#told(event));
    const { clients } = await this.#control.request("status");
    if (clients.length > 0) this.#told({ type: "clientsChanged", clients });
    for (const review of await this.#control.request("reviews/list")) this.#enqueue(reviewQuestion(review));
    for (const execution of await this.#control.request("executions/list"))
      if (execution.state === "asked") this.#enqueue(codeQuestion(execution));
    events.begin();
    try {
      const stopped = this.#control.closed.then(() => "stopped" as const);
      return await Promise.race([left, stopped, this.#ask(once)]);
    } finally {
      events.end();
      this.#left = true;
      this.#asking?.abort.abort();
      this.#terminal.close();
    }
  }

  async #ask(once: boolean): Promise<"done"> {
    while (!this.#left) {
      const question = this.#waiting.shift();
      if (question) await this.#decide(question);
      else if (once) return "done";
      else await new Promise<void>((resolve) => (this.#arrived = resolve));
    }
    return "done";
  }

  async #decide(question: Question): Promise<void> {
    const abort = new AbortController();
    this.#asking = { question, abort };
    try {
      if (question.type === "review") await this.#decideReview(question.review, abort.signal);
      else await this.#decideCode(question.execution, abort.signal);
    } catch (error) {
      // Decided elsewhere, or the user has left: the events tell.
      if (!abort.signal.aborted) throw error;
    } finally {
      this.#asking = undefined;
    }
  }

  #decideReview(review: PendingReview, signal: AbortSignal): Promise<void> {
    this.print(`${this.#style.yellow("?")} ${reviewLine(review, this.#folder, this.#style)}`);
    const asker = {
      print: (line: string) => this.print(line),
      question: (text: string) => this.#question(text, signal),
      suspended: <T>(work: () => Promise<T>) => this.#suspended(work),
      isOver: () => signal.aborted,
    };
    return new PlainReview(review, this.#control, asker, this.#context).run();
  }

  #decideCode(execution: Execution, signal: AbortSignal): Promise<void> {
    return askAboutCode(execution, {
      control: this.#control,
      folder: this.#folder,
      style: this.#style,
      print: (line) => this.print(line),
      question: (text) => this.#question(text, signal),
    });
  }

  async #question(text: string, signal: AbortSignal): Promise<string> {
    for (;;) {
      signal.throwIfAborted();
      this.#forgetTyped();
      const reopened = new Promise<undefined>((resolve) => {
        this.#reopened = () => resolve(undefined);
      });
      const asked = new AbortController();
      const over = () => asked.abort();
      signal.addEventListener("abort", over);
      // A terminal that is closed answers never, or with an error: that depends on the Node.
      const answered = this.#terminal.question(text, { signal: asked.signal }).catch(() => {
        signal.throwIfAborted();
        return reopened;
      });
      const answer = await Promise.race([answered, reopened]);
      // A closed terminal that is told would still begin a new line.
      signal.removeEventListener("abort", over);
      if (answer !== undefined) return answer.trim();
    }
  }

  /** Ctrl-D: to the question that is open, as it would be lost. */
  #goBack(): void {
    const open = this.#waiting.length + 1;
    const what = open === 1 ? "1 question is open" : `${open} questions are open`;
    this.#context.stdout.write(`\nNot yet: ${what}. Ctrl-C stops idebridge all the same.\n`);
    this.#reopened();
  }

  /** What was typed before the question appeared is no answer to it. */
  #forgetTyped(): void {
    if (this.#isDumb) Object.assign(this.#terminal, { line: "", cursor: 0 });
    else if (this.#context.isTTY) this.#terminal.write(null, { ctrl: true, name: "u" });
  }

  /** A terminal that would print the sequences by which others clear a line. */
  get #isDumb(): boolean {
    return this.#context.env.TERM === "dumb";
  }

  /** While something else, such as an editor, reads what is typed. */
  async #suspended<T>(work: () => Promise<T>): Promise<T> {
    this.#terminal.pause();
    const input = this.#context.stdin as Partial<NodeJS.ReadStream>;
    input.setRawMode?.(false);
    const takeBack = leaveKeysTo();
    try {
      return await work();
    } finally {
      takeBack();
      if (!this.#left) {
        input.setRawMode?.(true);
        this.#terminal.resume();
      }
    }
  }

  /** What is typed while nothing is asked. */
  async #typed(line: string): Promise<void> {
    if (line === "" || this.#asking) return;
    for (const text of await plainCommand(line, this.#control, this.#context)) this.print(text);
  }

  #told(event: ControlEvent): void {
    if (event.type === "reviewOpened") return this.#enqueue(reviewQuestion(event.review));
    if (event.type === "executionAsked") return this.#enqueue(codeQuestion(event.execution));
    if (event.type === "reviewClosed") this.#over("review", event.id);
    if (event.type === "executionDecided") this.#over("code", event.id);
    if (event.type === "executionEnded") this.#over("code", event.execution.id);
    const line = this.#toLine(event);
    if (line !== undefined) this.print(line);
  }

  #enqueue(question: Question): void {
    const known = [...this.#waiting, ...(this.#asking ? [this.#asking.question] : [])];
    if (known.some(({ type, id }) => type === question.type && id === question.id)) return;
    this.#waiting.push(question);
    this.#arrived();
  }

  #over(type: Question["type"], id: number): void {
    const isMeant = (question: Question) => question.type === type && question.id === id;
    const index = this.#waiting.findIndex(isMeant);
    if (index >= 0) this.#waiting.splice(index, 1);
    if (this.#asking && isMeant(this.#asking.question)) this.#asking.abort.abort();
  }

  /** Tells something; above the question, if one is being asked. */
  print(line: string): void {
    const { stdout, isTTY } = this.#context;
    if (!isTTY || this.#asking === undefined) return void stdout.write(`${line}\n`);
    stdout.write(`${this.#isDumb ? "\n" : "\r\u001b[K"}${line}\n`);
    if (this.#left) return;
    this.#terminal.prompt(true);
    if (this.#isDumb) stdout.write(this.#terminal.line);
  }
}

function reviewQuestion(review: PendingReview): Question {
  return { type: "review", id: review.id, review };
}

function codeQuestion(execution: Execution): Question {
  return { type: "code", id: execution.id, execution };
}
