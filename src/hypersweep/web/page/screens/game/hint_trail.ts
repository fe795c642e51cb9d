// The cells of a hint in the order in which keys visit them: first those it is about, then the clues behind it.

export class HintTrail {
  cells;
  about;
  #place = -1;

  /**
   * @param cells - the cells that the hint is about
   * @param clues - the clues behind it
   */
  constructor(cells: readonly number[], clues: readonly number[]) {
    this.cells = [...cells, ...clues];
    this.about = (cells.length ? cells : clues).length;
  }

  /**
   * The next cell; -1 if the hint has none. If the cursor is elsewhere, this is the first cell.
   * @param step - 1 for the next, -1 for the previous one
   */
  go(cursor: number, step: number) {
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
