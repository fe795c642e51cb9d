// @ts-check
// Requests without a game: analyses, choices, reasons, searches. A worker loads this with the first one.

import { findAdvice } from "./advice.js";
import { HypersweepError } from "./errors.js";
import { Layout } from "./game.js";
import { Grid } from "./kernel.js";
import { explainEach, findConflict } from "./reasons.js";
import { Generator, findLayout } from "./search.js";
import { Solver } from "./solver.js";

/** @typedef {import("./kernel.js").Kernel} Kernel */
/** @typedef {import("./terms.js").SearchProgress} SearchProgress */
/** A position as sent by the page; `number` identifies it. @typedef {{number: number, board: string, mines: number, codes: Int32Array, options: any}} Position */
/** @typedef {{number: number, found: import("./terms.js").Analysis}} Analysed */

/** Maximum number of cached solvers and of generators, each for one grid. */
const MOST_KEPT = 4;

/** A small least-recently-used cache, by the text of a grid. @template {Solver | Generator} Own */
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

/** Answers a worker's requests; each names a method. */
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
    /** The position that each solver analysed last, by number, and the result. @type {WeakMap<Solver, Analysed>} */
    this.analysed = new WeakMap();
  }

  /**
   * Create an object for a grid, for the duration of one call.
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
   * The 3BV and ZiNi figures of a board.
   * @param {string} text - board ID
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
   * The solver for a position, after analysing it if necessary.
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
      // Name as few contradicting clues as can be found.
      throw findConflict(solver.grid, viewOf(position), /** @type {number[]} */ (error.detail.clues), position.options.budget);
    }
    // Return copies, because sending transfers the arrays, and they may be requested again.
    const { chances, errors, ...rest } = /** @type {Analysed} */ (this.analysed.get(solver)).found;
    return { ...rest, chances: chances.slice(), errors: errors && errors.slice() };
  }

  /**
   * For each of some cells, the steps that show it is safe, or a mine, or its chance; null means the simplest safe
   * cell.
   * @param {Position} position
   * @param {(number | null)[]} cells
   * @param {any} policy
   * @param {boolean} isAnalysed - whether the page has requested an analysis before, which may then be an estimate
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
