import type { CodeOutput } from "@idebridge/sdk";
import { isObject } from "@idebridge/sdk/core";
import type { KernelMessage } from "../kernels/kernelMessage.ts";
import { boundText, joinPieces, newLine, type Piece, textPiece } from "./outputPieces.ts";
import { type Shown, showMimeBundle } from "./showMimeBundle.ts";
import { TerminalText, withoutEscapes } from "./terminalText.ts";

type Entry =
  /** A stream by its name; or values and errors; or what is not from the code at all. */
  | {
      readonly type: "text";
      readonly of: `stream ${string}` | "values" | "notes";
      readonly text: TerminalText;
    }
  | { readonly type: "display"; readonly id: string | undefined; shown: Shown };

type Content = KernelMessage["content"];

/** As progress bars below each other do. */
const cursorUp = "\u001b[A";
const MB = 1024 * 1024;
const mostEntries = 500;
const mostImages = 20;
/** In base64. Models refuse larger ones, and with them the whole conversation. */
const largestImage = 5 * MB;
const allImages = 8 * MB;

/** All that some code shows, put together as a reader of the notebook would see it at the end. */
export class OutputCollector {
  readonly #characters: number;
  readonly #changed: () => void;
  #entries: Entry[] = [];
  #clearsNext = false;
  #tooMany = 0;
  #leftOut = 0;

  /** Of longer texts the middle is left out. `changed` is told when there is more. */
  constructor(characters: number, changed: () => void = () => {}) {
    this.#characters = characters;
    this.#changed = changed;
  }

  /** Takes any message of a kernel; what is none of its business is left alone. */
  add({ type, content, leftOut }: KernelMessage): void {
    if (leftOut > 0) this.#leftOut += leftOut;
    else if (type === "stream") this.#stream(content);
    else if (type === "display_data" || type === "execute_result") this.#display(content);
    else if (type === "update_display_data") this.#update(content);
    else if (type === "error") this.#error(content);
    else if (type === "clear_output") this.#clear(content.wait === true);
    else return;
    this.#changed();
  }

  /** Adds text that does not come from the code: clearing leaves it alone. */
  note(text: string): void {
    this.#flow("notes").writeLines(text);
    this.#changed();
  }

  /** What is there so far. */
  outputs(): readonly CodeOutput[] {
    const pieces = boundImages(this.#entries.flatMap(piecesOf));
    const remark = (text: string) => pieces.push(newLine, textPiece(`[${text}]`));
    if (this.#tooMany > 0) remark(`${this.#tooMany} more outputs left out`);
    if (this.#leftOut > 0) remark(`Output of ${size(this.#leftOut)} left out: too large`);
    return joinPieces(boundText(pieces, this.#characters));
  }

  /** In the order in which they came; but a line that another stream has interrupted goes on where it began. */
  #stream({ name, text }: Content): void {
    const written = textOf(text);
    if (written === undefined) return;
    this.#prepare();
    const of = `stream ${typeof name === "string" ? name : "stdout"}` as const;
    const streams = this.#entries.slice(this.#entries.findLastIndex((entry) => !isStream(entry)) + 1);
    const known = streams.findLast((entry) => entry.type === "text" && entry.of === of);
    const goesOn =
      known?.type === "text" &&
      (known === streams.at(-1) || !known.text.isAtLineStart || written.startsWith(cursorUp));
    (goesOn ? known.text : this.#begin(of)).write(written);
  }

  #display(content: Content): void {
    const shown = showMimeBundle(content.data);
    if (shown === undefined) return;
    this.#prepare();
    const id = displayId(content);
    if (shown.type === "text" && id === undefined) return this.#flow("values").writeLines(shown.text);
    if (this.#entries.length >= mostEntries) this.#tooMany++;
    else this.#entries.push({ type: "display", id, shown: this.#affordable(shown) });
  }

  #update(content: Content): void {
    const id = displayId(content);
    const shown = showMimeBundle(content.data);
    if (id === undefined || shown === undefined) return;
    for (const entry of this.#entries) {
      if (entry.type === "display" && entry.id === id) entry.shown = this.#affordable(shown, entry);
    }
  }

  #error({ ename, evalue, traceback }: Content): void {
    this.#prepare();
    const lines = Array.isArray(traceback) ? traceback.filter((line) => typeof line === "string") : [];
    const summary = [ename, evalue].filter((each) => typeof each === "string" && each !== "").join(": ");
    const told = lines.length > 0 ? lines.join("\n") : summary || "The code ended with an error";
    this.#flow("values").writeLines(withoutEscapes(told));
    if (ename !== "StdinNotImplementedError") return;
    this.note("[Nobody can type an answer here: give the value in the code instead of asking for it]");
  }

  /** A clearing that waits comes with what is shown next, so that nothing flickers. */
  #clear(waits: boolean): void {
    this.#clearsNext = waits;
    if (!waits) this.#entries = this.#entries.filter(isNote);
  }

  #prepare(): void {
    if (this.#clearsNext) this.#clear(false);
  }

  #flow(of: "values" | "notes"): TerminalText {
    const last = this.#entries.at(-1);
    return last?.type === "text" && last.of === of ? last.text : this.#begin(of);
  }

  #begin(of: Extract<Entry, { type: "text" }>["of"]): TerminalText {
    const last = this.#entries.at(-1);
    // So many take turns only in a test of patience: the last one takes the rest.
    if (this.#entries.length >= mostEntries && last?.type === "text") return last.text;
    const text = new TerminalText(this.#characters);
    this.#entries.push({ type: "text", of, text });
    return text;
  }

  /** Not more in memory than will be told. */
  #affordable(shown: Shown, replaced?: Entry): Shown {
    if (shown.type === "text") {
      const [bounded] = joinPieces(boundText([shown], this.#characters));
      return bounded ?? shown;
    }
    const others = this.#entries.filter((entry) => entry !== replaced).map(imageCharacters);
    const total = others.reduce((sum, characters) => sum + characters, shown.data.length);
    return shown.data.length > largestImage || total > allImages ? leftOutImage(shown) : shown;
  }
}

function isStream(entry: Entry): boolean {
  return entry.type === "text" && entry.of.startsWith("stream ");
}

function isNote(entry: Entry): boolean {
  return entry.type === "text" && entry.of === "notes";
}

function imageCharacters(entry: Entry): number {
  return entry.type === "display" && entry.shown.type === "image" ? entry.shown.data.length : 0;
}

function displayId({ transient }: Content): string | undefined {
  const id = isObject(transient) ? transient.display_id : undefined;
  return typeof id === "string" ? id : undefined;
}

function piecesOf(entry: Entry): readonly Piece[] {
  if (entry.type === "display") return [newLine, entry.shown];
  const { head, cut, tail } = entry.text.parts();
  if (cut === 0) return [newLine, textPiece(head + tail)];
  return [newLine, textPiece(head), { type: "gap", characters: cut }, textPiece(tail)];
}

function boundImages(pieces: readonly Piece[]): Piece[] {
  let images = 0;
  return pieces.flatMap((piece) =>
    piece.type === "image" && ++images > mostImages ? [newLine, leftOutImage(piece)] : [piece],
  );
}

function leftOutImage({ mimeType, data }: { readonly mimeType: string; readonly data: string }) {
  const what = `${mimeType}, ${size((data.length * 3) / 4)}`;
  return textPiece(`[An image (${what}) was left out: there are too many, or it is too large]`);
}

function textOf(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  return Array.isArray(value) ? value.filter((each) => typeof each === "string").join("") : undefined;
}

function size(bytes: number): string {
  return bytes < MB ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / MB).toFixed(1)} MB`;
}
