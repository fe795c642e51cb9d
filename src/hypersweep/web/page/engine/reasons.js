// @ts-check
// Why cells are safe or mines, using rules from single clues to the number of mines; and why a guess is best. Like
// Python's `explain`.
//
// The worker loads this on demand. Cells are indices; play/reasons.js makes the sentences.

import { HypersweepError, oneOf } from "./errors.js";
import { blame } from "./conflict.js";
import { Held } from "./kernel.js";
import { readRow } from "./reason_rows.js";
import { BUDGET, CODES, POLICIES } from "./terms.js";

/** @typedef {import("./terms.js").Analysis} Analysis */
/** @typedef {import("./terms.js").Budget} Budget */
/** @typedef {import("./terms.js").Choice} Choice */
/** @typedef {import("./kernel.js").Grid} Grid */
/** @typedef {import("./terms.js").Policy} Policy */
/** @typedef {import("./solver.js").Solver} Solver */
/** @typedef {import("./reason_rows.js").Grounds} Grounds */
/** @typedef {import("./reason_rows.js").GuessGrounds} GuessGrounds */

/**
 * Why some cells are safe or mines, or why one of them is the best guess.
 * @typedef {object} Reason
 * @property {"clue" | "pair" | "set" | "count" | "guess"} rule - from easy to hard
 * @property {"safe" | "mine" | "guess"} conclusion
 * @property {number[]} cells - the cells it is about, ascending
 * @property {number[]} clues - the cells of the clues it uses
 * @property {number[]} because - indices, in the same list, of the reasons it depends on
 * @property {Grounds} grounds - data for its sentence
 */

/** @typedef {{codes: Int32Array, mines: number, trustFlags: boolean}} View */
/** The result of an analysis, and its budget. @typedef {{found: Analysis, budget: Budget}} Analysed */

/** Bits for the ways to draw conclusions, as in native/solve/reasons/request.hpp. */
const WAYS = { clue: 1, pair: 2, sum: 4, line: 8, shares: 16, few: 32, mines: 64, longLine: 128, all: 256 };
/** Only single clues and pairs of clues. */
export const EASY = WAYS.clue | WAYS.pair;
/** All ways that don't need counting. */
const UNCOUNTED = EASY | WAYS.sum | WAYS.line | WAYS.shares;
/** Searches that a time limit may cut short. */
const LONG = WAYS.few | WAYS.mines;
const EVERY_STEP = 2 ** 32 - 1;

const CONTRADICTION = 1;
const STOPPED = 4;
/** Chances that differ by less than this are equal. */
const SAME = 1e-11;

/** The ways to draw conclusions once a view has been analysed. @param {Analysis} analysis */
function waysWith(analysis) {
  return UNCOUNTED | (analysis.errors ? WAYS.longLine : LONG) | WAYS.all;
}

/** Draws conclusions from views of one grid. */
export class Reasoner extends Held {
  /** @param {Grid} grid */
  constructor(grid) {
    super(grid.kernel, grid.kernel.made(grid.kernel.call.reasoner_make(grid.handle), `an explanation on ${grid.shape}`));
    this.grid = grid;
    this.count = 0;
    this.firstSafe = -1;
  }

  /** @param {View} view */
  begin({ codes, mines, trustFlags }) {
    this.kernel.give(codes);
    this.count = 0;
    this.firstSafe = -1;
    const status = this.kernel.call.reasoner_begin(this.handle, mines, Number(trustFlags));
    this.kernel.check(status, `reasons on ${this.grid.shape}`);
  }

  /**
   * Draw conclusions until the goal is reached. Returns: whether it was.
   * @param {View} view - the same in every call
   * @param {number} ways - the allowed ways; each is tried only if no easier one gives a result
   * @param {Budget} budget - for each step
   * @param {Solver | null} [solver] - has analysed the view; for ways that count layouts
   * @param {{wanted?: readonly number[], anySafe?: boolean}} [asked] - the goal: covered cells to settle, or any safe
   * cell; without a goal, all conclusions are drawn
   */
  goOn(view, ways, budget, solver = null, { wanted = [], anySafe = false } = {}) {
    const asks = ways & LONG ? (budget.asks ?? 0) : 0;
    const draw = (/** @type {number} */ own, /** @type {number} */ ownAsks) => {
      const { states, bytes } = { ...BUDGET, ...budget };
      this.kernel.give(Uint32Array.from(wanted));
      // Searches get a budget for each step; ways that count nothing need no limit.
      const steps = asks ? 1 : EVERY_STEP;
      const values = [own, solver?.handle ?? 0, wanted.length, Number(anySafe), steps, states, bytes, ownAsks];
      const status = this.kernel.call.reasoner_go_on(this.handle, ...values);
      const [count, firstSafe, isEnough, isStuck] = this.kernel.results(4);
      this.count = count;
      this.firstSafe = firstSafe;
      if (status === CONTRADICTION) {
        this.kernel.check(this.kernel.call.reasoner_blamed(this.handle), "the clues to blame");
        const [blamed, clue] = this.kernel.results(2);
        const clues = [...this.kernel.take(Uint32Array, blamed)];
        this.begin(view);
        throw blame(this, view, clues, [clue], budget);
      }
      if (status !== STOPPED) this.kernel.check(status, `reasons on ${this.grid.shape}`);
      return { isLate: status === STOPPED, isEnough: isEnough === 1, isStuck: isStuck === 1 };
    };
    for (;;) {
      let drawn = draw(ways, asks);
      if (drawn.isLate) drawn = draw(ways & ~LONG, 0);
      if (drawn.isEnough || drawn.isStuck) return drawn.isEnough;
    }
  }

