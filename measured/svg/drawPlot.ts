import type { Plot } from "../plot.ts";
import { drawBars } from "./bars.ts";
import { drawCurves } from "./curves.ts";
import { drawDistributions } from "./distributions.ts";
import { type Drawing, sheet } from "./sheet.ts";

/** The same plot gives the same file, always. */
export function drawPlot(plot: Plot): string {
  return sheet(plot, drawingOf(plot));
}

function drawingOf(plot: Plot): Drawing {
  switch (plot.kind) {
    case "bars":
      return drawBars(plot);
    case "curves":
      return drawCurves(plot);
    case "distributions":
      return drawDistributions(plot);
  }
}
