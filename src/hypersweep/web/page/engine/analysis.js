// @ts-check
// The analysis of a position, as the worker for thoughts returned it.

import { countLayouts } from "./layout_count.js";
import { CODES } from "./terms.js";

/** @typedef {import("./lane.js").Lane} Lane */
/** @typedef {import("./lane.js").RequestOptions} RequestOptions */
/** @typedef {import("./reasons.js").Reason} Reason */
/** @typedef {import("./shape.js").CellLike} CellLike */
/** @typedef {import("./shape.js").Shape} Shape */
/** @typedef {import("./terms.js").Choice} Choice */
/** @typedef {import("./terms.js").Policy} Policy */

/** The result of an analysis; further questions cost another analysis only if a different one came in between. */
export class Analysis {
  /** @type {Lane} */
  #lane;
  /** @type {any} */
  #position;

  /**
   * @param {Lane} lane
   * @param {Shape} board
   * @param {any} position
   * @param {import("./terms.js").Analysis} told
   */
  constructor(lane, board, position, told) {
    this.#lane = lane;
    this.board = board;
    this.#position = position;
    /** The chance of a mine for every cell: 0 for open and for safe ones. */
    this.chances = told.chances;
    /** Standard errors where the chances are estimates, else null. */
    this.errors = told.errors;
    this.states = told.states;
    this.components = told.components;
  }

  get isExact() {
    return this.errors === null;
  }

  /**
   * The covered cells with that chance of a mine: 0 for those that are safe for certain, 1 for certain mines.
   * @param {0 | 1} chance
   * @returns {number[]} their indices, ascending
   */
  certain(chance) {
    const { codes, options } = this.#position;
    /** @type {number[]} */
    const found = [];
    this.chances.forEach((own, index) => {
      const isCovered = codes[index] === CODES.covered || (codes[index] === CODES.flagged && !options.trustFlags);
      if (own === chance && isCovered) found.push(index);
    });
    return found;
  }

  /**
   * The chance that a covered cell is safe and shows clue 0, 1, ...; the analysis must be exact.
   * @param {CellLike} cell
   * @param {RequestOptions} [options]
   * @returns {Promise<Float64Array>}
   */
  async clueChances(cell, options) {
    return this.#lane.request("clueChances", [this.#position, this.board.index(cell)], options);
  }

  /**
   * The number of layouts that fit, exactly where it is below 10^15; null where that would take too much. The analysis must be exact.
   * @param {RequestOptions} [options]
   * @returns {Promise<import("./layout_count.js").LayoutCount | null>}
   */
  async countLayouts(options) {
    const told = await this.#lane.request("tally", [this.#position], options);
    return told && countLayouts(told);
  }

  /**
   * The cell to open next, with those that were compared; null where nothing is left but certain mines.
   * @param {Policy} [policy]
   * @param {RequestOptions} [options]
   * @returns {Promise<Choice | null>}
   */
  async choose(policy = "look-ahead", options) {
    return this.#lane.request("chooseNext", [this.#position, policy], options);
  }

  /**
   * As `Engine.explain`, for each of some cells.
   * @param {readonly (CellLike | null)[]} [cells]
   * @param {{policy?: Policy} & RequestOptions} [options]
   * @returns {Promise<Reason[][]>}
   */
  async explain(cells = [null], { signal, policy = "look-ahead" } = {}) {
    const indices = cells.map((cell) => (cell === null ? null : this.board.index(cell)));
    return this.#lane.request("explain", [this.#position, indices, policy, true], { signal });
  }
}
