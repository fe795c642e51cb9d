// Finds a few clues that contradict each other, for a view that no layout fits.

import { HypersweepError } from "./errors.ts";
import { CODES, type Budget } from "./terms.ts";
import type { Reasoner, View } from "./reasons.ts";
import type { Shape } from "./shape.ts";

/** Maximum number of clues named in a message, and of starting points tried to find a smaller set. */
const MOST_NAMED = 12;
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
export function blame(reasoner: Reasoner, view: View, clues: readonly number[], start: readonly number[], budget: Budget): HypersweepError {
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
  const text = message(reasoner.grid.shape, view, found, minesAtFault);
  return new HypersweepError("InconsistentViewError", text, { what: "contradiction", clues: found, minesAtFault });
}

function message(shape: Shape, { codes, mines, trustFlags }: View, clues: readonly number[], minesAtFault: boolean) {
  const plural = (number: number, noun: string) => `${number} ${noun}${number === 1 ? "" : "s"}`;
  const count = plural(mines, "mine");
  let [covered, known] = [0, 0];
  for (const code of codes) {
    const isCovered = code === CODES.covered || (code === CODES.flagged && !trustFlags);
    covered += Number(isCovered);
    known += Number(!isCovered && (code === CODES.mine || code === CODES.exploded || code === CODES.flagged));
  }
  const named = clues.slice(0, MOST_NAMED).map((cell) => `${codes[cell]} at (${shape.cell(cell).join(", ")})`);
  const names = named.join(", ") + (clues.length > MOST_NAMED ? ", ..." : "");
  const where = `(${shape}, ${count})`;
  const start = "no layout fits the view:";
  if (!clues.length) return `${start} it has ${plural(known, "mine")} shown and ${plural(covered, "cell")} covered, so ${count} can't be ${where}`;
  if (minesAtFault) {
    return `${start} with ${count}, ${known} of them shown, and ${plural(covered, "cell")} covered, these clues can't all be right: ${names} ${where}`;
  }
  if (clues.length === 1) return `${start} this clue alone can't be right: ${names} ${where}`;
  return `${start} these clues contradict each other: ${names} ${where}`;
}
