/** The name that was probably meant; `undefined` when none is near enough. */
export function nearest(name: string, known: Iterable<string>): string | undefined {
  const wanted = name.toLowerCase();
  const limit = Math.max(1, Math.floor(wanted.length / 3));
  let best: { readonly name: string; readonly distance: number } | undefined;
  for (const candidate of known) {
    if (Math.abs(candidate.length - wanted.length) > limit) continue;
    const distance = distanceBetween(wanted, candidate.toLowerCase());
    if (distance < (best?.distance ?? Infinity)) best = { name: candidate, distance };
  }
  return best && best.distance <= limit ? best.name : undefined;
}

/** How many letters to change, insert, leave out or swap with their neighbour. */
function distanceBetween(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      let cost = Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, rows[i - 1]![j - 1]! + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, rows[i - 2]![j - 2]! + 1);
      }
      row.push(cost);
    }
    rows.push(row);
  }
  return rows[a.length]![b.length]!;
}
