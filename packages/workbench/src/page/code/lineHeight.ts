/** Of every line of code, in pixels, in the style sheet too. */
export const lineHeight = 20;
