import type { Clock } from "../protocol/clock.ts";
import type { Patience } from "../tools/tool.ts";

/** What the work comes to, or the answer for those who cannot wait for it. The work itself goes on. */
export function withPatience(
  work: Promise<unknown>,
  { milliseconds, answer }: Patience,
  clock: Clock,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const answerNow = () => {
      try {
        resolve(answer());
      } catch (error) {
        // Thrown in a timer, it would end the process.
        reject(error);
      }
    };
    const stopTimer = clock.after(milliseconds, answerNow);
    work.then(resolve, reject).finally(stopTimer);
  });
}
