import { StringStream } from "@codemirror/streamparser";

/** No mode looks at a character nearly so often. */
const looksAtCharacter = 200;

/**
 * A line that can be looked at only so often. Some modes never come to an end with text that is no program: whoever sends such
 * a text must not stop the screen.
 */
export class PatientStream extends StringStream {
  #looksLeft: number;

  constructor(line: string, tabSize: number, indentUnit: number) {
    super(line, tabSize, indentUnit);
    this.#looksLeft = (line.length + 10) * looksAtCharacter;
  }

  override eol(): boolean {
    this.#look();
    return super.eol();
  }

  override peek() {
    this.#look();
    return super.peek();
  }

  override next() {
    this.#look();
    return super.next();
  }

  override eat(...args: Parameters<StringStream["eat"]>) {
    this.#look();
    return super.eat(...args);
  }

  override match(...args: Parameters<StringStream["match"]>) {
    this.#look();
    return super.match(...args);
  }

  #look(): void {
    this.#looksLeft -= 1;
    if (this.#looksLeft < 0) throw new Error("The mode looks at this line for ever");
  }
}
