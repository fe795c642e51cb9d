// @ts-check
// Colour themes of boards, generated from Python's picture/themes.py: the colours of every look and mark.

import { FAINT, THEMES } from "../data/themes.js";
import { contrast, mix, readable, withContrast } from "./colours.js";
import {
  CLUE, COVERED, CURSOR, DONE, EXPLODED, FLAGGED, HIDDEN, HOVER, MINE, NEAR, ODD, PRESSED, TARGET, WRONG_FLAG,
  chanceColour, chanceInk, excessFlags, finishedClue, readChance,
} from "./looks.js";

/** The minimum contrast of a theme unless it asks for more; the contrast of finished clues is scaled in proportion. */
const LEAST = 4.5;

/** @typedef {(typeof THEMES)["dark"]} Theme */
/** @typedef {{text: string, ground: string}} Style */

/**
 * The theme for a setting: "system" follows the browser's preference.
 * @param {string} name
 * @returns {Theme}
 */
export function themeOf(name) {
  if (Object.hasOwn(THEMES, name)) return /** @type {Record<string, Theme>} */ (THEMES)[name];
  if (matchMedia("(prefers-contrast: more)").matches) return THEMES.contrast;
  return matchMedia("(prefers-color-scheme: dark)").matches ? THEMES.dark : THEMES.light;
}

/**
 * The colours of a cell.
 * @param {Theme} theme @param {number} look @param {number} marks @param {number} largest - the largest clue that the
 * board can have
 * @returns {Style}
 */
export function styleOf(theme, look, marks, largest = 8) {
  const known = readChance(look);
  if (known) return chanceStyle(theme, known.chance, marks);
  const ground = groundOf(theme, look, marks);
  return { text: textOf(theme, look, ground, largest), ground };
}

/** @param {Theme} theme @param {number} look @param {number} marks */
function groundOf(theme, look, marks) {
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

/** @param {Theme} theme @param {number} look @param {string} ground @param {number} largest */
function textOf(theme, look, ground, largest) {
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

/** @param {Theme} theme @param {number} chance @param {number} marks @returns {Style} */
function chanceStyle(theme, chance, marks) {
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
 * @param {Theme} theme
 * @param {number} level - 1 for a tile, 2 for a group, and so on
 * @param {boolean} isFocus - whether the cursor is in that tile or group
 */
export function labelColour(theme, level, isFocus) {
  if (isFocus) return withContrast(theme.cursor, theme.screen, Math.max(theme.least * 1.8, 9));
  return withContrast(theme.label, theme.screen, theme.least * (level < 2 ? 1.05 : 1.7));
}
