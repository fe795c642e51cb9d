// How much work is left in each slice of a board with five or more dimensions. The same as in Python's
// ui_model/cursor.py.

import { CODES } from "../engine/terms.ts";
import { shownCode } from "./cell_appearance.ts";
import type { Shape } from "../engine/shape.ts";

/** Maximum number of cells: counting a larger board would take longer than a frame. */
const MOST_COUNTED = 1 << 21;

/**
 * The number of covered cells and of flags in each slice. A slice contains all cells along axes 0 to 3; slices are
 * ordered by their coordinates on the other axes.
 */
export class SliceCounts {
  slices;
  cells;
  /** For each slice, the number of covered cells without a flag; null if the board is too large. */
  covered;
  flags;

  constructor(shape: Shape) {
    this.slices = shape.sides.slice(4).reduce((product, side) => product * side, 1);
    this.cells = shape.cells / this.slices;
    this.covered = shape.cells <= MOST_COUNTED ? new Uint32Array(this.slices) : null;
    this.flags = new Uint32Array(this.covered ? this.slices : 0);
  }

  /**
   * Update the counts.
   * @param changed - the changed cells, or null if any may have changed
   */
  update(seen: {codes: Int16Array, outcome?: string}, changed: ArrayLike<number> | null = null) {
    if (!this.covered) return;
    const numbers = changed ? new Set(Array.from(changed, (index) => index % this.slices)) : new Array(this.slices).keys();
    for (const number of numbers) {
      let covered = 0;
      let flags = 0;
      for (let index = number; index < seen.codes.length; index += this.slices) {
        const code = shownCode(seen, index);
        if (code === CODES.covered || code === CODES.mine) covered++;
        else if (code === CODES.flagged || code === CODES.wrongFlag) flags++;
      }
      this.covered[number] = covered;
      this.flags[number] = flags;
    }
  }
}
