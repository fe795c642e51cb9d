// Which numbers of mines a board can have. Like Python's check_deal.

import { HypersweepError } from "./errors.ts";
import { firstOpenPromise, type FirstOpen, type Rules } from "./rules.ts";
import type { Shape } from "./shape.ts";

/** Number of cells that a promise for the first open keeps free of mines. */
function keptFree({ maxNeighbours }: Shape, firstOpen: FirstOpen) {
  return { any: 0, safe: 1, opening: maxNeighbours + 1 }[firstOpen];
}

export function hasRoom(shape: Shape, mines: number, firstOpen: FirstOpen): boolean {
  return mines <= shape.cells - keptFree(shape, firstOpen);
}

export function checkRoom(shape: Shape, mines: unknown, firstOpen: FirstOpen, kept = keptFree(shape, firstOpen)): number {
  const most = shape.cells - kept;
  if (typeof mines === "number" && Number.isInteger(mines) && mines >= 0 && mines <= most) return mines;
  const detail = { what: "mines_room", most, board: shape.format(), firstOpen, kept, got: mines };
  throw new HypersweepError("MineCountError", Number(mines) < 0 ? { what: "mines_negative", got: mines } : detail);
}

/** Number of cells that have the same neighbours as a given cell, including itself: 1 on most boards. */
export function twins({ sides, adjacency, wrap }: Shape) {
  if (adjacency !== "moore") return 1;
  return sides.reduce((product, side, axis) => (side === 2 || (side === 3 && wrap.includes(axis)) ? product * side : product), 1);
}

/** Whether no-guess boards are possible despite twins, which no clue distinguishes. */
export function mayNeedNoGuess(shape: Shape, mines: number, firstOpen: FirstOpen) {
  const group = twins(shape);
  return mines % group === 0 || (firstOpen === "safe" && mines % group === group - 1);
}

/** Check that the rules allow the number of mines, and return it. */
export function checkDeal(shape: Shape, mines: unknown, rules: Rules): number {
  const count = checkRoom(shape, mines, firstOpenPromise(rules));
  const { guess, firstOpen } = rules;
  if (guess !== "never" || mayNeedNoGuess(shape, count, firstOpen)) return count;
  const detail = { what: "twins", group: twins(shape), isSafe: firstOpen === "safe", board: shape.format(), got: count };
  throw new HypersweepError("MineCountError", detail);
}
