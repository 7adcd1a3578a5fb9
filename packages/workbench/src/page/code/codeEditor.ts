import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, indentOnInput } from "@codemirror/language";
import { type Diagnostic as Mark, setDiagnostics } from "@codemirror/lint";
import {
  gotoLine,
  highlightSelectionMatches,
  openSearchPanel,
  search,
  searchKeymap,
} from "@codemirror/search";
import { Compartment, EditorState, type Extension, type Text } from "@codemirror/state";
import {
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  hoverTooltip,
  keymap,
  lineNumbers,
  rectangularSelection,
} from "@codemirror/view";
import type { Diagnostic, Position, Range } from "@idebridge/sdk/core";
import { visible, visibleLines } from "../ui/visible.ts";
import { codeLook } from "./codeLook.ts";
import { exactEndings, exactTextOf, lineEndings, toExactText } from "./exactText.ts";
import { languageFor } from "./languageFor.ts";
import { replaceText } from "./replaceText.ts";

export interface CodeEditorOptions {
  readonly path: string;
  readonly text: string;
  readonly label: string;
  readonly wrap: boolean;
  typed(text: () => string): void;
  selected(range: Range): void;
  /** What is known of the name there, as Markdown; empty when that is nothing. */
  hover(at: Position): Promise<string>;
  goToDefinition(at: Position): void;
}

const severities = { error: "error", warning: "warning", information: "info", hint: "hint" } as const;

/** The editor of one document. It stays as it is, history and all, while another one is on the screen. */
export class CodeEditor {
  readonly #view: EditorView;
  readonly #options: CodeEditorOptions;
  readonly #language = new Compartment();
  #scroll = { top: 0, left: 0 };

  constructor(options: CodeEditorOptions) {
    const { doc, endings } = toExactText(options.text);
    this.#options = options;
    this.#view = new EditorView({
      state: EditorState.create({
        doc,
        extensions: [lineEndings.init(() => endings), this.#language.of([]), extensions(options)],
      }),
    });
    void languageFor(options.path).then((language) => {
      if (language) this.#view.dispatch({ effects: this.#language.reconfigure(language) });
    });
  }

  attach(parent: HTMLElement): void {
    parent.append(this.#view.dom);
    this.#view.scrollDOM.scrollTo(this.#scroll);
    this.#view.requestMeasure();
  }

  detach(): void {
    const { scrollTop: top, scrollLeft: left } = this.#view.scrollDOM;
    this.#scroll = { top, left };
    this.#view.dom.remove();
  }

  /** Shows what others made of the text. */
  show(text: string): void {
    const { state } = this.#view;
    if (exactTextOf(state) !== text) this.#view.dispatch(replaceText(state, toExactText(text)));
  }

  showProblems(problems: readonly Diagnostic[]): void {
    const { doc } = this.#view.state;
    const marks = problems.map((problem) => toMark(problem, doc)).sort((a, b) => a.from - b.from);
    this.#view.dispatch(setDiagnostics(this.#view.state, marks));
  }

  goTo(at: Position): void {
    const anchor = offsetOf(this.#view.state.doc, at);
    this.#view.dispatch({
      selection: { anchor },
      effects: EditorView.scrollIntoView(anchor, { y: "center" }),
    });
    this.focus();
  }

  focus(): void {
    this.#view.focus();
  }

  find(): void {
    openSearchPanel(this.#view);
  }

  askForLine(): void {
    gotoLine(this.#view);
  }

  goToDefinition(): void {
    const { doc, selection } = this.#view.state;
    this.#options.goToDefinition(positionOf(doc, selection.main.head));
  }
}

function extensions(options: CodeEditorOptions): Extension {
  const { label, wrap, typed, selected } = options;
  return [
    codeLook(),
    lineNumbers(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    highlightSelectionMatches(),
    history(),
    indentOnInput(),
    bracketMatching(),
    rectangularSelection(),
    EditorState.allowMultipleSelections.of(true),
    search({ top: true }),
    hoverText(options),
    wrap ? EditorView.lineWrapping : [],
    EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" }),
    // Mod-g would find the next one, as F3 does. Tab indents; Escape, then Tab leaves the editor.
    keymap.of([
      { key: "Mod-g", run: gotoLine },
      ...searchKeymap,
      ...historyKeymap,
      ...defaultKeymap,
      indentWithTab,
    ]),
    EditorView.updateListener.of(({ docChanged, selectionSet, state, transactions, view }) => {
      const isOurs = transactions.some((each) => each.annotation(exactEndings) !== undefined);
      if (docChanged && !isOurs) typed(() => exactTextOf(view.state));
      if (selectionSet && !isOurs) selected(selectedRange(state));
    }),
  ];
}

function hoverText({ hover }: CodeEditorOptions): Extension {
  return hoverTooltip(async ({ state }, pos) => {
    const text = await hover(positionOf(state.doc, pos));
    if (text === "") return null;
    const word = state.wordAt(pos);
    return {
      pos: word?.from ?? pos,
      end: word?.to ?? pos,
      create() {
        const dom = document.createElement("div");
        dom.className = "hover-text";
        // As text: what a language server says is not drawn as HTML.
        dom.textContent = visibleLines(text.replace(/^```.*\n?/gm, "").trim());
        return { dom };
      },
    };
  });
}

function selectedRange({ doc, selection }: EditorState): Range {
  const { from, to } = selection.main;
  return { start: positionOf(doc, from), end: positionOf(doc, to) };
}

function positionOf(doc: Text, offset: number): Position {
  const line = doc.lineAt(offset);
  return { line: line.number - 1, character: offset - line.from };
}

function offsetOf(doc: Text, { line, character }: Position): number {
  const place = doc.line(Math.max(1, Math.min(line + 1, doc.lines)));
  return Math.min(place.from + character, place.to);
}

function toMark({ range, severity, message, source, code }: Diagnostic, doc: Text): Mark {
  const origin = [source, code].filter((each) => each !== undefined).join(" ");
  const from = offsetOf(doc, range.start);
  return {
    from,
    to: Math.max(from, offsetOf(doc, range.end)),
    severity: severities[severity],
    message: visible(message),
    ...(origin !== "" && { source: visible(origin) }),
  };
}
