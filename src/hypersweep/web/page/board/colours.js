// @ts-check
// Colours as people see them, and colours of a wanted contrast: Python's picture/colours.py, the same to the last digit.
//
// Source: W3C, Web Content Accessibility Guidelines 2.2, "relative luminance" and "contrast ratio".

/** @param {string} colour - such as "#1f6feb" */
export function bytes(colour) {
  return [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
}

/** @param {string} colour */
function linear(colour) {
  return bytes(colour).map((byte) => (byte / 255 <= 0.04045 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4));
}

/** The brightness of a colour, from 0 for black to 1 for white. @param {string} colour */
export function luminance(colour) {
  const [red, green, blue] = linear(colour);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colours, from 1 to 21; text is easy to read from 4.5 on. @param {string} first @param {string} second */
export function contrast(first, second) {
  const [a, b] = [luminance(first), luminance(second)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Halves to even numbers, as Python rounds. @param {number} value */
export function roundEven(value) {
  const floor = Math.floor(value);
  if (value - floor !== 0.5) return Math.round(value);
  return floor % 2 === 0 ? floor : floor + 1;
}

/** @param {readonly number[]} parts */
function hex(parts) {
  return "#" + parts.map((part) => part.toString(16).padStart(2, "0")).join("");
}

/**
 * A colour between two others.
 * @param {string} first - the result for share 0
 * @param {string} second - the result for share 1
 * @param {number} share - weight of the second
 */
export function mix(first, second, share) {
  const other = bytes(second);
  return hex(bytes(first).map((part, place) => roundEven(part + (other[place] - part) * share)));
}

/**
 * The shade of a hue that has a contrast to its background, or the nearest there is: lighter than a dark one, darker than a light one.
 * @param {string} hue @param {string} ground @param {number} wanted
 */
export function withContrast(hue, ground, wanted) {
  const below = luminance(ground);
  const isLighter = contrast("#ffffff", ground) >= contrast("#000000", ground);
  const target = Math.min(1, Math.max(0, isLighter ? (below + 0.05) * wanted - 0.05 : (below + 0.05) / wanted - 0.05));
  const own = luminance(hue);
  // Light adds up: towards white or black the luminance of a mixture of light is the mixture of the luminances.
  const share = target >= own && own < 1 ? (target - own) / (1 - own) : 0;
  const shade = linear(hue).map((part) => (target >= own ? part + (1 - part) * share : (part * target) / own));
  return hex(shade.map((part) => byteOf(part, isLighter)));
}

/** @param {number} part @param {boolean} isUp - rounded away from the background, so that the contrast isn't lost in the last digit */
function byteOf(part, isUp) {
  const number = (part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055) * 255;
  const whole = Math.round(number);
  if (Math.abs(number - whole) < 1e-6) return whole;
  return isUp ? Math.min(255, Math.floor(number) + 1) : Math.floor(number);
}

/**
 * A colour where it can be read on a background, otherwise the nearest shade of it that can.
 * @param {string} colour @param {string} ground
 */
export function readable(colour, ground, least = 4.5) {
  return contrast(colour, ground) >= least ? colour : withContrast(colour, ground, least);
}
