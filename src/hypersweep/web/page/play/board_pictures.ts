// Small pictures of boards as text, one character per cell: "#" covered, "F" flagged, otherwise the clue in base 36.

import { CODES } from "../engine/terms.ts";

const LETTERS = "0123456789abcdefghijklmnopqrstuvwxyz";
/** Maximum number of cells of a board with a picture. */
const MOST_CELLS = 5000;

export function pictureCodes(text: string) {
  const codes = new Int16Array(text.length);
  for (let index = 0; index < codes.length; ++index) {
    const letter = text[index];
    codes[index] = letter === "#" ? CODES.covered : letter === "F" ? CODES.flagged : LETTERS.indexOf(letter);
  }
  return codes;
}

/**
 * The picture of a running game, with its progress but without clues: while the clock is stopped, the player shouldn't
 * be able to think ahead.
 * @returns "" for boards that are too large
 */
export function progressPicture(codes: Int16Array) {
  let text = "";
  if (codes.length > MOST_CELLS) return text;
  for (const code of codes) text += code === CODES.covered ? "#" : code === CODES.flagged ? "F" : "0";
  return text;
}

/** Whether a saved value is the picture of a running game with a number of cells. */
export function isPicture(value: unknown, cells: number): value is string {
  return typeof value === "string" && value.length === cells && /^[#F0]*$/.test(value);
}
