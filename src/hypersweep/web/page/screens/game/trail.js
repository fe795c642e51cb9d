// @ts-check
// The way through the cells that a hint marks: first those that it is about, then the clues that it rests on.

export class HintTrail {
  #place = -1;

  /** @param {readonly number[]} cells - its subject @param {readonly number[]} clues - its reasons */
  constructor(cells, clues) {
    this.cells = [...cells, ...clues];
    this.about = (cells.length ? cells : clues).length;
  }

  /**
   * The next cell; -1 if the hint has none. A cursor off the trail starts at a cell of the hint's subject.
   * @param {number} cursor
   * @param {number} step - 1 to go on, -1 to go back
   */
  go(cursor, step) {
    const { cells } = this;
    if (!cells.length) return -1;
    let place = this.#place;
    let isThere = true;
    if (place < 0 || cells[place] !== cursor) {
      place = step > 0 ? 0 : this.about - 1;
      isThere = cells[place] === cursor;
    }
    this.#place = (place + (isThere ? step : 0) + cells.length) % cells.length;
    return cells[this.#place];
  }
}
