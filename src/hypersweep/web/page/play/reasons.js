// @ts-check
// Reasons in words and as marks on the board. Call `await app.messages.add("reasons")` first.

import { CLUE, TARGET } from "../board/looks.js";
import { cellText, listCells } from "./phrases.js";

/** @typedef {import("../engine/reasons.js").Reason} Reason */
/** @typedef {import("../engine/shape.js").Shape} Shape */
/** @typedef {{text: (name: string, values?: any) => string}} Speaker */
/** A function that names lists of cells. @typedef {(cells: readonly number[]) => string} Name */

/**
 * The function that names lists of cells in sentences.
 * @param {Speaker} app
 * @param {Shape} shape
 * @param {(cell: number) => string} [cell] - returns the name of one cell
 * @returns {Name}
 */
export function namesOf(app, shape, cell = (index) => cellText(shape.cell(index))) {
  const list = (/** @type {string[]} */ words) => app.text("reasons.list", { words });
  const run = (/** @type {string} */ first, /** @type {string} */ last) => app.text("reasons.run", { first, last });
  return (cells) => listCells(cells, shape, { cell, list, run });
}

/**
 * A reason as one or more sentences.
 * @param {Speaker} app
 * @param {Reason} reason
 * @param {Shape} shape
 * @param {Name} [name]
 */
export function reasonText(app, { conclusion, cells, grounds }, shape, name = namesOf(app, shape)) {
  return app.text(`reasons.${grounds.kind}`, { ...grounds, conclusion, cells, name });
}

/**
 * Marks for the clues to look at, and for the cells that they settle.
 * @param {readonly number[]} clues
 * @param {readonly number[]} cells
 * @returns {Map<number, number>} for `Board.setMarks`
 */
export function marksOf(clues, cells) {
  /** @type {Map<number, number>} */
  const marks = new Map(clues.map((cell) => [cell, CLUE]));
  for (const cell of cells) marks.set(cell, (marks.get(cell) ?? 0) | TARGET);
  return marks;
}
