/** As much of a number as a picture needs: three digits, thousands apart. */
export function shortNumber(value: number): string {
  const size = Math.abs(value);
  if (size >= 100 || value === 0) return Math.round(value).toLocaleString("en-US");
  if (size >= 10) return value.toFixed(1);
  if (size >= 0.095) return value.toFixed(2);
  return String(Number(value.toPrecision(2)));
}

/** Of an axis, or a count: where every number is round already. */
export function tickNumber(value: number): string {
  if (Math.abs(value) >= 1_000_000) return `${Number((value / 1_000_000).toPrecision(3))} M`;
  return Number(value.toPrecision(6)).toLocaleString("en-US", { maximumFractionDigits: 6 });
}
