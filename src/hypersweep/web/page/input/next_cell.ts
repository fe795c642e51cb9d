// Finds cells worth looking at: clues that settle a cell by themselves, otherwise clues that aren't finished. The same
// as in ui_model/cursor.py.
//
// A clue is ripe if its neighbours alone settle something: all its mines are flagged and covered cells are left; or as
// many covered cells are left as mines; or it has too many flags. It is unfinished if it has a covered neighbour
// without a flag.

import { cellsAround } from "../engine/around.ts";
import { CODES } from "../engine/terms.ts";
import type { Shape } from "../engine/shape.ts";

const RIPE = 2;
const UNFINISHED = 1;

// Boards up to this size are searched completely; larger ones only up to this many cells from the cursor.
const WHOLE = 1 << 18;

/**
 * How much a cell is worth looking at.
 * @param code - code of the cell
 * @param around - codes of its neighbours
 * @returns RIPE, UNFINISHED or 0
 */
export function ripeness(code: number, around: Iterable<number>): number {
  if (code <= 0) return 0;
  let covered = 0;
  let left = code;
  for (const other of around) {
    if (other === CODES.covered) covered++;
    else if (other === CODES.flagged) left--;
  }
  if (left < 0 || (covered && (left === 0 || left === covered))) return RIPE;
  return covered ? UNFINISHED : 0;
}

/**
 * The next (or previous) cell worth looking at: a ripe one, or an unfinished one if none is ripe. Cells are visited in
 * reading order, wrapping around at the end; the cell itself comes last.
 * @param index - where to start
 * @returns -1 if there is none
 */
export function nextCell({ shape, codes }: {shape: Shape, codes: ArrayLike<number>}, index: number, { isBack = false }: {isBack?: boolean} = {}): number {
  let second = -1;
  for (const next of readingOrder(shape, index, Math.min(shape.cells, WHOLE), isBack ? -1 : 1)) {
    const code = codes[next];
    if (code <= 0) continue;
    const worth = ripeness(code, cellsAround(shape, next).map((other) => codes[other]));
    if (worth === RIPE) return next;
    if (worth && second < 0) second = next;
  }
  return second;
}

/**
 * The indices of the cells that follow a cell in reading order: outermost groups vary slowest; groups one below another
 * come before those side by side; then tiles, rows and columns.
 */
function* readingOrder(shape: Shape, index: number, most: number, step: 1 | -1) {
  const { sides, dimensions } = shape;
  const axes: number[] = [];
  for (let first = Math.floor((dimensions - 1) / 2) * 2; first >= 0; first -= 2) {
    axes.push(...(first === 0 ? [0, 1] : [first + 1, first]).filter((axis) => axis < dimensions));
  }
  axes.reverse();
  const strides = sides.map((_, axis) => sides.slice(axis + 1).reduce((product, side) => product * side, 1));
  const place = shape.cell(index);
  for (let count = 0; count < most; count++) {
    for (const axis of axes) {
      place[axis] += step;
      if (place[axis] >= 0 && place[axis] < sides[axis]) {
        index += step * strides[axis];
        break;
      }
      // Continue with the next row, tile or group; the first cell follows the last.
      place[axis] = step > 0 ? 0 : sides[axis] - 1;
      index -= step * (sides[axis] - 1) * strides[axis];
    }
    yield index;
  }
}