  /**
   * The number of the reason that settles a cell, or if it is null, of one for some safe cell; negative if there is
   * none.
   * @param {number | null} cell
   */
  reasonOf(cell) {
    if (cell === null) return this.firstSafe;
    this.kernel.check(this.kernel.call.reasoner_reason_of(this.handle, cell), "the reason for a cell");
    return this.kernel.results(1)[0];
  }

  /**
   * Read a reason from the module; its premises are given as numbers of reasons.
   * @param {number} number
   * @param {Int32Array} codes
   * @returns {Reason}
   */
  reason(number, codes) {
    this.kernel.check(this.kernel.call.reasoner_row(this.handle, number), "a reason");
    return readRow(this.kernel.take(Int32Array, this.kernel.results(1)[0]), codes);
  }

  /**
   * A reason after all the reasons it depends on, each after its own premises.
   * @param {number} number
   * @param {Int32Array} codes
   * @returns {Reason[]}
   */
  steps(number, codes) {
    /** @type {Map<number, Reason>} */
    const read = new Map();
    /** The position of each reason in the list, by its number. @type {Map<number, number>} */
    const places = new Map();
    /** @type {[number, boolean][]} */
    const stack = [[number, false]];
    while (stack.length) {
      const [own, isDone] = /** @type {[number, boolean]} */ (stack.pop());
      if (places.has(own)) continue;
      if (isDone) {
        places.set(own, places.size);
        continue;
      }
      const reason = read.get(own) ?? this.reason(own, codes);
      read.set(own, reason);
      stack.push([own, true]);
      for (let i = reason.because.length; i-- > 0; ) stack.push([reason.because[i], false]);
    }
    return [...places.keys()].map((own) => {
      const reason = /** @type {Reason} */ (read.get(own));
      return { ...reason, because: reason.because.map((other) => /** @type {number} */ (places.get(other))) };
    });
  }

  /**
   * Whether no layout fits some clues, optionally with the number of mines; false if finding out takes too much work.
   * @param {readonly number[]} clues
   * @param {boolean} isCounted
   * @param {Budget} budget
   */
  refutes(clues, isCounted, budget) {
    const { states, bytes, asks } = { ...BUDGET, ...budget };
    this.kernel.give(Uint32Array.from(clues));
    const status = this.kernel.call.reasoner_refute(this.handle, clues.length, Number(isCounted), states, bytes, asks);
    if (status !== STOPPED) this.kernel.check(status, "a proof");
    return this.kernel.results(1)[0] === 1;
  }

  /**
   * All clues, nearest to `start` first: each shares a covered cell with an earlier one.
   * @param {readonly number[]} start
   * @returns {number[]}
   */
  order(start) {
    this.kernel.give(Uint32Array.from(start));
    this.kernel.check(this.kernel.call.reasoner_order(this.handle, start.length), "an order of clues");
    return [...this.kernel.take(Uint32Array, this.kernel.results(1)[0])];
  }
}

/**
 * For each of some covered cells, or for null the simplest safe cell: the steps that show it is safe, or a mine, or its
 * chance. Empty if no safe cell is left.
 * @param {Solver} solver - of the grid; if an analysis is given, it was the solver's latest
 * @param {View} view
 * @param {readonly (number | null)[]} cells
 * @param {{policy?: Policy, budget?: Budget, analysed?: Analysed | null}} [options]
 * @returns {Reason[][]}
 */
export function explainEach(solver, view, cells, { policy = "look-ahead", budget = {}, analysed = null } = {}) {
  const { codes, trustFlags } = view;
  oneOf(policy, "a policy", POLICIES);
  for (const cell of cells) {
    const code = cell === null ? CODES.covered : codes[solver.grid.shape.index(cell)];
    if (code !== CODES.covered && (code !== CODES.flagged || trustFlags)) {
      const message = `expected a covered cell, got ${solver.grid.shape.cell(cell ?? 0)} (grid ${solver.grid.shape})`;
      throw new HypersweepError("CellError", message, { what: "own_fault" });
    }
  }
  const wanted = [...new Set(cells)].filter((cell) => cell !== null).sort((one, other) => one - other);
  const asked = { wanted, anySafe: cells.includes(null) };
  const reasoner = new Reasoner(solver.grid);
  try {
    reasoner.begin(view);
    let known = analysed;
    if (cells.length && !reasoner.goOn(view, UNCOUNTED, budget, null, asked)) {
      known ??= { found: analyse(solver, view, budget, true), budget };
      reasoner.goOn(view, waysWith(known.found), budget, solver, asked);
    }
    /** @type {{choice: Choice | null, cell: number | null} | null} */
    let best = null;
    return cells.map((cell) => {
      const number = reasoner.reasonOf(cell);
      if (number >= 0) return reasoner.steps(number, codes);
      const own = /** @type {Analysed} */ (known);
      best ??= findBest(solver, view, own, policy, budget);
      const guess = cell ?? best.cell;
      return guess === null ? [] : [explainGuess(solver, view, own, best.choice, policy, guess)];
    });
  } finally {
    reasoner.release();
  }
}

