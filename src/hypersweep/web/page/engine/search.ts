// Boards that need no guess: how far deduction solves a layout, and the search for one that it solves completely.

import { EFFORT, GENERATOR_BUDGET } from "../data/limits.ts";
import { HypersweepError, ownFault, wholeNumber } from "./errors.ts";
import { Layout } from "./game.ts";
import { Held, type Grid } from "./kernel.ts";
import { checkRoom } from "./mine_counts.ts";
import { FIRST_OPENS, GRADES, type Grade } from "./rules.ts";
import { limitsOf, readSeed, type Budget, type SearchProgress, type SearchRequest } from "./terms.ts";
import type { CellLike } from "./shape.ts";

const HARDEST = GRADES.length - 1;
/** Milliseconds between two progress reports of a search. */
const PART = 25;
/** Work before the first report, and minimum work between two reports. */
const FIRST_WORK = 200_000;
const LEAST_WORK = 20_000;
const MOST_WORK = 1 << 30;

/** Solves layouts of one grid by deduction. */
export class Generator extends Held {
  constructor(public grid: Grid) {
    super(grid.kernel, grid.kernel.made(grid.kernel.call.generator_make(grid.handle), `playing ${grid.shape} by deduction`));
  }

  /**
   * How far deduction alone solves a board, and the hardest step needed.
   * @param first - the cell to open first, which must not be a mine
   * @returns `grade` is null if a guess is needed
   */
  deduce(layout: Layout, first: CellLike, budget: Budget = {}): {grade: Grade | null, opened: number} {
    const index = this.grid.shape.index(first);
    if (layout.isMine(index)) {
      const cell = this.grid.shape.cell(index);
      throw new HypersweepError("CellError", { what: "first_is_mine", cell });
    }
    const status = this.kernel.call.generator_deduce(this.handle, layout.handle, index, HARDEST, ...limitsOf(budget));
    this.kernel.check(status, `playing ${this.grid.shape} by deduction`);
    const [finished, effort, opened] = this.kernel.results(3);
    return { grade: finished ? GRADES[effort] : null, opened };
  }
}

/**
 * A search for a board that needs no guess, done in parts; finds the same boards as Python's `no_guess`, within the
 * same limits (`EFFORT` in hypersweep.generate.search explains them). The size of the parts doesn't change the result.
 */
export class Search extends Held {
  mines;
  #tried = 0;
  #mostOpened = 0;

  constructor(public grid: Grid, request: SearchRequest) {
    const { grade = null, exactly = false, firstOpen = "opening" } = request;
    const { kernel, shape } = grid;
    const wanted = grade === null ? HARDEST : GRADES.indexOf(grade);
    const first = shape.index(request.first);
    const kept = firstOpen === "safe" ? 1 : grid.neighbours(first).length + 1;
    checkRoom(shape, request.mines, firstOpen, kept);
    if (exactly && wanted && (!request.mines || request.mines === shape.cells - kept)) {
      throw ownFault("a board that may need the grade", grade);
    }
    const { tries, uniform, uniformWork, changes, work } = EFFORT;
    const handle = kernel.call.search_make(
      grid.handle,
      request.mines,
      readSeed(request.seed),
      first,
      FIRST_OPENS.indexOf(firstOpen),
      wanted,
      Number(exactly),
      BigInt(tries),
      BigInt(uniform),
      BigInt(uniformWork),
      changes,
      BigInt(work),
    );
    super(kernel, kernel.made(handle, `a search on ${shape}`));
    this.mines = request.mines;
  }

  get progress(): SearchProgress {
    const safeCells = this.grid.shape.cells - this.mines;
    return { tried: this.#tried, tries: EFFORT.tries, mostOpened: this.#mostOpened, safeCells };
  }

  /**
   * Continue the search for an amount of work.
   * @param part - in cells visited; a device manages ten to a hundred million a second
   * @returns the result; null if the search isn't finished
   */
  goOn(part: number): Layout | null {
    const { kernel, grid, handle } = this;
    const { states, bytes } = GENERATOR_BUDGET;
    kernel.check(kernel.call.search_go_on(handle, wholeNumber(part, 1, 2 ** 32), states, bytes), `a board of ${grid.shape}`);
    const [found, mayGoOn, , tried, tooLarge, mostOpened, , , isExhausted] = kernel.results(9);
    this.#tried = tried;
    this.#mostOpened = mostOpened;
    if (found) return new Layout(grid, found);
    if (mayGoOn) return null;
    throw new HypersweepError(
      "GenerationError",
      { what: "no_board", board: String(grid.shape), mines: this.mines, tried, mostOpened, tooLarge, isExhausted: isExhausted !== 0 },
    );
  }
}

/**
 * Run a search to its end, in parts.
 * @param between - awaited between parts; if it rejects, the search ends
 */
export async function findLayout(grid: Grid, request: SearchRequest, between: (progress: SearchProgress) => Promise<void>): Promise<Layout> {
  const search = new Search(grid, request);
  let part = FIRST_WORK;
  try {
    for (;;) {
      const begin = performance.now();
      const layout = search.goOn(part);
      if (layout) return layout;
      const spent = Math.max(performance.now() - begin, 0.01);
      part = Math.max(LEAST_WORK, Math.min(2 * part, MOST_WORK, Math.floor((part * PART) / spent)));
      await between(search.progress);
    }
  } finally {
    search.release();
  }
}
