// The neighbours of cells, for marking and counting in the page; the kernels apply the rules of the game.

import type { Shape } from "./shape.ts";

/** Index differences to the neighbours of an inner cell; empty for shapes without inner cells. */
const distances: WeakMap<Shape, number[]> = new WeakMap();

/**
 * The neighbours of a cell. Away from the edges they come from cached index differences, because tints and counts need
 * them often.
 * @returns their indices, ascending, each once
 */
export function cellsAround(shape: Shape, index: number): number[] {
  const { sides } = shape;
  let own = distances.get(shape);
  if (!own) {
    // Inner cells exist only if every side is at least 3.
    const middle = sides.every((side) => side > 2) ? shape.index(sides.map(() => 1)) : -1;
    own = middle < 0 ? [] : gather(shape, middle).map((other) => other - middle);
    distances.set(shape, own);
  }
  let isInner = own.length > 0;
  let rest = index;
  for (let axis = sides.length - 1; axis >= 0 && isInner; axis--) {
    const place = rest % sides[axis];
    rest = (rest - place) / sides[axis];
    isInner = place > 0 && place < sides[axis] - 1;
  }
  return isInner ? own.map((distance) => index + distance) : gather(shape, index);
}

/**
 * The initial cell of the cursor: the middle, or a corner of a small board with three or more dimensions, where the
 * middle has too many neighbours. Like ui_model/cursor.py.
 */
export function startCell(shape: Shape): number[] {
  const middle = shape.sides.map((side) => Math.floor(side / 2));
  const tellsLittle = shape.dimensions > 2 && 2 * cellsAround(shape, shape.index(middle)).length > shape.cells;
  return tellsLittle ? shape.sides.map(() => 0) : middle;
}

/** Compute the neighbours of a cell, axis by axis. */
function gather(shape: Shape, index: number) {
  const { sides, wrap } = shape;
  const isCross = shape.adjacency === "orthogonal";
  // Each axis extends the cells found so far; with orthogonal adjacency, a cell may differ from the middle on only one
  // axis.
  let found = [0];
  let hasLeft = [false];
  let stride = shape.cells;
  let rest = index;
  for (const [axis, side] of sides.entries()) {
    stride /= side;
    const place = Math.floor(rest / stride);
    rest -= place * stride;
    const isRound = wrap.includes(axis);
    const around = new Set([place]);
    for (const next of [place - 1, place + 1]) {
      if (isRound) around.add((next + side) % side);
      else if (next >= 0 && next < side) around.add(next);
    }
    // Sort the coordinates, so that the neighbours are in ascending order.
    const places = Uint32Array.from(around).sort();
    const reached: number[] = [];
    const left: boolean[] = [];
    for (let each = 0; each < found.length; each++) {
      for (const next of places) {
        if (isCross && hasLeft[each] && next !== place) continue;
        reached.push(found[each] + next * stride);
        left.push(hasLeft[each] || next !== place);
      }
    }
    found = reached;
    hasLeft = left;
  }
  found.splice(found.indexOf(index), 1);
  return found;
}
