// Requests without a game: analyses, choices, reasons, searches. A worker loads this with the first such request.

import { findAdvice } from "./advice.ts";
import { Layout } from "./game.ts";
import { Grid, type Kernel } from "./kernel.ts";
import { analyse, explainEach, type View } from "./reasons.ts";
import { Generator } from "./search.ts";
import { Solver } from "./solver.ts";
import type { Analysis, Budget, SearchProgress } from "./terms.ts";

/** A position as sent by the page; `number` identifies it. */
type Position = { number: number; board: string; mines: number; codes: Int32Array; options: any };
type Analysed = { number: number; found: Analysis };

/** Maximum number of cached solvers and of generators, each for one grid. */
const MOST_KEPT = 4;

/** A small least-recently-used cache, by the text of a grid. */
class Shelf<Own extends Solver | Generator> {
  kept: Map<string, Own> = new Map();

  constructor(public make: (text: string) => Own) {
  }

  take(text: string): Own {
    const own = this.kept.get(text) ?? this.make(text);
    this.kept.delete(text);
    this.kept.set(text, own);
    if (this.kept.size > MOST_KEPT) {
      const [oldest, thing] = this.kept.entries().next().value as [string, Own];
      this.kept.delete(oldest);
      thing.grid.release();
      thing.release();
    }
    return own;
  }
}

/** Answers a worker's requests; each names a method. */
export class Thoughts {
  solvers;
  generators;
  /** For each solver, the number of the position it last analysed, and the result. */
  analysed: WeakMap<Solver, Analysed> = new WeakMap();

  /** @param between - awaited between two parts of a search */
  constructor(public kernel: Kernel, public between: (progress: SearchProgress) => Promise<void>) {
    this.solvers = new Shelf((text) => this.#onGrid(text, (grid) => new Solver(grid)));
    this.generators = new Shelf((text) => this.#onGrid(text, (grid) => new Generator(grid)));
  }

  /** Create a grid and an object for it, which keeps the grid; if that fails, release the grid. */
  #onGrid<Own>(text: string, make: (grid: Grid) => Own): Own {
    const grid = new Grid(this.kernel, text);
    try {
      return make(grid);
    } catch (error) {
      grid.release();
      throw error;
    }
  }

  /** The solver for a position, after analysing it if necessary. */
  #analysed(position: Position) {
    const { number, board, options } = position;
    const solver = this.solvers.take(board);
    if (this.analysed.get(solver)?.number !== number) {
      this.analysed.delete(solver);
      this.analysed.set(solver, { number, found: analyse(solver, viewOf(position), options.budget, options.estimate) });
    }
    return solver;
  }

  async analyse(position: Position) {
    const solver = this.#analysed(position);
    // Return copies, because sending transfers the arrays, and they may be requested again.
    const { chances, errors, ...rest } = (this.analysed.get(solver) as Analysed).found;
    return { ...rest, chances: chances.slice(), errors: errors && errors.slice() };
  }

  /**
   * For each of some cells, the steps that show that it is safe or a mine, or its chance; null stands for the simplest
   * safe cell or the best guess.
   * @param isAnalysed - whether the page has requested an analysis before, which may then be an estimate
   */
  async explain(position: Position, cells: (number | null)[], policy: any, isAnalysed: boolean) {
    const { budget } = position.options;
    const solver = isAnalysed ? this.#analysed(position) : this.solvers.take(position.board);
    const analysed = isAnalysed ? { found: (this.analysed.get(solver) as Analysed).found, budget } : null;
    if (!isAnalysed) this.analysed.delete(solver);
    return explainEach(solver, viewOf(position), cells, { policy, budget, analysed });
  }

  async advise(position: Position) {
    const solver = this.solvers.take(position.board);
    this.analysed.delete(solver);
    return findAdvice(solver, viewOf(position), position.options.budget);
  }

  clueChances(position: any, cell: number) {
    return this.#analysed(position).clueChances(cell, position.options.budget);
  }

  countLayouts(position: any) {
    return this.#analysed(position).countLayouts();
  }

  chooseNext(position: any, policy: any) {
    return this.#analysed(position).chooseNext({ policy, budget: position.options.budget });
  }

  grade(text: string, first: number | number[], budget: Budget) {
    const layout = Layout.parse(this.kernel, text);
    const generator = this.generators.take(layout.grid.shape.format());
    const own = Layout.fromBits(generator.grid, layout.bits());
    layout.grid.release();
    layout.release();
    try {
      return generator.deduce(own, first, budget);
    } finally {
      own.release();
    }
  }
}

function viewOf({ codes, mines, options }: Position): View {
  return { codes, mines, trustFlags: options.trustFlags ?? false };
}
