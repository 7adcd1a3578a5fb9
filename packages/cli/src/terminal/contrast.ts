/** How well one colour can be read on another, as WCAG 2 counts it: from 1 to 21. Text needs 4.5. */
export function contrast(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].toSorted((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** From 0 for black to 1 for white. */
export function luminance(rgb: string): number {
  const [red, green, blue] = channelsOf(rgb).map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export function channelsOf(rgb: string): readonly [number, number, number] {
  const value = Number.parseInt(rgb.slice(1), 16);
  return [value >> 16, (value >> 8) & 0xff, value & 0xff];
}

/** One of xterm's 256 as it is shown; the first sixteen are the user's own. */
export function rgbOfIndexed(index: number): string {
  const levels = [0, 95, 135, 175, 215, 255];
  const grey = 8 + (index - 232) * 10;
  const cube = index - 16;
  const channels =
    index >= 232
      ? [grey, grey, grey]
      : [levels[Math.floor(cube / 36)]!, levels[Math.floor(cube / 6) % 6]!, levels[cube % 6]!];
  return `#${channels.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}
