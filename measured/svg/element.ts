export type Attributes = Readonly<Record<string, string | number>>;

/** Children are markup already: `escapeXml` what is text. */
export function element(name: string, attributes: Attributes, ...children: readonly string[]): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${attribute(value)}"`);
  const opening = `<${name}${written.join("")}`;
  return children.length === 0 ? `${opening}/>` : `${opening}>${children.join("")}</${name}>`;
}

export function label(x: number, y: number, text: string, attributes: Attributes = {}): string {
  return element("text", { x, y, ...attributes }, escapeXml(text));
}

export function line(x1: number, y1: number, x2: number, y2: number, attributes: Attributes): string {
  return element("line", { x1, y1, x2, y2, ...attributes });
}

export function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`).replace(forbidden, "�");
}

/** What XML cannot hold, not even escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const forbidden = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;

function attribute(value: string | number): string {
  return typeof value === "number" ? String(Math.round(value * 10) / 10) : escapeXml(value);
}