/**
 * Analyse a view. If no layout fits, the error names as few clues as can be found.
 * @param {Solver} solver
 * @param {View} view
 * @param {Budget} budget
 * @param {boolean} estimate
 * @returns {Analysis}
 */
export function analyse(solver, { codes, mines, trustFlags }, budget, estimate) {
  try {
    return solver.analyse(codes, mines, { trustFlags, budget, estimate });
  } catch (error) {
    if (!(error instanceof HypersweepError) || error.kind !== "InconsistentViewError") throw error;
    throw findConflict(solver.grid, { codes, mines, trustFlags }, /** @type {number[]} */ (error.detail.clues), budget);
  }
}

/**
 * The error for a view that a solver has found contradictory, naming a few of the clues.
 * @param {Grid} grid
 * @param {View} view
 * @param {readonly number[]} clues - clues that the solver reported
 * @param {Budget} budget
 */
export function findConflict(grid, view, clues, budget) {
  const reasoner = new Reasoner(grid);
  try {
    reasoner.begin(view);
    /** @type {number[]} */
    const all = [];
    view.codes.forEach((code, index) => code >= 0 && all.push(index));
    return blame(reasoner, view, all, (clues.length ? clues : all).slice(0, 1), budget);
  } finally {
    reasoner.release();
  }
}

/**
 * The covered cells with the lowest chance of a mine, ascending.
 * @param {View} view
 * @param {Float64Array} chances
 */
function safestCells({ codes }, chances) {
  let least = Infinity;
  const isOpenTo = (/** @type {number} */ index) => codes[index] === CODES.covered || codes[index] === CODES.flagged;
  chances.forEach((chance, index) => {
    if (chance < least && isOpenTo(index)) least = chance;
  });
  /** @type {number[]} */
  const safest = [];
  chances.forEach((chance, index) => {
    if (chance <= least + SAME && isOpenTo(index)) safest.push(index);
  });
  return safest;
}

/**
 * The result of `work`, or null if it exceeds its budget.
 * @template Found
 * @param {() => Found} work
 * @returns {Found | undefined}
 */
function withinBudget(work) {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof HypersweepError) || error.kind !== "BudgetExceededError") throw error;
    return undefined;
  }
}

/**
 * The policy's choice if available, otherwise the safest cell; null if all are mines.
 * @param {Solver} solver
 * @param {View} view
 * @param {Analysed} analysed
 * @param {Policy} policy
 * @param {Budget} budget
 * @returns {{choice: Choice | null, cell: number | null}}
 */
function findBest(solver, view, { found }, policy, budget) {
  if (!found.errors) {
    const choice = withinBudget(() => solver.chooseNext({ policy, budget }));
    if (choice !== undefined) return { choice, cell: choice && choice.cell };
  }
  // If nothing better can be computed, take the safest cell, preferably without a flag.
  const safest = safestCells(view, found.chances);
  const cell = safest.find((index) => view.codes[index] !== CODES.flagged) ?? safest[0] ?? null;
  return { choice: null, cell: cell === null || found.chances[cell] === 1 ? null : cell };
}

/**
 * @param {Solver} solver
 * @param {View} view
 * @param {Analysed} analysed
 * @param {Choice | null} choice
 * @param {Policy} policy
 * @param {number} cell
 * @returns {Reason}
 */
function explainGuess(solver, view, { found, budget }, choice, policy, cell) {
  const { chances, errors } = found;
  const safest = safestCells(view, chances);
  const clues = [...solver.grid.neighbours(cell)].filter((other) => view.codes[other] >= 0);
  // Leave it out if it exceeds the budget: the chance of a mine is known anyway.
  const opening = errors ? 0 : (withinBudget(() => solver.clueChances(cell, budget)[0]) ?? 0);
  const [beside, elsewhere] = solver.doubtful();
  /** @type {GuessGrounds} */
  const grounds = {
    kind: "guess",
    chance: chances[cell],
    choice: choice && { cell: choice.cell, kind: choice.kind, policy, wins: choice.wins },
    safest: safest.includes(cell) ? cell : safest[0],
    least: chances[safest[0]],
    equals: safest.length - 1,
    opening,
    isSeen: clues.length > 0,
    beside,
    elsewhere,
    error: errors && errors[cell],
  };
  return { rule: "guess", conclusion: "guess", cells: [cell], clues, because: [], grounds };
}
