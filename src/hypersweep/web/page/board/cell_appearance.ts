// Cell looks that aren't codes, and marks, as in Python's picture/cell_appearance.py.

import { SHOWN_AT_END } from "../data/themes.ts";
import { CODES } from "../engine/terms.ts";

export const { covered: COVERED, flagged: FLAGGED, mine: MINE, exploded: EXPLODED, wrongFlag: WRONG_FLAG } = CODES;

/** A clue with all its mines flagged, if clues are shown minus flags. */
export const DONE = -7;
/** A cell of a board that is hidden while the game is paused. */
export const HIDDEN = -8;

/** A covered cell with a question mark. */
export const QUESTION = -9;
/** A covered cell with a draft flag. */
export const DRAFT = -10;

/** Every other cell, as on a checkerboard. */
export const ODD = 1;
/** A neighbour of the cell under the cursor or mouse. */
export const NEAR = 2;
/** A clue on which a hint is based. */
export const CLUE = 4;
/** A cell that a hint is about. */
export const TARGET = 8;
/** The cell under the mouse. */
export const HOVER = 16;
/** The cell under the cursor. */
export const CURSOR = 32;
/** A covered cell on which a button is held down. */
export const PRESSED = 64;
/** The cell of the latest move. */
export const LATEST = 128;
/** A cell far from the cursor, if only the cursor's surroundings are shown. */
export const FAR = 256;
/** The cell at the cursor's position in a neighbouring tile. */
export const GHOST = 512;
/** A cell of a tile without neighbours of the cell under the cursor. */
export const REMOTE = 1024;

/**
 * The code to show for a cell: its own or, after the end, its replacement in Python's SHOWN_AT_END. Slice counts,
 * commands, the status line and screen reader texts use this; code that visits many cells, such as drawing, applies
 * `shownInstead` directly.
 */
export function shownCode({ codes, outcome }: {codes: ArrayLike<number>, outcome?: string}, index: number) {
  const code = codes[index];
  return shownInstead(outcome)?.[code] ?? code;
}

/**
 * The codes to show in place of others after an outcome; undefined if there are none.
 * @param outcome - of the game
 */
export function shownInstead(outcome = "") {
  return (SHOWN_AT_END as Record<string, Record<number, number> | undefined>)[outcome];
}

/** The value of the mine counter: 0 after a win, when all mines count as flagged. */
export function shownMinesLeft({ outcome, minesLeft }: {outcome: string, minesLeft: number}) {
  return outcome === "won" ? 0 : minesLeft;
}

const FINISHED = 1 << 16;
const TOO_MANY = 1 << 17;
const CHANCE = 1 << 18;
const CHANCE_FLAGGED = 1 << 10;

/** Added to a look to make it nonnegative. */
export const LOOKS_FROM = 16;
/** Number of bits for marks. */
export const MARK_BITS = 11;
/** The largest number that a hint writes on a cell. */
export const MOST_NUMBERED = 50;

/** The number that a hint has written on a cell, from its marks; 0 for none. */
export const numberOf = (marks: number) => marks >> MARK_BITS;

/** Marks with a number written on the cell. */
export const withNumber = (marks: number, number: number) => marks | (number << MARK_BITS);

/**
 * The look of a clue with all its flags, shown dimmed.
 * @param clue - its visible value, or `DONE`
 */
export function finished(clue: number) {
  return FINISHED + (clue === DONE ? 0xffff : clue);
}

/** The clue of a look from `finished`; null for other looks. */
export function finishedClue(look: number) {
  if (look < FINISHED || look >= TOO_MANY) return null;
  return look === FINISHED + 0xffff ? DONE : look - FINISHED;
}

/**
 * The look of a clue with more flags around than mines.
 * @param excess - 1 or more
 */
export function tooManyFlags(excess: number) {
  return TOO_MANY + excess;
}

/** The number of excess flags that a look shows; 0 for other looks. */
export function excessFlags(look: number) {
  return look > TOO_MANY && look < CHANCE ? look - TOO_MANY : 0;
}

/**
 * The look of a covered cell with a known chance, in steps of one per cent; exact 0 and 1 have their own looks.
 * @param isFlagged - whether a flag is shown instead of the number
 */
export function chanceLook(chance: number, isFlagged: boolean) {
  const step = chance <= 0 ? 0 : chance >= 1 ? 102 : 1 + roundEven(100 * chance);
  return CHANCE + step + (isFlagged ? CHANCE_FLAGGED : 0);
}

/** Round half to even, as Python does. */
export function roundEven(value: number) {
  const floor = Math.floor(value);
  if (value - floor !== 0.5) return Math.round(value);
  return floor % 2 === 0 ? floor : floor + 1;
}

/** The step of the chance that a look shows, from 0 to 102; -1 for other looks. */
function chanceStep(look: number) {
  return look < CHANCE ? -1 : (look - CHANCE) % CHANCE_FLAGGED;
}

/** The chance that a look shows; null for other looks. */
export function readChance(look: number) {
  const step = chanceStep(look);
  if (step < 0) return null;
  const chance = step === 0 ? 0 : step === 102 ? 1 : Math.min(Math.max((step - 1) / 100, 0.004), 0.996);
  return { chance, isFlagged: look - CHANCE >= CHANCE_FLAGGED };
}

/** A chance in per cent, short enough for a cell; "0" and "100" only if it is exactly 0 or 1. */
export function chanceNumber(chance: number) {
  const percent = roundEven(100 * chance);
  if (percent === 0 && chance > 0) return "<1";
  return percent === 100 && chance < 1 ? ">99" : String(percent);
}
