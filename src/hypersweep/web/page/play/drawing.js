// @ts-check
// A position edited by hand: changes to its cells, with undo.

import { cellsAround } from "../engine/around.js";
import { CODES } from "../engine/terms.js";

/** @typedef {import("../engine/shape.js").Shape} Shape */
/** A position; its codes are changed in place. @typedef {{shape: Shape, mines: number, codes: Int16Array}} Drawn */
/** The state before and after an edit: of cells, or of the whole board if that was replaced. @typedef {{cells: [number, number, number][]} | {before: Drawn, after: Drawn}} Edit */

const MOST_EDITS = 1000;

export class Drawing {
  /** @type {Edit[]} */
  #done = [];
  /** @type {Edit[]} */
  #undone = [];

  /** @param {Drawn} drawn */
  constructor(drawn) {
    this.drawn = drawn;
  }

  get canUndo() {
    return this.#done.length > 0;
  }

  get canRedo() {
    return this.#undone.length > 0;
  }

  /** The largest clue that a cell can show. @param {number} index */
  mostClue(index) {
    return cellsAround(this.drawn.shape, index).length;
  }

  /** @param {Edit} edit */
  #keep(edit) {
    this.#done.push(edit);
    if (this.#done.length > MOST_EDITS) this.#done.shift();
    this.#undone = [];
  }

  /**
   * Set the code of some cells.
   * @param {readonly number[]} cells
   * @param {number} code - a clue is limited to the number of neighbours
   * @returns {number[]} the cells that have changed
   */
  set(cells, code) {
    const { codes } = this.drawn;
    const changed = cells.filter((index) => codes[index] !== code);
    if (!changed.length) return [];
    this.#keep({ cells: changed.map((index) => [index, codes[index], code]) });
    for (const index of changed) codes[index] = code;
    return changed;
  }

  /** Cycle to the next code: covered, each clue, a flag. @param {number} index @param {number} [step] - 1 or -1 */
  next(index, step = 1) {
    const round = [CODES.covered, ...Array.from({ length: this.mostClue(index) + 1 }, (_, clue) => clue), CODES.flagged];
    const place = Math.max(0, round.indexOf(this.drawn.codes[index]));
    return round[(place + step + round.length) % round.length];
  }

  /** Load another position. @param {Drawn} drawn */
  replace(drawn) {
    this.#keep({ before: this.drawn, after: drawn });
    this.drawn = drawn;
  }

  /** @returns {number[] | null | undefined} the changed cells; null for the whole board; undefined if there was nothing to undo */
  undo() {
    const edit = this.#done.pop();
    if (!edit) return undefined;
    this.#undone.push(edit);
    return this.#apply(edit, true);
  }

  /** @returns {number[] | null | undefined} as for `undo` */
  redo() {
    const edit = this.#undone.pop();
    if (!edit) return undefined;
    this.#done.push(edit);
    return this.#apply(edit, false);
  }

  /** @param {Edit} edit @param {boolean} isBack */
  #apply(edit, isBack) {
    if ("cells" in edit) {
      for (const [index, before, after] of edit.cells) this.drawn.codes[index] = isBack ? before : after;
      return edit.cells.map(([index]) => index);
    }
    this.drawn = isBack ? edit.before : edit.after;
    return null;
  }
}
