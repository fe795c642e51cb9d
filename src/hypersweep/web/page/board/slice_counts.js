// @ts-check
// The remaining work in each slice of a board with five or more dimensions: Python's ui_model/cursor.py.

import { CODES } from "../engine/terms.js";
import { shownCode } from "./looks.js";

/** Maximum number of cells: counting larger boards would take longer than a frame. */
const MOST_COUNTED = 1 << 21;

/**
 * The number of covered cells and of flags in each slice. A slice contains the cells along axes 0 to 3; slices are
 * numbered in the order of their coordinates on the axes beyond.
 */
export class SliceCounts {
  /** @param {import("../engine/shape.js").Shape} shape */
  constructor(shape) {
    this.slices = shape.sides.slice(4).reduce((product, side) => product * side, 1);
    this.cells = shape.cells / this.slices;
    /** For each slice the covered cells without a flag; null if the board is too large. */
    this.covered = shape.cells <= MOST_COUNTED ? new Uint32Array(this.slices) : null;
    this.flags = new Uint32Array(this.covered ? this.slices : 0);
  }

  /**
   * Count again.
   * @param {{codes: Int16Array, outcome?: string}} seen
   * @param {ArrayLike<number> | null} changed - cells that changed, or null for any
   */
  update(seen, changed = null) {
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
