import type { CodeOutput } from "@idebridge/sdk";
import { isObject } from "@idebridge/sdk/core";
import type { KernelMessage } from "../kernels/kernelMessage.ts";
import { keepEnd, keepStart } from "./boundedText.ts";
import { type Shown, showMimeBundle } from "./showMimeBundle.ts";
import { TerminalText, withoutEscapes } from "./terminalText.ts";

export interface OutputLimits {
  /** Of all text; what is more goes from the middle. */
  readonly characters: number;
  readonly images?: number;
  /** Of all images, in base64. */
  readonly imageCharacters?: number;
}

type Entry =
  /** What was printed to a stream, or values and errors. */
  | { readonly type: "text"; readonly stream: string | undefined; readonly text: TerminalText }
  | { readonly type: "display"; readonly id: string | undefined; shown: Shown };

type Piece =
  | CodeOutput
  /** What follows stands on a line of its own. */
  | { readonly type: "break" }
  | { readonly type: "gap"; readonly characters: number };

const newLine: Piece = { type: "break" };

const MB = 1024 * 1024;
const mostEntries = 500;

/** All that some code shows, put together as a reader of the notebook would see it at the end. */
export class OutputCollector {
  readonly #limits: Required<OutputLimits>;
  readonly #changed: () => void;
  #entries: Entry[] = [];
  #clearsNext = false;
  #tooMany = 0;
  #leftOut = 0;

  constructor(limits: OutputLimits, changed: () => void = () => {}) {
    this.#limits = { images: 20, imageCharacters: 8 * MB, ...limits };
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

  /** Adds a line of text that does not come from the code. */
  note(text: string): void {
    this.#flow().writeLines(text);
    this.#changed();
  }

  /** What is there so far. Adjacent texts are one output. */
  outputs(): readonly CodeOutput[] {
    const pieces = this.#boundImages(this.#entries.flatMap(piecesOf));
    if (this.#tooMany > 0) pieces.push(newLine, text(`[${this.#tooMany} more outputs left out]`));
    if (this.#leftOut > 0)
      pieces.push(newLine, text(`[Output of ${size(this.#leftOut)} left out: too large]`));
    return joined(boundText(pieces, this.#limits.characters));
  }

  /** Each stream on its own: kernels do not keep their order, and a progress bar would be torn apart. */
  #stream({ name, text: value }: KernelMessage["content"]): void {
    const written = textOf(value);
    if (written === undefined) return;
    this.#prepare();
    const stream = typeof name === "string" ? name : "stdout";
    const sinceValue = this.#entries.slice(this.#entries.findLastIndex((entry) => !isStream(entry)) + 1);
    const flow = sinceValue.find((entry) => entry.type === "text" && entry.stream === stream);
    (flow?.type === "text" ? flow.text : this.#begin(stream)).write(written);
  }

  #display(content: KernelMessage["content"]): void {
    const shown = showMimeBundle(content.data);
    if (shown === undefined) return;
    this.#prepare();
    const id = displayId(content);
    if (shown.type === "text" && id === undefined) return this.#flow().writeLines(shown.text);
    if (this.#entries.length >= mostEntries) this.#tooMany++;
    else this.#entries.push({ type: "display", id, shown: this.#affordable(shown) });
  }

  #update(content: KernelMessage["content"]): void {
    const id = displayId(content);
    const shown = showMimeBundle(content.data);
    if (id === undefined || shown === undefined) return;
    for (const entry of this.#entries) {
      if (entry.type === "display" && entry.id === id) entry.shown = this.#affordable(shown, entry);
    }
  }

  #error({ ename, evalue, traceback }: KernelMessage["content"]): void {
    this.#prepare();
    const lines = Array.isArray(traceback) ? traceback.filter((line) => typeof line === "string") : [];
    const summary = [ename, evalue].filter((each) => typeof each === "string" && each !== "").join(": ");
    const told = lines.length > 0 ? lines.join("\n") : summary || "The code ended with an error";
    this.#flow().writeLines(withoutEscapes(told));
    if (ename === "StdinNotImplementedError") {
      this.#flow().writeLines(
        "[Nobody can type an answer here: give the value in the code instead of asking for it]",
      );
    }
  }

  #clear(waits: boolean): void {
    this.#clearsNext = waits;
    if (!waits) this.#entries = [];
  }

  /** A clearing that waits for what comes next, so that nothing flickers. */
  #prepare(): void {
    if (this.#clearsNext) this.#entries = [];
    this.#clearsNext = false;
  }

  #flow(): TerminalText {
    const last = this.#entries.at(-1);
    return last?.type === "text" && last.stream === undefined ? last.text : this.#begin(undefined);
  }

