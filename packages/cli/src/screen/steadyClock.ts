/**
 * The time of day in milliseconds, but one that never goes back: when somebody sets the clock back by a day, what was a second
 * away must not become a day away.
 */
export function steadyClock(now: () => number = Date.now): () => number {
  let last = now();
  let ahead = 0;
  return () => {
    const time = now();
    ahead = Math.max(ahead, last - time);
    last = time + ahead;
    return last;
  };
}
