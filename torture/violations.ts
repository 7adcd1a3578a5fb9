import { atMost, type Figure } from "../measured/figure.ts";

/** What must never happen, and did: with what was going on, and the seed that repeats it. */
export class Violations {
  readonly #part: string;
  readonly #seed: number;
  readonly #found: string[] = [];

  constructor(part: string, seed: number) {
    this.#part = part;
    this.#seed = seed;
  }

  add(what: string, context: object = {}): void {
    const found = `${what} ${JSON.stringify(context)}`;
    this.#found.push(found);
    console.error(`${this.#part}, seed ${this.#seed}: ${found}`);
  }

  /** Adds it unless all is well. */
  expect(isWell: boolean, what: string, context: object = {}): void {
    if (!isWell) this.add(what, context);
  }

  /** For when something must work, and it is not known what could go wrong. */
  async during(what: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.add(what, { error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  }

  figure(name: string, of: string): Figure {
    const [first] = this.#found;
    return {
      name,
      measured: this.#found.length,
      unit: "violations",
      aim: atMost(0),
      note: first === undefined ? of : `${of}; the first: ${first.slice(0, 300)}`,
    };
  }
}
