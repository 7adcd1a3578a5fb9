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
  const left: number[] = [];
  const right: number[] = [];
  for (let i = 0; i < a.length; i++) {
    const element = a.getElement(i);
    if (inA.indexOf(element) !== i) continue;
    const j = inB.indexOf(element);
    if (j < 0) continue;
    left.push(i);
    right.push(j);
  }
  return longestAscending(right).map((at) => [left[at]!, right[at]!]);
}

const nowhere = -1;
const severalTimes = -2;

/** Where each element is, if it is there once; below 0 otherwise. */
function onlyIndexes(sequence: Numbers): { indexOf(element: number): number } {
  let [lowest, highest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let index = 0; index < sequence.length; index++) {
    const element = sequence.getElement(index);
    if (element < lowest) lowest = element;
    if (element > highest) highest = element;
  }
  // Lines are numbered as they come: a part of a text has few numbers more than it has lines. If not, it repeats others.
  const range = sequence.length === 0 ? 0 : highest - lowest + 1;
  if (range > 8 * sequence.length) return sparseIndexes(sequence);
  const indexes = new Int32Array(range).fill(nowhere);
  for (let index = 0; index < sequence.length; index++) {
    const at = sequence.getElement(index) - lowest;
    indexes[at] = indexes[at] === nowhere ? index : severalTimes;
  }
  return { indexOf: (element) => indexes[element - lowest] ?? nowhere };
}

function sparseIndexes(sequence: Numbers): { indexOf(element: number): number } {
  const indexes = new Map<number, number>();
  for (let index = 0; index < sequence.length; index++) {
    const element = sequence.getElement(index);
    indexes.set(element, indexes.has(element) ? severalTimes : index);
  }
  return { indexOf: (element) => indexes.get(element) ?? nowhere };
}

/** Where the numbers of the longest ascending run are. */
function longestAscending(numbers: readonly number[]): number[] {
  /** ends[n]: the smallest number that ends a run of n + 1 numbers. */
  const ends: number[] = [];
  const previous: number[] = [];
  for (const [at, number] of numbers.entries()) {
    // Mostly they ascend anyway.
    let low = ends.length > 0 && numbers[ends.at(-1)!]! < number ? ends.length : 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (numbers[ends[middle]!]! < number) low = middle + 1;
      else high = middle;
    }
    previous.push(low > 0 ? ends[low - 1]! : nowhere);
    ends[low] = at;
  }
  const run: number[] = [];
  for (let at = ends.at(-1) ?? nowhere; at >= 0; at = previous[at]!) run.push(at);
  return run.reverse();
}
