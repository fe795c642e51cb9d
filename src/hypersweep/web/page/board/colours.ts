// Perceived brightness of colours, and colours with a given contrast. Results equal Python's picture/colours.py to the
// last digit.
//
// Source: W3C, Web Content Accessibility Guidelines 2.2, "relative luminance" and "contrast ratio".

/** @param colour - such as "#1f6feb" */
export function bytes(colour: string) {
  return [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
}

function linear(colour: string) {
  return bytes(colour).map((byte) => (byte / 255 <= 0.04045 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4));
}

/** The relative luminance of a colour, from 0 for black to 1 for white. */
export function luminance(colour: string) {
  const [red, green, blue] = linear(colour);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast ratio of two colours, from 1 to 21; text is easy to read at 4.5 or more. */
export function contrast(first: string, second: string) {
  const [a, b] = [luminance(first), luminance(second)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Round half to even, as Python does. */
export function roundEven(value: number) {
  const floor = Math.floor(value);
  if (value - floor !== 0.5) return Math.round(value);
  return floor % 2 === 0 ? floor : floor + 1;
}

function hex(parts: readonly number[]) {
  return "#" + parts.map((part) => part.toString(16).padStart(2, "0")).join("");
}

/**
 * Mix two colours.
 * @param first - the result for share 0
 * @param second - the result for share 1
 * @param share - weight of the second colour
 */
export function mix(first: string, second: string, share: number) {
  const other = bytes(second);
  return hex(bytes(first).map((part, place) => roundEven(part + (other[place] - part) * share)));
}

/**
 * The shade of a hue that has a given contrast with the background, or comes closest: lighter than a dark background,
 * darker than a light one.
 */
export function withContrast(hue: string, ground: string, wanted: number) {
  const below = luminance(ground);
  const isLighter = contrast("#ffffff", ground) >= contrast("#000000", ground);
  const target = Math.min(1, Math.max(0, isLighter ? (below + 0.05) * wanted - 0.05 : (below + 0.05) / wanted - 0.05));
  const own = luminance(hue);
  // Luminance is linear in light: mixing with white or black changes it in proportion to the share.
  const share = target >= own && own < 1 ? (target - own) / (1 - own) : 0;
  const shade = linear(hue).map((part) => (target >= own ? part + (1 - part) * share : (part * target) / own));
  return hex(shade.map((part) => byteOf(part, isLighter)));
}

/** @param isUp - round away from the background, so that rounding doesn't reduce the contrast */
function byteOf(part: number, isUp: boolean) {
  const number = (part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055) * 255;
  const whole = Math.round(number);
  if (Math.abs(number - whole) < 1e-6) return whole;
  return isUp ? Math.min(255, Math.floor(number) + 1) : Math.floor(number);
}

/** The colour if it is readable on a background, otherwise the nearest shade of it that is. */
export function readable(colour: string, ground: string, least = 4.5) {
  return contrast(colour, ground) >= least ? colour : withContrast(colour, ground, least);
}
