import { setTimeout as sleep } from "node:timers/promises";

/** Whether something becomes true, soon enough. */
export async function eventually(
  isTrue: () => boolean | Promise<boolean>,
  milliseconds = 20_000,
): Promise<boolean> {
  const deadline = performance.now() + milliseconds;
  for (;;) {
    if (await isTrue()) return true;
    if (performance.now() > deadline) return false;
    await sleep(20);
  }
}
