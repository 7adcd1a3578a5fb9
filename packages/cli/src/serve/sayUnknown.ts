import { printable } from "../printable.ts";
import type { Asker } from "./asker.ts";

/** Enter alone is no mistake: it asks again. */
export function sayUnknown(answer: string, asker: Pick<Asker, "print">): void {
  if (answer !== "") asker.print(`  ${printable(answer)} is no answer: ? lists them.`);
}
