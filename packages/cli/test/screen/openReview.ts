import { Desk, lines, pending } from "./desk.ts";

export const before = lines(30);
export const after = lines(30, { 3: "three", 15: "fifteen", 28: "twenty-eight" });

/** A review of three hunks that is open, and takes decisions. */
export function openReview(options: ConstructorParameters<typeof Desk>[0] = {}): Desk {
  const desk = new Desk(options);
  desk.arrives(pending(1), before, after);
  desk.wait(1_000);
  desk.take();
  return desk;
}
