/** Such as "1 file", "2 files". */
export function counted(number: number, what: string): string {
  return number === 1 ? `1 ${what}` : `${number} ${what}s`;
}
