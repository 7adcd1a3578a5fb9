import type { Context } from "./context.ts";

export type Paint = (text: string) => string;

export interface Style {
  readonly bold: Paint;
  readonly dim: Paint;
  readonly red: Paint;
  readonly green: Paint;
  readonly yellow: Paint;
  readonly cyan: Paint;
}

/** The colours of the sixteen that every theme defines; plain text where there shall be none. */
export function styleFor({ colour }: Pick<Context, "colour">): Style {
  const paint =
    (open: number, close: number): Paint =>
    (text) =>
      colour && text !== "" ? `\u001b[${open}m${text}\u001b[${close}m` : text;
  return {
    bold: paint(1, 22),
    dim: paint(2, 22),
    red: paint(31, 39),
    green: paint(32, 39),
    yellow: paint(33, 39),
    cyan: paint(36, 39),
  };
}
