// @ts-check
// Questions that need nothing but themselves: analyses, choices, reasons, searches without a game. Loaded by a worker at the first.

import { findAdvice } from "./advice.js";
import { HypersweepError } from "./errors.js";
import { Layout } from "./game.js";
import { Grid } from "./kernel.js";
import { explainEach, findConflict } from "./reasons.js";
import { Generator, findLayout } from "./search.js";
import { Solver } from "./solver.js";

/** @typedef {import("./kernel.js").Kernel} Kernel */
/** @typedef {import("./terms.js").SearchProgress} SearchProgress */
/** A position that was sent; its number names it. @typedef {{number: number, board: string, mines: number, codes: Int32Array, options: any}} Position */
/** @typedef {{number: number, found: import("./terms.js").Analysis}} Analysed */

/** Maximum number of cached solvers and generators, each for one grid. */
const MOST_KEPT = 4;

/** A few things by their texts, the one that wasn't used for the longest time being let go first. @template {Solver | Generator} Own */
class Shelf {
  /** @param {(text: string) => Own} make */
  constructor(make) {
    this.make = make;
    /** @type {Map<string, Own>} */
    this.kept = new Map();
  }

  /**
   * @param {string} text
   * @returns {Own}
   */
  take(text) {
    const own = this.kept.get(text) ?? this.make(text);
    this.kept.delete(text);
    this.kept.set(text, own);
    if (this.kept.size > MOST_KEPT) {
      const [oldest, thing] = /** @type {[string, Own]} */ (this.kept.entries().next().value);
      this.kept.delete(oldest);
      thing.grid.release();
      thing.release();
    }
    return own;
  }
}

/** Handles a worker's questions; each request names a method. */
export class Thoughts {
  /**
   * @param {Kernel} kernel
   * @param {(progress: SearchProgress) => Promise<void>} between - awaited between two parts of a search
   */
  constructor(kernel, between) {
    this.kernel = kernel;
    this.between = between;
    this.solvers = new Shelf((text) => this.#onGrid(text, (grid) => new Solver(grid)));
    this.generators = new Shelf((text) => this.#onGrid(text, (grid) => new Generator(grid)));
    /** The number of the position that each solver has analysed last, with the result. @type {WeakMap<Solver, Analysed>} */
    this.analysed = new WeakMap();
  }

  /**
   * Create an object on a grid for one call.
   * @template Own
   * @param {string} text
   * @param {(grid: Grid) => Own} make
   * @returns {Own}
   */
  #onGrid(text, make) {
    const grid = new Grid(this.kernel, text);
    try {
      return make(grid);
    } catch (error) {
      grid.release();
      throw error;
    }
  }

  /**
   * The value of a board.
   * @param {string} text - its board ID
   */
  boardFigures(text) {
    const layout = Layout.parse(this.kernel, text);
    try {
      return { mines: layout.mines, ...layout.value(), zini: layout.zini(), humanZini: layout.zini(true) };
    } finally {
      layout.grid.release();
      layout.release();
    }
  }

  /**
   * The solver of a position, which has analysed it.
   * @param {Position} position
   */
  #analysed({ number, board, mines, codes, options }) {
    const solver = this.solvers.take(board);
    if (this.analysed.get(solver)?.number !== number) {
      this.analysed.delete(solver);
      this.analysed.set(solver, { number, found: solver.analyse(codes, mines, options) });
    }
    return solver;
  }

  /** @param {Position} position */
  async analyse(position) {
    const solver = this.solvers.take(position.board);
    this.analysed.delete(solver);
    try {
      this.#analysed(position);
    } catch (error) {
      if (!(error instanceof HypersweepError) || error.kind !== "InconsistentViewError") throw error;
      // With as few clues to blame as can be found.
      throw findConflict(solver.grid, viewOf(position), /** @type {number[]} */ (error.detail.clues), position.options.budget);
    }
    // The arrays are handed over, and may be asked for again.
    const { chances, errors, ...rest } = /** @type {Analysed} */ (this.analysed.get(solver)).found;
    return { ...rest, chances: chances.slice(), errors: errors && errors.slice() };
  }

  /**
   * The steps to why each of some cells is safe, or a mine, or how likely it is one; null is for the simplest safe cell there is.
   * @param {Position} position
   * @param {(number | null)[]} cells
   * @param {any} policy
   * @param {boolean} isAnalysed - whether an analysis was asked for before, which then need not be an exact one
   */
  async explain(position, cells, policy, isAnalysed) {
    const { budget } = position.options;
    const solver = isAnalysed ? this.#analysed(position) : this.solvers.take(position.board);
    const analysed = isAnalysed ? { found: /** @type {Analysed} */ (this.analysed.get(solver)).found, budget } : null;
    if (!isAnalysed) this.analysed.delete(solver);
    return explainEach(solver, viewOf(position), cells, { policy, budget, analysed });
  }

  /** Advice for a player who is stuck. @param {Position} position */
  async advise(position) {
    const solver = this.solvers.take(position.board);
    this.analysed.delete(solver);
    return findAdvice(solver, viewOf(position), position.options.budget);
  }

  /** @param {any} position @param {number} cell */
  clueChances(position, cell) {
    return this.#analysed(position).clueChances(cell, position.options.budget);
  }

  /** @param {any} position */
  tally(position) {
    return this.#analysed(position).tally();
  }

  /** @param {any} position @param {any} policy */
  chooseNext(position, policy) {
    return this.#analysed(position).chooseNext({ policy, budget: position.options.budget });
  }

  /** @param {string} board @param {Int32Array} codes @param {number} mines @param {any} options */
  choose(board, codes, mines, options) {
    const solver = this.solvers.take(board);
    this.analysed.delete(solver);
    return solver.choose(codes, mines, options);
  }

  /** @param {string} text @param {number | number[]} first @param {any} options */
  grade(text, first, options) {
    const layout = Layout.parse(this.kernel, text);
    const generator = this.generators.take(layout.grid.shape.format());
    const own = Layout.fromBits(generator.grid, layout.bits());
    layout.grid.release();
    layout.release();
    try {
      return generator.deduce(own, first, options);
    } finally {
      own.release();
    }
  }

  /** A board that needs no guess, as its board ID. @param {string} board @param {any} wish */
  async generate(board, wish) {
    const grid = new Grid(this.kernel, board);
    try {
      const layout = await findLayout(grid, wish, this.between);
      const text = layout.format();
      layout.release();
      return text;
    } finally {
      grid.release();
    }
  }
}

/** @param {Position} position @returns {import("./reasons.js").View} */
function viewOf({ codes, mines, options }) {
  return { codes, mines, trustFlags: options.trustFlags ?? false };
}
