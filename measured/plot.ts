/** A picture of some figures: `docs/measured/<file>.svg`. */
export type Plot = Bars | Curves | Distributions;

interface PlotText {
  readonly file: string;
  readonly title: string;
  /** One sentence below the title: what was done, and how to read it. */
  readonly subtitle: string;
}

export interface Axis {
  readonly label: string;
  readonly scale: "linear" | "logarithmic";
}

/** Us beside the others, a group of bars for each row. */
export interface Bars extends PlotText {
  readonly kind: "bars";
  readonly unit: string;
  readonly better: "higher" | "lower";
  /** A line through all groups: an aim. */
  readonly limit?: { readonly label: string; readonly value: number };
  readonly groups: readonly {
    readonly label: string;
    readonly bars: readonly { readonly label: string; readonly value: number; readonly isOurs: boolean }[];
  }[];
}

/** How cost grows. */
export interface Curves extends PlotText {
  readonly kind: "curves";
  readonly x: Axis;
  readonly y: Axis;
  readonly curves: readonly {
    readonly label: string;
    readonly points: readonly (readonly [x: number, y: number])[];
    /** Not measured, drawn to compare with: what linear growth would be. */
    readonly isGuide?: boolean;
  }[];
}

/** How long something took, each time that it was done, against a limit. */
export interface Distributions extends PlotText {
  readonly kind: "distributions";
  readonly x: Axis;
  readonly limit?: { readonly label: string; readonly value: number };
  readonly rows: readonly { readonly label: string; readonly values: readonly number[] }[];
}
