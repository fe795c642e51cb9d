// Colour themes of boards: looks up the colours of every look and mark, which Python has worked out (cell_colours.py).

import { CHANCES, GROUNDS, SHARES, THEMES } from "../data/themes.ts";
import {
  COVERED, DONE, DRAFT, EXPLODED, FLAGGED, HIDDEN, MINE, ODD, PRESSED, QUESTION, TARGET, WRONG_FLAG, chanceLook, chanceStep, excessFlags, finishedClue,
} from "./cell_appearance.ts";

export type Theme = (typeof THEMES)["dark"];
/** The colours of a cell. */
export interface Style {
  text: string;
  /** the background */ ground: string;
  /** white or black, whichever has more contrast with the background */ best: string;
  /** a flag's pole, a wrong flag under its cross, or the burst of an exploded mine */ detail: string;
}

/** Places in the text of a background: its colour, the better of white and black, and the colours of signs. */
const [GROUND, BEST, SIGN, DETAIL, CLUES] = [0, 1, 2, 3, 4];
/** Kinds of cells, each a row of `GROUNDS`; open cells are kind 0. */
const KINDS: Record<number, number> = { [COVERED]: 1, [HIDDEN]: 1, [QUESTION]: 2, [DRAFT]: 2, [FLAGGED]: 2, [MINE]: 3, [EXPLODED]: 4, [WRONG_FLAG]: 5 };

/** The theme for a setting: "system" follows the browser's preference. */
export function themeOf(name: string): Theme {
  if (Object.hasOwn(THEMES, name)) return (THEMES as Record<string, Theme>)[name];
  if (matchMedia("(prefers-contrast: more)").matches) return THEMES.contrast;
  return matchMedia("(prefers-color-scheme: dark)").matches ? THEMES.dark : THEMES.light;
}

/**
 * The colours of a cell.
 * @param marks - `CURSOR` is ignored: the cursor is a ring around the cell
 * @param largest - the largest clue that the board can have
 */
export function styleOf(theme: Theme, look: number, marks: number, largest = 8): Style {
  const step = chanceStep(look);
  if (step >= 0 && !(marks & TARGET)) return chanceStyle(theme, step, marks);
  const isPressed = marks & PRESSED && (look === COVERED || look === QUESTION || look === DRAFT);
  const kind = excessFlags(look) ? KINDS[WRONG_FLAG] : isPressed ? KINDS[COVERED] : (KINDS[look] ?? 0);
  const pressed = isPressed ? PRESSED >> 1 : 0;
  const colours = theme.cells[GROUNDS.charCodeAt((kind << 6) | pressed | (marks & 31)) - 48];
  return {
    text: colourAt(colours, kind === 0 && step < 0 ? clueSign(theme, look, largest) : SIGN),
    ground: colourAt(colours, GROUND),
    best: colourAt(colours, BEST),
    detail: colourAt(colours, DETAIL),
  };
}

/** @param colours - six hexadecimal digits for each */
const colourAt = (colours: string, place: number) => `#${colours.slice(6 * place, 6 * place + 6)}`;

/** The place of an open cell's text colour. */
function clueSign(theme: Theme, look: number, largest: number) {
  if (look === DONE || look === 0) return SIGN;
  if (finishedClue(look) !== null) return DETAIL;
  if (theme.hues > 1) return CLUES + ((look - 1) % theme.hues);
  return CLUES + Math.round(SHARES * Math.min(1, Math.log(look) / Math.log(Math.max(largest, 8))));
}

/** @param step - number of the chance in the table */
function chanceStyle(theme: Theme, step: number, marks: number): Style {
  const colours = CHANCES[marks & ODD ? (theme.isDark ? 1 : 2) : 0];
  const text = colourAt(colours, 3 * step + 1);
  return { text, ground: colourAt(colours, 3 * step), best: colourAt(colours, 3 * step + 2), detail: text };
}

/**
 * The colours for the chance of a mine: dark text on light grounds, white on dark ones.
 * @param chance - 0 to 1
 */
export function chanceColours(chance: number) {
  return chanceStyle(THEMES.light, chanceStep(chanceLook(chance, false)), 0);
}

/**
 * The colour of labels.
 * @param level - 1 for a tile, 2 for a group, and so on
 * @param isFocus - whether the cursor is in that tile or group
 */
export function labelColour(theme: Theme, level: number, isFocus: boolean) {
  return theme.labels[isFocus ? 2 : level < 2 ? 0 : 1];
}
