// Colour themes of boards, generated from Python's picture/themes.py: the colours of every look and mark.

import { FAINT, THEMES } from "../data/themes.ts";
import { contrast, mix, readable, withContrast } from "./colours.ts";
import {
  CLUE, COVERED, CURSOR, DONE, EXPLODED, FLAGGED, HIDDEN, HOVER, MINE, NEAR, ODD, PRESSED, TARGET, WRONG_FLAG,
  chanceColour, chanceInk, excessFlags, finishedClue, readChance,
} from "./looks.ts";

/** The minimum contrast of a theme unless it asks for more; the contrast of finished clues is scaled in proportion. */
const LEAST = 4.5;

export type Theme = (typeof THEMES)["dark"];
type Style = { text: string; ground: string };

/** The theme for a setting: "system" follows the browser's preference. */
export function themeOf(name: string): Theme {
  if (Object.hasOwn(THEMES, name)) return (THEMES as Record<string, Theme>)[name];
  if (matchMedia("(prefers-contrast: more)").matches) return THEMES.contrast;
  return matchMedia("(prefers-color-scheme: dark)").matches ? THEMES.dark : THEMES.light;
}

/**
 * The colours of a cell.
 * @param largest - the largest clue that the
 * board can have
 */
export function styleOf(theme: Theme, look: number, marks: number, largest = 8): Style {
  const known = readChance(look);
  if (known) return chanceStyle(theme, known.chance, marks);
  const ground = groundOf(theme, look, marks);
  return { text: textOf(theme, look, ground, largest), ground };
}

function groundOf(theme: Theme, look: number, marks: number) {
  const odd = marks & ODD;
  if (marks & CURSOR) return theme.cursor;
  if (look === EXPLODED) return theme.exploded;
  if (look === WRONG_FLAG || excessFlags(look)) return theme.wrong;
  if (marks & TARGET) return theme.target;
  if (marks & CLUE) return theme.clue;
  const own = look === FLAGGED ? theme.flagGround : look === MINE ? theme.mineGround : "";
  if (own) return own;
  const isOpen = look >= 0 || look === DONE || Boolean(marks & PRESSED && look === COVERED);
  if (marks & (NEAR | HOVER)) {
    const ground = (isOpen ? theme.nearOpened : theme.nearCovered)[odd];
    if (!(marks & HOVER)) return ground;
    // Mixing in the cursor's colour would make an open cell look covered.
    return isOpen ? mix(ground, theme.opened[odd], 0.5) : mix(ground, theme.cursor, 0.2);
  }
  return (isOpen ? theme.opened : theme.covered)[odd];
}

function textOf(theme: Theme, look: number, ground: string, largest: number) {
  // Dimmed in hue and weight so that it doesn't attract attention, but still readable.
  if (finishedClue(look) !== null) return withContrast(theme.label, ground, (FAINT * 1.03 * theme.least) / LEAST);
  if (excessFlags(look) === 0 && look > 0) {
    if (theme.ramp.length > 1) return readable(theme.ramp[(look - 1) % theme.ramp.length], ground, theme.least);
    const best = Math.max(contrast("#ffffff", ground), contrast("#000000", ground));
    const share = Math.min(1, Math.log(look) / Math.log(Math.max(largest, 8)));
    const wanted = theme.least * 1.03;
    return withContrast(theme.ramp[0], ground, wanted * (best / theme.least / 1.03) ** (share * 0.95));
  }
  if (look === FLAGGED) return readable(theme.flag, ground, theme.least);
  if (look === MINE) return readable(theme.mine, ground, theme.least);
  if (look === COVERED || look === HIDDEN) return readable(mix(theme.label, ground, 0.5), ground, 3);
  return readable(theme.isDark ? "#ffffff" : "#000000", ground, theme.least);
}

function chanceStyle(theme: Theme, chance: number, marks: number): Style {
  if (marks & (CURSOR | TARGET)) {
    const ground = marks & CURSOR ? theme.wrong : theme.target;
    return { text: readable(marks & CURSOR ? "#ffffff" : "#000000", ground, theme.least), ground };
  }
  const colour = chanceColour(chance);
  // Every other cell is slightly darker or lighter, so that their numbers don't run together.
  const ground = marks & ODD ? mix(colour, theme.isDark ? "#000000" : "#ffffff", 0.06) : colour;
  const ink = chanceInk(colour);
  if (contrast(ink, ground) >= 4.5) return { text: ink, ground };
  return { text: contrast("#ffffff", ground) > contrast("#000000", ground) ? "#ffffff" : "#000000", ground };
}

/**
 * The colour of labels.
 * @param level - 1 for a tile, 2 for a group, and so on
 * @param isFocus - whether the cursor is in that tile or group
 */
export function labelColour(theme: Theme, level: number, isFocus: boolean) {
  if (isFocus) return withContrast(theme.cursor, theme.screen, Math.max(theme.least * 1.8, 9));
  return withContrast(theme.label, theme.screen, theme.least * (level < 2 ? 1.05 : 1.7));
}
