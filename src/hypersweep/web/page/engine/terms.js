// @ts-check
// Types of the messages between the page and its kernels.

import { HypersweepError, shorten } from "./errors.js";

/** @typedef {import("./rules.js").FirstOpen} FirstOpen */
/** @typedef {import("./rules.js").Grade} Grade */
/** @typedef {import("./shape.js").CellLike} CellLike */

/** @typedef {"ongoing" | "won" | "lost"} Outcome */
/** @typedef {"open" | "flag" | "chord"} MoveKind */
/** @typedef {"safest" | "progress" | "look-ahead"} Policy */
/** @typedef {"uniform" | "repair" | "adaptive"} Method */

/**
 * The budget of an analysis: states and bytes for one component, and how often it may check whether to continue (about
 * ten thousand times a second; 0 for no limit). The module has no clock, so the same view always gives the same answer.
 * @typedef {{states?: number, bytes?: number, asks?: number}} Budget
 */

/**
 * @typedef {object} Change
 * @property {number} changed - number of cells that look different
 * @property {number} opened - safe cells opened; negative for cells that an undo covered again
 * @property {number} flags - change in the number of flags on covered cells
 * @property {Outcome} outcome - after the move
 */

/**
 * @typedef {object} Standing
 * @property {Outcome} outcome
 * @property {number} opened - number of open safe cells
 * @property {number} flags - number of flags on covered cells
 * @property {boolean} isDecided - whether the layout is decided
 * @property {number} undoable - number of moves that can be undone
 * @property {number} redoable - number of moves that can be redone
 */

/**
 * @typedef {object} BoardValue
 * @property {number} value - 3BV: number of openings plus single cells
 * @property {number} openings
 * @property {number} single - safe cells outside openings and their rims
 * @property {number} islands - connected groups of those
 * @property {number} openingsOpen - openings with an open zero; 0 for a layout
 * @property {number} singleOpen - single cells that are open; 0 for a layout
 */

/**
 * @typedef {object} Analysis
 * @property {Float64Array} chances - chances of a mine, by cell index: 0 for open and safe cells, 1 for certain mines
 * @property {Float64Array | null} errors - standard errors if the chances are estimates; null if they are exact
 * @property {number} states - number of states used
 * @property {number} components - number of independent groups of clues
 */

/**
 * @typedef {object} Choice
 * @property {number} cell - its index
 * @property {"safe" | "guess" | "end-game"} kind
 * @property {number} safety - the chance that the cell is safe
 * @property {number} score - the value by which the policy compares cells
 * @property {[number, number] | null} wins - in an endgame: layouts won by opening it, out of those left
 * @property {boolean} isExact - whether the chances it is based on are exact
 * @property {{cell: number, score: number}[]} weighed - the cells it was compared with, if there was an analysis
 */

/**
 * @typedef {object} Wish
 * @property {number} mines
 * @property {bigint | number} seed
 * @property {CellLike} first - the cell to open first
 * @property {FirstOpen} [firstOpen] - "opening" or "safe"
 * @property {Grade | null} [grade] - the hardest deduction that may be needed; null for any
 * @property {boolean} [exactly] - whether a deduction of that grade must be needed
 * @property {boolean} [usesMineCount] - whether the player may use the number of mines
 * @property {Method} [method] - try random layouts, repair layouts, or first the one and then the other
 * @property {number} [tries] - maximum number of layouts tried; replaces all other limits
 */

/**
 * @typedef {object} SearchProgress
 * @property {number} tried - layouts tried so far
 * @property {number} tries - maximum number of layouts
 * @property {number} mostOpened - maximum number of safe cells that deduction opened in any layout
 * @property {number} safeCells - number of safe cells on the board
 */

export const CODES = Object.freeze({ covered: -1, flagged: -2, mine: -3, exploded: -4, wrongFlag: -5 });
/** @type {readonly Outcome[]} */
export const OUTCOMES = ["ongoing", "won", "lost"];
/** @type {readonly MoveKind[]} */
export const MOVE_KINDS = ["open", "flag", "chord"];
/** @type {readonly Policy[]} */
export const POLICIES = ["safest", "progress", "look-ahead"];
/** The default budget of an analysis. */
export const BUDGET = Object.freeze({ states: 1 << 20, bytes: 1 << 28, asks: 0 });
/** @type {readonly Method[]} */
export const METHODS = ["uniform", "repair", "adaptive"];

/**
 * Convert a seed for the kernels.
 * @param {bigint | number} seed - 0 to 2**64 - 0 to 2**64 - 1; numbers must be exact integers
 * @returns {bigint}
 */
export function readSeed(seed) {
  if (typeof seed === "number" && Number.isSafeInteger(seed) && seed >= 0) return BigInt(seed);
  if (typeof seed === "bigint" && seed >= 0n && seed < 1n << 64n) return seed;
  throw new HypersweepError("ParameterError", `expected a seed from 0 to 2**64 - 1, got ${shorten(seed)}`, { what: "seed", got: seed });
}

/**
 * A random seed.
 * @returns {bigint}
 */
export function freshSeed() {
  return crypto.getRandomValues(new BigUint64Array(1))[0];
}
