// Finds a few clues that contradict each other, for a view that no layout fits.

import { HypersweepError } from "./errors.ts";
import type { Budget } from "./terms.ts";
import type { Reasoner } from "./reasons.ts";

/** Maximum number of starting points tried to find a smaller set. */
const MOST_STARTS = 8;

/**
 * A minimal sufficient subset of items, preferring early ones; null if all of them together don't suffice.
 * @param holds - whether a set suffices; supersets of a sufficient set must suffice too
 */
export function smallest(items: readonly number[], holds: (some: number[]) => boolean): number[] | null {
  if (holds([])) return [];
  if (!holds([...items])) return null;
  let needed: number[] = [];
  let rest = [...items];
  while (!needed.length || !holds(needed)) {
    // Find the shortest sufficient prefix: its last item is needed.
    let [low, high] = [0, 1];
    while (high < rest.length && !holds([...needed, ...rest.slice(0, high)])) [low, high] = [high, 2 * high];
    high = Math.min(high, rest.length);
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (holds([...needed, ...rest.slice(0, middle)])) high = middle;
      else low = middle;
    }
    needed = [...needed, rest[high - 1]];
    rest = rest.slice(0, high - 1);
  }
  const places = new Map(items.map((item, place) => [item, place]));
  return needed.sort((one, other) => Number(places.get(one)) - Number(places.get(other)));
}

/**
 * The error for a view in which some clues are known to contradict each other, naming as few of them as can be found.
 * @param reasoner - has begun with the view
 * @param clues - clues that no layout fits, perhaps only because of the number of mines
 * @param start - where to start looking
 */
export function blame(reasoner: Reasoner, clues: readonly number[], start: readonly number[], budget: Budget): HypersweepError {
  const among = new Set(clues);
  const minesAtFault = !reasoner.refutes(clues, false, budget);
  const ordered = (cells: readonly number[]) => reasoner.order(cells).filter((clue) => among.has(clue));
  const holds = (some: number[]) => reasoner.refutes(some, minesAtFault, budget);
  let best = smallest(ordered(start), holds);
  if (best) {
    for (const clue of best.slice(0, MOST_STARTS)) {
      const other = smallest(ordered([clue]), holds);
      if (other && other.length < best.length) best = other;
    }
  }
  // If the budget was too small to find out, blame everything.
  const found = [...(best ?? clues)].sort((one, other) => one - other);
  return new HypersweepError("InconsistentViewError", { what: "contradiction", clues: found, minesAtFault });
}
