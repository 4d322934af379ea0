/**
 * The colour of a value between -1 and 1: brown below zero, teal above, the stronger the further
 * from it. The strength is in the opacity, so that zero is the page's own background in light and
 * dark. Brown and teal stay apart for the common colour-vision deficiencies.
 */
const negative = [0xb0, 0x63, 0x14] as const;
const positive = [0x0b, 0x84, 0x80] as const;

/** Writes red, green, blue and opacity (0..255 each) of `value` to pixels[at..at + 3]. */
export function writePixel(
  pixels: Uint8Array | Uint8ClampedArray,
  at: number,
  value: number,
): void {
  const colour = value < 0 ? negative : positive;
  pixels[at] = colour[0];
  pixels[at + 1] = colour[1];
  pixels[at + 2] = colour[2];
  pixels[at + 3] = Math.round(255 * strength(value));
}

/** The same colour for a drawn shape, as the attributes `fill` and `fill-opacity`. */
export function fillOf(value: number): { fill: string; opacity: string } {
  return {
    fill: `rgb(${(value < 0 ? negative : positive).join(' ')})`,
    opacity: strength(value).toFixed(3),
  };
}

function strength(value: number): number {
  return Math.min(1, Math.abs(value));
}
