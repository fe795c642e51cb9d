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
 * The budget of an analysis: states and bytes of one component, and number of checks whether to continue (about ten thousand
 * a second; 0 for no limit). The module has no clock, so the same view always gives the same answer.
 * @typedef {{states?: number, bytes?: number, asks?: number}} Budget
 */

/**
 * @typedef {object} Change
 * @property {number} changed - number of cells that look different
 * @property {number} opened - safe cells opened; negative for cells that an undo has covered
 * @property {number} flags - change of the number of flags on covered cells
 * @property {Outcome} outcome - the outcome after it
 */

/**
 * @typedef {object} Standing
 * @property {Outcome} outcome
 * @property {number} opened - safe cells that are open
 * @property {number} flags - flags on covered cells
 * @property {boolean} isDecided - whether it is decided where the mines are
 * @property {number} undoable - moves that can be taken back
 * @property {number} redoable - moves that can be made again
 */

/**
 * @typedef {object} BoardValue
 * @property {number} value - 3BV: openings and single cells
 * @property {number} openings
 * @property {number} single - safe cells outside openings and their rims
 * @property {number} islands - groups of those
 * @property {number} openingsOpen - openings of which a zero is open; 0 for a layout
 * @property {number} singleOpen - single cells that are open; 0 for a layout
 */

/**
 * @typedef {object} Analysis
 * @property {Float64Array} chances - of a mine, for every cell: 0 for open cells and safe ones, 1 for mines, in the order of indices
 * @property {Float64Array | null} errors - standard errors, where the chances are estimates; null where they are exact
 * @property {number} states - that it took
 * @property {number} components - of clues that bear on each other
 */

/**
 * @typedef {object} Choice
 * @property {number} cell - its index
 * @property {"safe" | "guess" | "end-game"} kind
 * @property {number} safety - the chance that the cell is safe
 * @property {number} score - the value that the policy compared
 * @property {[number, number] | null} wins - in the end-game: number of layouts won by it, of those left
 * @property {boolean} isExact - whether the underlying chances are exact
 * @property {{cell: number, score: number}[]} weighed - the compared cells, if an analysis was given
 */

/**
 * @typedef {object} Wish
 * @property {number} mines
 * @property {bigint | number} seed
 * @property {CellLike} first - the cell that is opened first
 * @property {FirstOpen} [firstOpen] - "opening" or "safe"
 * @property {Grade | null} [grade] - the hardest thought that may be needed; null for any
 * @property {boolean} [exactly] - whether it must be
 * @property {boolean} [usesMineCount] - whether the player may use the number of mines
 * @property {Method} [method] - layouts as they come, layouts that are changed, or for a while the one and then the other
 * @property {number} [tries] - layouts that are tried at most; nothing else is bounded then
 */

/**
 * @typedef {object} SearchProgress
 * @property {number} tried - layouts so far
 * @property {number} tries - at most
 * @property {number} mostOpened - safe cells that deduction opened on the best of them
 * @property {number} safeCells - how many there are
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
 * A seed as the kernels take it.
 * @param {bigint | number} seed - 0 to 2**64 - 1; a number only as far as it is exact
 * @returns {bigint}
 */
export function readSeed(seed) {
  if (typeof seed === "number" && Number.isSafeInteger(seed) && seed >= 0) return BigInt(seed);
  if (typeof seed === "bigint" && seed >= 0n && seed < 1n << 64n) return seed;
  throw new HypersweepError("ParameterError", `expected a seed of 0 to 2**64 - 1, got ${shorten(seed)}`, { what: "seed", got: seed });
}

/**
 * A random seed.
 * @returns {bigint}
 */
export function freshSeed() {
  return crypto.getRandomValues(new BigUint64Array(1))[0];
}