  #begin(stream: string | undefined): TerminalText {
    const flow = new TerminalText(this.#limits.characters);
    // So many alternate only in a test of patience: the last one takes the rest.
    const last = this.#entries.at(-1);
    if (this.#entries.length >= mostEntries && last?.type === "text") return last.text;
    this.#entries.push({ type: "text", stream, text: flow });
    return flow;
  }

  /** Not more in memory than will be told. */
  #affordable(shown: Shown, replaced?: Entry): Shown {
    if (shown.type === "text") return { ...shown, text: shorten(shown.text, this.#limits.characters) };
    let total = shown.data.length;
    for (const entry of this.#entries) {
      if (entry !== replaced && entry.type === "display" && entry.shown.type === "image") {
        total += entry.shown.data.length;
      }
    }
    return total <= this.#limits.imageCharacters ? shown : leftOutImage(shown);
  }

  #boundImages(pieces: readonly Piece[]): Piece[] {
    let images = 0;
    return pieces.map((piece) =>
      piece.type === "image" && ++images > this.#limits.images ? leftOutImage(piece) : piece,
    );
  }
}

function displayId({ transient }: KernelMessage["content"]): string | undefined {
  const id = isObject(transient) ? transient.display_id : undefined;
  return typeof id === "string" ? id : undefined;
}

function isStream(entry: Entry): boolean {
  return entry.type === "text" && entry.stream !== undefined;
}

function piecesOf(entry: Entry): readonly Piece[] {
  if (entry.type === "display") return [newLine, entry.shown];
  const { head, cut, tail } = entry.text.parts();
  if (cut === 0) return [newLine, text(head + tail)];
  return [newLine, text(head), { type: "gap", characters: cut }, text(tail)];
}

/** Keeps the start and the end of all text, as much of each, and says how much is missing in between. */
function boundText(pieces: readonly Piece[], limit: number): readonly Piece[] {
  const total = pieces.reduce((sum, piece) => sum + (piece.type === "text" ? piece.text.length : 0), 0);
  // What a gap takes away may leave a little more than the limit.
  if (total <= limit * 1.1) return pieces;
  const half = Math.floor(limit / 2);
  const start: Piece[] = [];
  const end: Piece[] = [];
  let missing = 0;
  let seen = 0;
  for (const piece of pieces) {
    if (piece.type === "image" || piece.type === "break") (seen < total / 2 ? start : end).push(piece);
    else if (piece.type === "gap") missing += piece.characters;
    else {
      const head = keepStart(piece.text, half - seen);
      const tail = keepEnd(piece.text.slice(head.length), seen + piece.text.length - (total - half));
      if (head !== "") start.push(text(head));
      if (tail !== "") end.push(text(tail));
      missing += piece.text.length - head.length - tail.length;
      seen += piece.text.length;
    }
  }
  return [...start, { type: "gap", characters: missing }, ...end];
}

function joined(pieces: readonly Piece[]): readonly CodeOutput[] {
  const outputs: CodeOutput[] = [];
  let flow = "";
  const endFlow = () => {
    const trimmed = flow.replace(/^\n+/, "").trimEnd();
    if (trimmed !== "") outputs.push(text(trimmed));
    flow = "";
  };
  for (const piece of pieces) {
    if (piece.type === "text") flow += piece.text;
    else if (piece.type === "break") flow += flow === "" || flow.endsWith("\n") ? "" : "\n";
    else if (piece.type === "gap") flow += `\n[… ${count(piece.characters)} characters left out …]\n`;
    else {
      endFlow();
      outputs.push({ type: "image", data: piece.data, mimeType: piece.mimeType });
    }
  }
  endFlow();
  return outputs;
}

function shorten(value: string, limit: number): string {
  const pieces = boundText([text(value)], limit);
  return joined(pieces)
    .map((output) => (output.type === "text" ? output.text : ""))
    .join("");
}

function leftOutImage({ mimeType, data }: { readonly mimeType: string; readonly data: string }) {
  return text(
    `[An image (${mimeType}, ${size((data.length * 3) / 4)}) was left out: there are too many, or it is too large]`,
  );
}

function text(value: string): { readonly type: "text"; readonly text: string } {
  return { type: "text", text: value };
}

function textOf(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  return Array.isArray(value) ? value.filter((each) => typeof each === "string").join("") : undefined;
}

function size(bytes: number): string {
  return bytes < MB ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / MB).toFixed(1)} MB`;
}

function count(number: number): string {
  return number.toLocaleString("en-US");
}
