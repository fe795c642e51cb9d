// Luminance, contrast and shades, like Python's picture/colours.py. The page computes them for players' own themes.

/** Colours for the chance of a mine: `SAFE` for certainly safe cells, and steps between which colours are mixed. */
import { CHANCE_STEPS, SAFE } from "../data/themes.ts";
import { roundEven } from "./cell_appearance.ts";

const bytesOf = (colour: string) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
const hex = (bytes: readonly number[]) => `#${bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
const linearOf = (colour: string) =>
  bytesOf(colour).map((byte) => (byte / 255 <= 0.04045 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4));

/** Relative luminance, from 0 for black to 1 for white. */
export function luminance(colour: string) {
  const [red, green, blue] = linearOf(colour);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast ratio of two colours, from 1 to 21. */
export function contrast(first: string, second: string) {
  const [one, other] = [luminance(first), luminance(second)];
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

/** A colour between two others; `share` is that of the second. */
export function mix(first: string, second: string, share: number) {
  const other = bytesOf(second);
  return hex(bytesOf(first).map((byte, place) => roundEven(byte + (other[place] - byte) * share)));
}

/** White or black, whichever has more contrast with a background. */
export const best = (ground: string) => (contrast("#ffffff", ground) >= contrast("#000000", ground) ? "#ffffff" : "#000000");

/** The shade of a hue with the wanted contrast to its background, or the closest one. */
export function withContrast(hue: string, ground: string, wanted: number) {
  const below = luminance(ground) + 0.05;
  const isLighter = best(ground) === "#ffffff";
  const target = Math.min(1, Math.max(0, (isLighter ? below * wanted : below / wanted) - 0.05));
  const own = luminance(hue);
  const linear = linearOf(hue);
  const share = own < 1 ? (target - own) / (1 - own) : 0;
  const shade = linear.map((part) => (target >= own ? part + (1 - part) * share : (part * target) / own));
  return hex(shade.map((part) => byteOf(part, isLighter)));
}

/** A colour if it is readable on a background, otherwise its nearest readable shade. */
export function readable(colour: string, ground: string, least = 4.5) {
  return contrast(colour, ground) >= least ? colour : withContrast(colour, ground, least);
}

/** @param isUp - whether to round up, so that rounding never reduces the contrast */
function byteOf(part: number, isUp: boolean) {
  const number = 255 * (part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055);
  const whole = Math.round(number);
  if (Math.abs(number - whole) < 1e-6) return whole;
  return isUp ? Math.min(255, Math.floor(number) + 1) : Math.floor(number);
}

/** The colour for a mine probability: blue if certainly safe, otherwise from pale yellow to dark brown. */
export function chanceColour(chance: number): string {
  if (chance <= 0) return SAFE;
  const place = CHANCE_STEPS.findIndex(([step]) => Number(step) > chance);
  if (place < 0) return CHANCE_STEPS[CHANCE_STEPS.length - 1][1] as string;
  const [[low, first], [high, second]] = CHANCE_STEPS.slice(place - 1, place + 1) as [number, string][];
  return mix(first, second, Math.floor(100 * ((chance - low) / (high - low)) + 0.5) / 100);
}

/** The text colour on a chance colour: dark on light, white on dark. */
export function chanceInk(colour: string) {
  const shade = readable("#2b1d0e", colour);
  return luminance(shade) < luminance(colour) ? shade : "#ffffff";
}
