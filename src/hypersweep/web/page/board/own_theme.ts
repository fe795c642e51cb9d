// The player's own themes, as JSON: colours for the eight numbers and the cover, and optionally for open cells. Like
// Python's picture/theme_files.py.

import { contrast, luminance, mix } from "./colours.ts";
import type { Colours } from "./themes.ts";

/** A theme file: colours such as "#1f6feb". `open`, the background of open cells, may be left out. */
export interface OwnTheme {
  name?: string;
  cover: string;
  numbers: string[];
  open?: string;
}

/** The error for an invalid theme file; `what` completes the message key "settings.own_wrong_...". */
export class ThemeFileError extends Error {
  constructor(public what: "json" | "numbers" | "colour" | "name", public detail: Record<string, string | number> = {}) {
    super(what);
  }
}

const COLOUR = /^#[0-9a-f]{6}$/i;

/** Parse a theme file; throws a `ThemeFileError` that says what was expected. */
export function parseOwnTheme(text: string): OwnTheme {
  let found: any = null;
  try {
    found = JSON.parse(text);
  } catch {
    // Reported below.
  }
  if (found === null || typeof found !== "object" || Array.isArray(found)) throw new ThemeFileError("json");
  const { name, cover, numbers, open } = found;
  if (!Array.isArray(numbers) || numbers.length !== 8) throw new ThemeFileError("numbers", { count: Array.isArray(numbers) ? numbers.length : 0 });
  const colour = (place: string, value: unknown) => {
    if (typeof value === "string" && COLOUR.test(value)) return value.toLowerCase();
    throw new ThemeFileError("colour", { place, value: String(JSON.stringify(value)).slice(0, 40) });
  };
  if (name !== undefined && typeof name !== "string") throw new ThemeFileError("name");
  return {
    ...(name ? { name: name.slice(0, 60) } : {}),
    cover: colour("cover", cover),
    numbers: numbers.map((value, place) => colour(`numbers[${place}]`, value)),
    ...(open === undefined ? {} : { open: colour("open", open) }),
  };
}

/** Parse the theme saved in the settings; null if there is none or it is invalid. */
export function savedTheme(text: string): OwnTheme | null {
  try {
    return parseOwnTheme(text);
  } catch {
    return null;
  }
}

/** All colours of a theme file: its own, and the rest from the light or the dark theme. */
export function ownColours({ cover, numbers, open: given }: OwnTheme, themes: Record<string, Colours>): Colours {
  const sum = (open: string) => numbers.reduce((all, number) => all + contrast(number, open), 0);
  // Without a background, take the one on which the numbers are easier to read.
  const open = given ?? [themes.light, themes.dark].map(({ opened }) => opened[0]).reduce((one, other) => (sum(other) > sum(one) ? other : one));
  const base = luminance(open) < 0.18 ? themes.dark : themes.light;
  const best = base.isDark ? "#ffffff" : "#000000";
  const pair = (colour: string, share: number) => [colour, mix(colour, best, share)] as const;
  return {
    ...base,
    opened: pair(open, 0.03),
    covered: pair(cover, 0.05),
    nearOpened: pair(mix(open, base.nearCovered[0], 0.25), 0.03),
    nearCovered: pair(mix(cover, base.nearCovered[0], 0.6), 0.05),
    ramp: numbers,
  };
}

/** Contrasts with open cells that are too low: below 4.5 for numbers, below 1.8 for covered cells. */
export function faintColours({ opened, covered, ramp }: Colours): { place: string; contrast: number; least: number }[] {
  const pairs = [...ramp.map((colour, at) => [String(at + 1), colour, 4.5] as const), ["cover", covered[0], 1.8] as const];
  return pairs.map(([place, colour, least]) => ({ place, contrast: contrast(colour, opened[0]), least })).filter((each) => each.contrast < each.least);
}
