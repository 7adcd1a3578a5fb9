export const cart = `import { priceOf } from "./price.ts";

export interface Item {
  readonly name: string;
  readonly count: number;
}

/** What the customer has chosen so far. */
export class Cart {
  private readonly items: Item[] = [];

  add(item: Item): void {
    this.items.push(item);
  }

  get isEmpty(): boolean {
    return this.items.length === 0;
  }

  remove(name: string): void {
    const index = this.items.findIndex((item) => item.name === name);
    this.items.splice(index, 1);
  }

  total(): number {
    let sum = 0;
    for (const item of this.items) {
      sum += priceOf(item.name) * item.count;
    }
    return sum;
  }
}
`;

export const cartProposed = cart
  .replace(
    "    this.items.push(item);",
    "    if (item.count < 1) throw new RangeError(`Not so many: ` + item.count);\n    this.items.push(item);",
  )
  .replace("    this.items.splice(index, 1);", "    if (index >= 0) this.items.splice(index, 1);")
  .replace(
    / {4}let sum = 0;[\s\S]*return sum;/,
    "    return this.items.reduce((sum, { name, count }) => sum + priceOf(name) * count, 0);",
  );

export const price = `const prices = new Map([["tea", 3]]);

export function priceOf(name: string): number {
  return prices.get(name) ?? 0;
}
`;

export const priceProposed = price.replace("?? 0", "?? fail(name)").concat(`
function fail(name: string): never {
  throw new Error(\`No price for \${name}\`);
}
`);
