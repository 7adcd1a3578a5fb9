import type { ControlClient } from "@idebridge/headless";
import { IdeBridgeError, messageOf } from "@idebridge/sdk/core";
import { describeError } from "../cliError.ts";
import type { Context } from "../context.ts";
import { printable } from "../printable.ts";
import { holdEvents } from "../serve/holdEvents.ts";
import { Terminal, type TerminalEvent } from "../terminal/terminal.ts";
import { Comparer } from "./diff/comparer.ts";
import { DiffColours } from "./diff/diffColours.ts";
import { DraftSender } from "./diff/draftSender.ts";
import { loadedReview, loadTexts } from "./diff/loadTexts.ts";
import { changeKey, reviewKey } from "./diff/openDiff.ts";
import { forgetFile, keepText, openEditor } from "./diff/openEditor.ts";
import { type Frame, hitAt } from "./frame.ts";
import type { Effect, LeaveReason, Message } from "./messages.ts";
import type { ScreenOptions, ScreenState } from "./screenState.ts";
import { startState } from "./startState.ts";
import { steadyClock } from "./steadyClock.ts";
import { nextWake, update } from "./update.ts";
import { view } from "./view.ts";
import { stoppedMeanwhile } from "./views/stopped.ts";

export interface ScreenSettings extends ScreenOptions {
  readonly theme: "auto" | "light" | "dark";
  readonly notify: "none" | "bell" | "desktop";
}

export interface ScreenLine {
  readonly control: ControlClient;
  /** Connects anew after the line was cut; throws while there is nobody. */
  readonly reconnect: () => Promise<ControlClient>;
}

/** How long to wait before looking again for an idebridge that has stopped. */
const reconnectMilliseconds = 500;

/**
 * The terminal as a front end of a running idebridge, full screen. Everything that it decides is in `update`, all that
 * it shows in `view`; here is what they need of the world.
 */
