// Which numbers of mines a board can have.

import { HypersweepError, shorten } from "../engine/errors.ts";
import { firstOpenPromise, type Rules } from "../engine/rules.ts";
import type { Shape } from "../engine/shape.ts";

const impossible = (message: string, detail: Record<string, unknown>) => new HypersweepError("MineCountError", message, detail);

/**
 * Check that the rules allow the number of mines, like Python's check_deal, and return it.
 * @param isGiven - whether the layout is given, so that no promise applies
 */
export function checkMines(board: Shape, mines: unknown, rules: Rules, isGiven = false) {
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
