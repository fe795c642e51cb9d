// @ts-check
// The analysis of a position, as returned by the worker.

import { countLayouts } from "./layout_count.js";
import { CODES } from "./terms.js";

/** @typedef {import("./lane.js").Lane} Lane */
/** @typedef {import("./lane.js").RequestOptions} RequestOptions */
/** @typedef {import("./reasons.js").Reason} Reason */
/** @typedef {import("./shape.js").CellLike} CellLike */
/** @typedef {import("./shape.js").Shape} Shape */
/** @typedef {import("./terms.js").Choice} Choice */
/** @typedef {import("./terms.js").Policy} Policy */

/**
 * The result of an analysis. Further questions reuse the worker's analysis, unless another position was analysed in
 * between.
 */
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
    /** The chance of a mine for every cell; 0 for open and safe cells. */
    this.chances = told.chances;
    /** Standard errors if the chances are estimates, otherwise null. */
    this.errors = told.errors;
    this.states = told.states;
    this.components = told.components;
  }

  get isExact() {
    return this.errors === null;
  }

  /**
   * The covered cells with exactly that chance of a mine: 0 for certainly safe cells, 1 for certain mines.
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
   * The chances that a covered cell is safe and shows clue 0, 1, ...; the analysis must be exact.
   * @param {CellLike} cell
   * @param {RequestOptions} [options]
   * @returns {Promise<Float64Array>}
   */
  async clueChances(cell, options) {
    return this.#lane.request("clueChances", [this.#position, this.board.index(cell)], options);
  }

  /**
   * The number of consistent layouts, exact below 10^15; null if counting them would take too much work. The analysis
   * must be exact.
   * @param {RequestOptions} [options]
   * @returns {Promise<import("./layout_count.js").LayoutCount | null>}
   */
  async countLayouts(options) {
    const told = await this.#lane.request("tally", [this.#position], options);
    return told && countLayouts(told);
  }

  /**
   * The cell to open next, and the cells it was compared with; null if all covered cells are certain mines.
   * @param {Policy} [policy]
   * @param {RequestOptions} [options]
   * @returns {Promise<Choice | null>}
   */
  async choose(policy = "look-ahead", options) {
    return this.#lane.request("chooseNext", [this.#position, policy], options);
  }

  /**
   * Like `Engine.explain`, for each of several cells.
   * @param {readonly (CellLike | null)[]} [cells]
   * @param {{policy?: Policy} & RequestOptions} [options]
   * @returns {Promise<Reason[][]>}
   */
  async explain(cells = [null], { signal, policy = "look-ahead" } = {}) {
    const indices = cells.map((cell) => (cell === null ? null : this.board.index(cell)));
    return this.#lane.request("explain", [this.#position, indices, policy, true], { signal });
  }
}
