// @ts-check
// The cells around a cell, for what a page marks and counts by itself; the rules of the game stay with the kernels.

/** @typedef {import("./shape.js").Shape} Shape */

/**
 * The cells around one.
 * @param {Shape} shape
 * @param {number} index
 * @returns {number[]} their indices, ascending, each once
 */
export function cellsAround(shape, index) {
  const { sides, wrap } = shape;
  const isCross = shape.adjacency === "orthogonal";
  // Each axis adds its steps to what the axes before it have found; a cell of a cross has left the middle on one axis at most.
  let found = [0];
  let hasLeft = [false];
  let stride = shape.cells;
  let rest = index;
  for (const [axis, side] of sides.entries()) {
    stride /= side;
    const place = Math.floor(rest / stride);
    rest -= place * stride;
    const isRound = wrap.includes(axis);
    const places = new Set([place]);
    for (const next of [place - 1, place + 1]) {
      if (isRound) places.add((next + side) % side);
      else if (next >= 0 && next < side) places.add(next);
    }
    /** @type {number[]} */
    const reached = [];
    /** @type {boolean[]} */
    const left = [];
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
  return found.filter((other) => other !== index).sort((a, b) => a - b);
}
