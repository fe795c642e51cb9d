// @ts-check
// Which numbers of mines a board can have.

import { HypersweepError, shorten } from "../engine/errors.js";
import { firstOpenPromise } from "../engine/rules.js";

/** @typedef {import("../engine/rules.js").Rules} Rules */
/** @typedef {import("../engine/shape.js").Shape} Shape */

/** @param {string} message @param {Record<string, unknown>} detail */
const impossible = (message, detail) => new HypersweepError("MineCountError", message, detail);

/**
 * Check that the rules allow the number of mines, like Python's check_deal, and return it.
 * @param {Shape} board @param {unknown} mines @param {Rules} rules
 * @param {boolean} [isGiven] - whether the layout is given, so that no promise applies
 */
export function checkMines(board, mines, rules, isGiven = false) {
  const promise = isGiven ? "any" : firstOpenPromise(rules);
  const kept = promise === "any" ? 0 : promise === "safe" ? 1 : board.maxNeighbours + 1;
  if (typeof mines !== "number" || !Number.isInteger(mines) || mines < 0 || mines > board.cells - kept) {
    const why = kept ? `, as the first open (${promise}) keeps ${kept} free` : "";
    const most = board.cells - kept;
    const detail = { what: "mines_room", most, board: board.format(), firstOpen: promise, kept, got: mines };
    throw impossible(`expected at most ${most} mines on ${board}${why}, got ${shorten(mines)}`, detail);
  }
  if (isGiven || rules.guess !== "never" || board.adjacency !== "moore") return mines;
  // Cells with the same neighbours are all mines or all safe: no clue distinguishes them.
  const group = board.sides.reduce((all, side, axis) => (side === 2 || (side === 3 && board.wrap.includes(axis)) ? all * side : all), 1);
  const rest = mines % group;
  if (rest && !(rules.firstOpen === "safe" && rest === group - 1)) {
    const isSafe = rules.firstOpen === "safe";
    const wanted = `a multiple of ${group}${isSafe ? ", or 1 less," : ""} as the number of mines`;
    const message = `expected ${wanted} for a board of ${board} that needs no guess${isSafe ? "" : " after an opening"}, got ${mines}`;
    throw impossible(message, { what: "twins", group, isSafe, board: board.format(), got: mines });
  }
  return mines;
}
