import type { Editor } from "@idebridge/sdk";
import { type DialectName, dialects } from "@idebridge/sdk/core";
import { FakeEditor, type LinkedPair, linkedPair, ManualClock } from "@idebridge/sdk/testing";

export const folder = "/home/ada/shop";
export const cart = `${folder}/src/cart.ts`;
export const readme = `${folder}/README.md`;
const cartText = "export function total(items) {\n  return items.length * prise;\n}\n";

const prise = { start: { line: 1, character: 24 }, end: { line: 1, character: 29 } };
export const selection = { path: cart, range: prise, text: "prise" };
export const problem = {
  message: "Cannot find name 'prise'.",
  severity: "error",
  range: prise,
  source: "typescript",
  code: 2304,
} as const;

export const dialectNames = Object.keys(dialects) as DialectName[];

/** An editor in which a file is open, with something selected and something wrong. */
export function exampleEditor(): FakeEditor {
  const editor = new FakeEditor({
    name: "Example",
    folders: [folder],
    files: { [cart]: cartText, [readme]: "# Shop\n" },
  });
  editor.select(selection.path, selection.range, selection.text);
  editor.setDiagnostics(cart, [problem]);
  editor.kernel = () => ({
    outputs: [
      { type: "text", text: "42" },
      { type: "image", data: "iVBORw0KGgo=", mimeType: "image/png" },
    ],
  });
  return editor;
}

/** The wire as a client sees it: raw messages to a real server, in a process without a network. */
export class ExampleClient<Served extends Editor = FakeEditor> {
  readonly editor: Served;
  readonly pair: LinkedPair;
  readonly #clock: ManualClock;
  readonly #line: ReturnType<LinkedPair["rawLine"]>;
  #arrived: unknown[] = [];
  #lastId = 0;

  private constructor(editor: Served, pair: LinkedPair, clock: ManualClock) {
    this.editor = editor;
    this.pair = pair;
    this.#clock = clock;
    this.#line = pair.rawLine();
    this.#line.start({
      message: (text) => void this.#arrived.push(JSON.parse(text)),
      closed: () => {},
    });
  }

  static async open<Served extends Editor>(
    dialect: DialectName,
    editor: Served,
  ): Promise<ExampleClient<Served>> {
    const clock = new ManualClock();
    return new ExampleClient(editor, await linkedPair(editor, { dialect, clock }), clock);
  }

  /** Asks, and returns the answer as it came. `meanwhile` plays the user. */
  async ask(method: string, params: object, meanwhile?: () => Promise<void>): Promise<object> {
    const id = ++this.#lastId;
    this.send({ id, method, params });
    await meanwhile?.();
    const answer = (await this.arrived()).find((message) => "id" in message && message.id === id);
    if (!answer) throw new Error(`No answer to ${method}: it waits for something that the docs do not do`);
    return answer;
  }

  send(message: object): void {
    this.#line.send(JSON.stringify({ jsonrpc: "2.0", ...message }));
  }

  /** What has come since the last call. */
  async arrived(): Promise<readonly object[]> {
    await this.#clock.advance(100);
    return this.#arrived.splice(0) as object[];
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.pair[Symbol.asyncDispose]();
  }
}
