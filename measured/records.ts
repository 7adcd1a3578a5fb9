import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { MeasuredPart } from "./measurement.ts";

/** What was measured last, part by part: `docs/measured/<suite>.json`, with the plots beside it. */
export class Records {
  readonly #folder: string;
  readonly #file: string;

  constructor(root: string, suite: string) {
    this.#folder = join(root, "docs", "measured");
    this.#file = join(this.#folder, `${suite}.json`);
  }

  keep(name: string, part: MeasuredPart): void {
    mkdirSync(this.#folder, { recursive: true });
    const parts = { ...this.#read(), [name]: part };
    writeFileSync(this.#file, `${JSON.stringify(parts, null, 2)}\n`);
  }

  #read(): Readonly<Record<string, MeasuredPart>> {
    return existsSync(this.#file) ? JSON.parse(readFileSync(this.#file, "utf8")) : {};
  }
}
