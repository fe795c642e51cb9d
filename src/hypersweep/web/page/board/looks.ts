// Looks of cells beyond their codes, and their marks: Python's picture/cell_appearance.py and picture/colours.py.

import { CHANCE_STEPS, SAFE, SHOWN_AT_END } from "../data/themes.ts";
import { CODES } from "../engine/terms.ts";
import { luminance, mix, readable, roundEven } from "./colours.ts";

export const { covered: COVERED, flagged: FLAGGED, mine: MINE, exploded: EXPLODED, wrongFlag: WRONG_FLAG } = CODES;

/** A clue with all its mines flagged, if clues are shown minus flags. */
export const DONE = -7;
/** A cell of a board that is hidden while the game is paused. */
export const HIDDEN = -8;

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
/** A cell far from the cursor, if only the surroundings of the cursor count. */
export const FAR = 256;

/**
 * The code to show for a cell: its own, or after the end its replacement in Python's SHOWN_AT_END. Pictures, counters,
 * the status line and screen reader texts all use this.
 */
export function shownCode({ codes, outcome }: {codes: ArrayLike<number>, outcome?: string}, index: number) {
  const code = codes[index];
  return (SHOWN_AT_END as Record<string, Record<number, number>>)[outcome ?? ""]?.[code] ?? code;
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
export const MARK_BITS = 9;

/**
 * The look of a clue with all its flags, shown dimmed.
 * @param clue - its visible value, or `DONE`
 */
export function finished(clue: number) {
  return FINISHED + (clue === DONE ? 0xffff : clue);
}

/** The clue of such a look; null for other looks. */
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

/** How many flags too many a look shows; 0 for other looks. */
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

/** The chance that a look shows; null for other looks. */
export function readChance(look: number) {
  if (look < CHANCE) return null;
  const step = (look - CHANCE) % CHANCE_FLAGGED;
  const chance = step === 0 ? 0 : step === 102 ? 1 : Math.min(Math.max((step - 1) / 100, 0.004), 0.996);
  return { chance, isFlagged: look - CHANCE >= CHANCE_FLAGGED };
}

/**
 * The colour for a chance of a mine.
 * @param chance - 0 to 1; anything beyond is taken as the nearer end
 */
export function chanceColour(chance: number) {
  if (chance <= 0) return SAFE;
  const steps = CHANCE_STEPS as [number, string][];
  const place = steps.findIndex(([step]) => step > chance);
  if (place < 0) return steps[steps.length - 1][1];
  const [low, first] = steps[place - 1];
  const [high, second] = steps[place];
  return mix(first, second, roundEven((100 * (chance - low)) / (high - low)) / 100);
}

/** The text colour on such a colour: dark on light, white on dark. */
export function chanceInk(colour: string) {
  const shade = readable("#2b1d0e", colour);
  return luminance(shade) < luminance(colour) ? shade : "#ffffff";
}

/** A chance in per cent, short enough for a cell; 0 and 100 only if it is exactly that. */
export function chanceNumber(chance: number) {
  const percent = roundEven(100 * chance);
  if (percent === 0 && chance > 0) return "<1";
  return percent === 100 && chance < 1 ? ">99" : String(percent);
}
