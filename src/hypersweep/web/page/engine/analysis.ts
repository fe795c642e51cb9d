// The analysis of a position, as returned by the worker.

import { CODES, type Analysis as AnalysisType, type Choice, type Policy } from "./terms.ts";
import type { Lane, RequestOptions } from "./worker_queue.ts";
import type { Reason } from "./reasons.ts";
import type { CellLike, Shape } from "./shape.ts";
import type { LayoutCount } from "./solver.ts";

/**
 * The result of an analysis. Further questions reuse the worker's analysis, unless another position was analysed in
 * between.
 */
export class Analysis {
  /** The chance of a mine for every cell; 0 for open and safe cells. */
  chances;
  /** Standard errors if the chances are estimates, otherwise null. */
  errors;
  #lane: Lane;
  #position: any;

  constructor(lane: Lane, public board: Shape, position: any, data: AnalysisType) {
    this.#lane = lane;
    this.#position = position;
    this.chances = data.chances;
    this.errors = data.errors;
  }

  get isExact() {
    return this.errors === null;
  }

  /**
   * The covered cells with exactly that chance of a mine: 0 for certainly safe cells, 1 for certain mines.
   * @returns their indices, ascending
   */
  certain(chance: 0 | 1): number[] {
    const { codes, options } = this.#position;
    const found: number[] = [];
    this.chances.forEach((own, index) => {
      const isCovered = codes[index] === CODES.covered || (codes[index] === CODES.flagged && !options.trustFlags);
      if (own === chance && isCovered) found.push(index);
    });
    return found;
  }

  /** The chances that a covered cell is safe and shows clue 0, 1, ...; the analysis must be exact. */
  async clueChances(cell: CellLike, options?: RequestOptions): Promise<Float64Array> {
    return this.#lane.request("clueChances", [this.#position, this.board.index(cell)], options);
  }

  /**
   * The number of consistent layouts, exact below 10^15; null if counting them would take too much work. The analysis
   * must be exact.
   */
  async countLayouts(options?: RequestOptions): Promise<LayoutCount | null> {
    return this.#lane.request("countLayouts", [this.#position], options);
  }

  /** The cell to open next, and the cells it was compared with; null if all covered cells are certain mines. */
  async choose(policy: Policy = "look-ahead", options?: RequestOptions): Promise<Choice | null> {
    return this.#lane.request("chooseNext", [this.#position, policy], options);
  }

  /** Like `Engine.explain`, for each of several cells. */
  async explain(cells: readonly (CellLike | null)[] = [null], { signal, policy = "look-ahead" }: {policy?: Policy} & RequestOptions = {}): Promise<Reason[][]> {
    const indices = cells.map((cell) => (cell === null ? null : this.board.index(cell)));
    return this.#lane.request("explain", [this.#position, indices, policy, true], { signal });
  }
}