export class Screen {
  readonly #context: Context;
  readonly #settings: ScreenSettings;
  readonly #reconnect: () => Promise<ControlClient>;
  readonly #terminal: Terminal;
  readonly #colours: DiffColours;
  readonly #comparer = new Comparer();
  readonly #now = steadyClock();
  readonly #drafts = new DraftSender(({ id, openedAt }, draft) => {
    // The review may be over by now, and the line cut: the next decision tries again.
    this.#control.request("reviews/draft", { id, draft, openedAt }).catch(() => {});
  });
  readonly #left: Promise<LeaveReason>;
  #leave: (how: LeaveReason) => void = () => {};
  #control: ControlClient;
  #state: ScreenState;
  #frame: Frame = { rows: [], hits: [] };
  #painting: NodeJS.Immediate | undefined;
  #waking: NodeJS.Timeout | undefined;
  #hasLeft = false;

  constructor({ control, reconnect }: ScreenLine, settings: ScreenSettings, context: Context) {
    this.#control = control;
    this.#reconnect = reconnect;
    this.#settings = settings;
    this.#context = context;
    this.#left = new Promise((resolve) => {
      this.#leave = resolve;
    });
    this.#terminal = Terminal.open(context, { theme: settings.theme, mouse: true, title: "idebridge" });
    this.#colours = new DiffColours(() => this.#paintSoon());
    this.#state = startState(settings, this.#terminal.size, this.#now());
  }

  /** Shows the screen until the user leaves, nothing is left to do, or the idebridge and the need for it are gone. */
  async run(): Promise<LeaveReason> {
    const unsubscribe = this.#terminal.subscribe((event) => this.#happened(event));
    try {
      await this.#attach();
      return await this.#left;
    } finally {
      this.#hasLeft = true;
      unsubscribe();
      clearTimeout(this.#waking);
      clearImmediate(this.#painting);
      this.#comparer.close();
      this.#drafts.close();
      this.#terminal.close();
      this.#control.close();
      // The log went with the screen.
      for (const { file } of this.#state.ownTexts)
        this.#context.stdout.write(`Your text is in ${printable(file)}\n`);
    }
  }

  /** Ends it, as when the program is told to end. */
  close(): void {
    this.#leave("left");
  }

  /** Something to tell the user that did not come over the line. */
  warn(message: string): void {
    this.#dispatch({ type: "told", event: { type: "warning", message } });
  }

  async #attach(): Promise<void> {
    const control = this.#control;
    const events = holdEvents(control, (event) => this.#dispatch({ type: "told", event }));
    try {
      const [status, reviews, prompts, executions] = await Promise.all([
        control.request("status"),
        control.request("reviews/list"),
        // Changes may not be recorded at all.
        control.request("changes/list").catch(() => []),
        control.request("executions/list"),
      ]);
      const code = executions.filter(({ state }) => state === "asked");
      this.#dispatch({ type: "attached", status, reviews, prompts, code });
    } catch (error) {
      events.end();
      control.close();
      throw error;
    }
    events.begin();
    // Not before: whoever called tries again by itself when the line is cut meanwhile.
    void control.closed.then(() => {
      events.end();
      if (!this.#hasLeft) void this.#lost();
    });
  }

  /** Whoever comes back has the same folder, not always the same port. */
  async #lost(): Promise<void> {
    if (this.#settings.once) return this.#leave("stopped");
    this.#dispatch({ type: "lost" });
    while (!this.#hasLeft) {
      await new Promise((resolve) => setTimeout(resolve, reconnectMilliseconds));
      if (this.#hasLeft) return;
      try {
        this.#control = await this.#reconnect();
        return await this.#attach();
      } catch {
        // Not yet.
      }
    }
  }

  #happened(event: TerminalEvent): void {
    if (event.type === "gone") return this.#leave("left");
    if (event.type === "resize") return this.#dispatch({ type: "resized", size: this.#terminal.size });
    if (event.type !== "mouse") return this.#dispatch({ type: "input", input: event });
    const hit = hitAt(this.#frame, event.column, event.row);
    this.#dispatch({ type: "mouse", action: event.action, hit });
  }

  #dispatch(message: Message): void {
    if (this.#hasLeft) return;
    const before = this.#state;
    const { state, effects } = update(before, message, this.#now());
    this.#state = state;
    this.#drafts.happened(message, before, state);
    if (waitingIn(state) !== waitingIn(before)) this.#terminal.setTitle(titleOf(state));
    for (const effect of effects) void this.#perform(effect);
    this.#paintSoon();
    this.#wakeLater();
  }

  /** Many events in a row make one frame. */
  #paintSoon(): void {
    this.#painting ??= setImmediate(() => {
      this.#painting = undefined;
      this.#frame = view(this.#state, this.#colours.for(this.#state.diff));
      this.#terminal.paint(this.#frame.rows, this.#frame.cursor);
    });
  }

  #wakeLater(): void {
    clearTimeout(this.#waking);
    const at = nextWake(this.#state);
    if (at !== undefined)
      this.#waking = setTimeout(() => this.#dispatch({ type: "woken" }), Math.max(0, at - this.#now()));
  }

  async #perform(effect: Effect): Promise<void> {
    try {
      await this.#do(effect);
    } catch (error) {
      const isCut = error instanceof IdeBridgeError && error.code === "CONNECTION_CLOSED";
      const message = isCut ? stoppedMeanwhile : (describeError(error)?.message ?? messageOf(error));
      const key = keyOfEffect(effect);
      this.#dispatch({ type: "failed", message, ...(key !== undefined && { key }) });
    }
  }

  async #do(effect: Effect): Promise<void> {
    switch (effect.type) {
      case "load":
        return this.#load(effect.key);
      case "decide": {
        const { id, contents, message, hunks, before } = effect;
        if (before !== undefined && (await this.#hasChanged(id, before))) return;
        const decision =
          contents === undefined
            ? ({ outcome: "rejected" } as const)
            : ({ outcome: "accepted", contents } as const);
        const result = await this.#control.request("reviews/decide", {
          id,
          decision,
          ...(message !== undefined && { message }),
          ...(hunks && { hunks }),
        });
        return this.#dispatch({ type: "decided", id, outcome: decision.outcome, hunks, result });
      }
      case "decideCode": {
        const { id, allow } = effect;
        const result = await this.#control.request("executions/decide", { id, allow });
        return this.#dispatch({ type: "codeDecided", id, result });
      }
      case "settle":
        return this.#settle(effect);
      case "edit": {
        const result = await this.#terminal.whileSuspended(() => openEditor(effect, this.#context));
        if (result.outcome === "failed")
          return this.#dispatch({ type: "failed", key: effect.key, message: result.message });
        return this.#dispatch({ type: "edited", key: effect.key, text: result.text, file: result.file });
      }
      case "forgetFile":
        return forgetFile(effect.file);
      case "keepText": {
        const { review, text, why } = effect;
        return this.#dispatch({ type: "textKept", review, file: keepText(review.path, text), why });
      }
      case "pause":
        return void (await this.#control.request("sharing/pause", { paused: effect.paused }));
      case "browse": {
        const { openFromScreen } = await import("../workbench/openFromScreen.ts");
        const suspend = <T>(work: () => Promise<T>) => this.#terminal.whileSuspended(work);
        const isOpen = await openFromScreen(this.#control, this.#context, suspend);
        return isOpen ? this.#dispatch({ type: "browsed" }) : undefined;
      }
      case "lookForServers": {
        const servers = await this.#control.request("languageServers/list");
        return this.#dispatch({ type: "told", event: { type: "languageServersChanged", servers } });
      }
      case "attention":
        return this.#callAttention(effect.title, effect.text);
      case "redraw":
        return this.#terminal.repaint();
      case "leave":
        return this.#leave(effect.how);
    }
  }

  async #load(key: string): Promise<void> {
    const loaded = await loadTexts(this.#control, key, (before, after, hunks) =>
      this.#comparer.now(before, after, hunks),
    );
    this.#dispatch({ type: "loaded", key, loaded });
    if (loaded.kind === "opaque" || loaded.review) return;
    const review = await this.#comparer.later(loaded.before, loaded.after);
    this.#dispatch({ type: "compared", key, review });
  }

  /** A decision about a file that has just become another would undo that: it is looked at again instead. */
  async #hasChanged(id: number, before: string): Promise<boolean> {
    // One that is over cannot be read any more: what was decided first, the decision itself is told.
    const texts = await this.#control.request("reviews/read", { id }).catch(() => undefined);
    if (texts === undefined || (texts.original ?? "") === before) return false;
    // It is known how it was compared.
    const loaded = loadedReview(texts, () => undefined);
    this.#dispatch({ type: "loaded", key: reviewKey(id), loaded });
    return true;
  }

  async #settle({ id, revert, of, changedAt }: Extract<Effect, { type: "settle" }>): Promise<void> {
    if (revert.length > 0) {
      const hunks = revert === "all" ? {} : { hunks: revert };
      const shown = changedAt === undefined ? {} : { changedAt };
      const result = await this.#control.request("changes/revert", { id, ...hunks, ...shown });
      // Something has been decided about all of it: what was not taken back is kept.
      if (result.outcome === "reverted" && revert !== "all")
        await this.#control.request("changes/keep", { id });
      const part = revert === "all" || of === undefined ? {} : { part: { hunks: revert.length, of } };
      return this.#dispatch({ type: "settled", id, result, ...part });
    }
    await this.#control.request("changes/keep", { id });
    this.#dispatch({ type: "settled", id, result: { outcome: "kept" } });
  }

  #callAttention(title: string, text: string): void {
    if (this.#terminal.hasFocus || this.#settings.notify === "none") return;
    if (this.#settings.notify === "bell") this.#terminal.bell();
    else this.#terminal.notify(title, text);
  }
}

function titleOf(state: ScreenState): string {
  const waiting = waitingIn(state);
  return waiting === 0 ? state.status.name : `(${waiting}) ${state.status.name}`;
}

function waitingIn({ reviews, code }: ScreenState): number {
  return reviews.length + code.length;
}

function keyOfEffect(effect: Effect): string | undefined {
  if (effect.type === "load" || effect.type === "edit") return effect.key;
  if (effect.type === "decide") return reviewKey(effect.id);
  return effect.type === "settle" ? changeKey(effect.id) : undefined;
}
