/**
 * The colour of a value between -1 and 1: brown below zero, teal above, the stronger the further
 * from it. The strength is in the opacity, so that zero is the page's own background in light and
 * dark. Brown and teal stay apart for the common colour-vision deficiencies.
 */
const negative = [0xb0, 0x63, 0x14] as const;
const positive = [0x0b, 0x84, 0x80] as const;

/** The strengths from full below zero to full above, a pixel in a number: a table has thousands. */
const steps = 255;
const scale = new Uint32Array(2 * steps + 1);
const scaleBytes = new Uint8Array(scale.buffer);
for (let step = -steps; step <= steps; ++step) {
  scaleBytes.set([...(step < 0 ? negative : positive), Math.abs(step)], 4 * (steps + step));
}

/** A pixel for each value, four bytes of red, green, blue and opacity, in `pixels` where there are some. */
export function pixelsOf(
  values: Float32Array,
  pixels = new Uint8ClampedArray(4 * values.length),
): Uint8ClampedArray<ArrayBuffer> {
  const whole = new Uint32Array(pixels.buffer);
  for (let i = 0; i < values.length; ++i) {
    const size = Math.max(-1, Math.min(1, values[i]!));
    whole[i] = scale[Math.floor(steps * (1 + size) + 0.5)]!;
  }
  return pixels;
}

/** The full strength of a colour that a number stands on: text on it has contrast enough. */
export const behindText = 0.42;

/** The same colour for a drawn shape, as the attributes `fill` and `fill-opacity`, at most `full`. */
export function fillOf(value: number, full = 1): { fill: string; opacity: string } {
  return {
    fill: `rgb(${(value < 0 ? negative : positive).join(' ')})`,
    opacity: (full * strength(value)).toFixed(3),
  };
}

function strength(value: number): number {
  return Math.min(1, Math.abs(value));
}
