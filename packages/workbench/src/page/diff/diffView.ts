import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { Compartment, EditorState, type Extension, StateField } from "@codemirror/state";
import { EditorView, gutterLineClass, keymap, lineNumbers } from "@codemirror/view";
import { codeLook } from "../code/codeLook.ts";
import { exactEndings, exactTextOf, lineEndings, toExactLines } from "../code/exactText.ts";
import { languageFor } from "../code/languageFor.ts";
import { replaceText } from "../code/replaceText.ts";
import { type DiffDecorations, type DiffSide, diffDecorations } from "./diffDecorations.ts";
import { type DiffEvents, type DiffScene, setScene } from "./diffScene.ts";

export interface DiffViewOptions {
  readonly parent: HTMLElement;
  readonly layout: "unified" | "split";
  readonly path: string;
  readonly wrap: boolean;
  readonly label: string;
  readonly events: DiffEvents;
}

/** A diff on the screen: one editor, or two that scroll as one. The text on the right can be edited. */
export class DiffView {
  readonly #options: DiffViewOptions;
  readonly #after: EditorView;
  readonly #before: EditorView | undefined;
  readonly #editing = new Compartment();
  readonly #language = new Compartment();
  #scene: DiffScene;
  #isDestroyed = false;

  constructor(options: DiffViewOptions, scene: DiffScene) {
    this.#options = options;
    this.#scene = scene;
    const { parent, layout, label } = options;
    parent.classList.toggle("is-split", layout === "split");
    if (layout === "split") this.#before = this.#createBefore(`${label}, before`);
    this.#after = this.#createAfter(layout === "split" ? `${label}, after` : label);
    if (this.#before) scrollTogether(this.#before, this.#after);
    void this.#colour();
  }

  /** Shows another state of the same review. */
  show(scene: DiffScene): void {
    const last = this.#scene.shown;
    this.#scene = scene;
    const { lines, review } = scene.shown;
    showText(this.#after, lines === last.lines ? undefined : lines, scene);
    // It is another one when the file has changed on disk.
    const isSame = review.beforeLines === last.review.beforeLines;
    if (this.#before) showText(this.#before, isSame ? undefined : review.beforeLines, scene);
  }

  /** The text as the user has it now, to the last byte. */
  text(): string {
    return exactTextOf(this.#after.state);
  }

  setEditing(isEditing: boolean): void {
    this.#after.dispatch({ effects: this.#editing.reconfigure(editing(isEditing)) });
    if (isEditing) this.#after.focus();
  }

  /** Brings a hunk into view. */
  goTo(hunk: number): void {
    const place = this.#scene.shown.hunks.find((each) => each.hunk.id === hunk);
    if (!place) return;
    const { doc } = this.#after.state;
    const line = doc.line(Math.min(place.shown.start + 1, doc.lines));
    const isFocused = this.#after.hasFocus;
    this.#after.dispatch({
      ...(isFocused && { selection: { anchor: line.from } }),
      effects: EditorView.scrollIntoView(line.from, { y: "start", yMargin: 120 }),
    });
  }

  destroy(): void {
    this.#isDestroyed = true;
    this.#before?.destroy();
    this.#after.destroy();
    this.#options.parent.classList.remove("is-split");
  }

  #createAfter(label: string): EditorView {
    const { doc, endings } = toExactLines(this.#scene.shown.lines);
    const side = this.#options.layout === "split" ? "after" : "unified";
    return new EditorView({
      parent: this.#options.parent,
      state: EditorState.create({
        doc,
        extensions: [
          this.#common(label, side),
          lineEndings.init(() => endings),
          this.#editing.of(editing(false)),
          EditorView.updateListener.of((update) => {
            const isOurs = update.transactions.some((each) => each.annotation(exactEndings) !== undefined);
            if (update.docChanged && !isOurs) this.#options.events.edited();
          }),
        ],
      }),
    });
  }

  #createBefore(label: string): EditorView {
    const { doc } = toExactLines(this.#scene.shown.review.beforeLines);
    return new EditorView({
      parent: this.#options.parent,
      state: EditorState.create({ doc, extensions: [this.#common(label, "before"), editing(false)] }),
    });
  }

  #common(label: string, side: DiffSide): Extension {
    const isWrapped = this.#options.wrap && side === "unified";
    return [
      codeLook(),
      lineNumbers(),
      this.#language.of([]),
      decorationField(this.#scene, side, this.#options.events),
      isWrapped ? EditorView.lineWrapping : [],
      EditorView.contentAttributes.of({ "aria-label": label }),
      EditorView.editorAttributes.of({ class: `diff-${side}` }),
    ];
  }

  async #colour(): Promise<void> {
    const extension = await languageFor(this.#options.path);
    if (this.#isDestroyed || extension === undefined) return;
    const effects = [this.#language.reconfigure(extension), setScene.of(this.#scene)];
    this.#before?.dispatch({ effects });
    this.#after.dispatch({ effects });
  }
}

function decorationField(first: DiffScene, side: DiffSide, events: DiffEvents): StateField<DiffDecorations> {
  return StateField.define<DiffDecorations>({
    create: (state) => diffDecorations(state, first, side, events),
    update(decorations, { effects, state, changes, docChanged }) {
      const scene = effects.findLast((effect) => effect.is(setScene));
      if (scene) return diffDecorations(state, scene.value, side, events);
      if (!docChanged) return decorations;
      return { text: decorations.text.map(changes), numbers: decorations.numbers.map(changes) };
    },
    provide: (field) => [
      EditorView.decorations.from(field, ({ text }) => text),
      gutterLineClass.from(field, ({ numbers }) => numbers),
    ],
  });
}

function editing(isEditing: boolean): Extension {
  if (isEditing) return [history(), keymap.of([...historyKeymap, ...defaultKeymap])];
  // Not editable, but to be reached and scrolled by keyboard.
  return [
    EditorState.readOnly.of(true),
    EditorView.editable.of(false),
    EditorView.contentAttributes.of({ tabindex: "0" }),
  ];
}

function showText(view: EditorView, lines: readonly string[] | undefined, scene: DiffScene): void {
  const change = lines === undefined ? {} : replaceText(view.state, toExactLines(lines));
  view.dispatch({ ...change, effects: setScene.of(scene) });
}

function scrollTogether(left: EditorView, right: EditorView): void {
  const follow = (leader: HTMLElement, follower: HTMLElement) =>
    leader.addEventListener("scroll", () => {
      // Setting what is set already would answer with a scroll event, and so on.
      if (Math.abs(follower.scrollTop - leader.scrollTop) > 1) follower.scrollTop = leader.scrollTop;
      if (Math.abs(follower.scrollLeft - leader.scrollLeft) > 1) follower.scrollLeft = leader.scrollLeft;
    });
  follow(left.scrollDOM, right.scrollDOM);
  follow(right.scrollDOM, left.scrollDOM);
}
