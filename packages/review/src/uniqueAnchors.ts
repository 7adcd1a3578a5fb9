interface Numbers {
  readonly length: number;
  getElement(index: number): number;
}

/**
 * Pairs of indexes of elements that occur once on each side: the longest run of pairs that ascends on both sides.
 * A hunk can never slide across such a line, so splitting a long text there loses nothing.
 */
export function uniqueAnchors(a: Numbers, b: Numbers): [number, number][] {
  const inA = onlyIndexes(a);
  const inB = onlyIndexes(b);
  const pairs: [number, number][] = [];
  for (const [element, i] of inA) {
    const j = inB.get(element) ?? -1;
    if (i >= 0 && j >= 0) pairs.push([i, j]);
  }
  pairs.sort(([i1], [i2]) => i1 - i2);
  return longestAscending(pairs);
}

/** For each element its index, or -1 if there are several. */
function onlyIndexes(sequence: Numbers): Map<number, number> {
  const indexes = new Map<number, number>();
  for (let index = 0; index < sequence.length; index++) {
    const element = sequence.getElement(index);
    indexes.set(element, indexes.has(element) ? -1 : index);
  }
  return indexes;
}

function longestAscending(pairs: readonly [number, number][]): [number, number][] {
  /** ends[n]: the pair with the smallest second index that ends a run of n + 1 pairs. */
  const ends: number[] = [];
  const previous: number[] = [];
  for (const [at, [, j]] of pairs.entries()) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pairs[ends[middle]!]![1] < j) low = middle + 1;
      else high = middle;
    }
    previous.push(low > 0 ? ends[low - 1]! : -1);
    ends[low] = at;
  }
  const run: [number, number][] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = previous[at]!) run.push(pairs[at]!);
  return run.reverse();
}
