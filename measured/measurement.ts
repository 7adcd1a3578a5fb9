import type { Figure } from "./figure.ts";
import type { Plot } from "./plot.ts";

/** What one part of a suite found out. */
export interface Measurement {
  readonly figures: readonly Figure[];
  readonly plots?: readonly Plot[];
  /** What a reader has to know to believe it: how it was done, and what is not the same on all sides. */
  readonly remarks?: readonly string[];
}

/** A measurement, and where and when it was made: what is kept in `docs/measured`. */
export interface MeasuredPart extends Measurement {
  readonly date: string;
  readonly seconds: number;
  readonly machine: Machine;
  /** Of the programs that took part: Node, the peers, the language servers. */
  readonly versions: Readonly<Record<string, string>>;
}

export interface Machine {
  readonly platform: string;
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGigabytes: number;
}
