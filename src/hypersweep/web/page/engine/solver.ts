// Solves a view: chances, and the cell to open next.

import { oneOf, ownFault } from "./errors.ts";
import { Held, STATUS, type Grid } from "./kernel.ts";
import { checkRoom } from "./mine_counts.ts";
import { CODES, POLICIES, limitsOf, type Analysis, type Budget, type Choice, type Policy } from "./terms.ts";
import type { CellLike } from "./shape.ts";

/** Limits of an estimate: states per layer, and number of samples. */
const SAMPLE = Object.freeze({ layer: 2000, repeats: 20 });
/** With more digits than this, the number of layouts is given as a power of ten. */
const MOST_DIGITS = 15;
/** Limit on the work of multiplying the counts of two parts; beyond it the product takes too long. */
const MOST_WORK = 4_000_000;

/** A number of layouts: exact, or as a significand (at least 1, below 10) and a power of ten. */
export type LayoutCount = {exactly: bigint} | {leading: number, digits: number};

/** The solver for one grid; its only input is a view. It reuses its memory for the next position. */
export class Solver extends Held {
  constructor(public grid: Grid) {
    super(grid.kernel, grid.kernel.made(grid.kernel.call.solver_make(grid.handle), `an analysis on ${grid.shape}`));
  }

  #give(codes: Int32Array, mines: number) {
    const { cells } = this.grid.shape;
    if (!(codes instanceof Int32Array) || codes.length !== cells) {
      throw ownFault(`the codes of ${this.grid.shape}`, codes?.length);
    }
    if (codes.some((code) => code < CODES.wrongFlag || code > this.grid.shape.maxNeighbours)) {
      throw ownFault(`codes up to ${this.grid.shape.maxNeighbours}`);
    }
    checkRoom(this.grid.shape, mines, "any");
    this.kernel.give(codes);
  }

  /**
   * Throw the error for a status, unless it is `done`. If no layout fits, the error has the contradicting clues found.
   */
  #check(status: number, what: string) {
    const [states, , , component, clue] = this.kernel.results(5);
    let clues: number[] = clue >= 0 ? [clue] : [];
    if (status === STATUS.contradiction && clue < 0 && component >= 0) {
      if (this.kernel.call.solver_component(this.handle, component) === STATUS.done) {
        clues = [...this.kernel.take(Uint32Array, this.kernel.results(1)[0])];
      }
    }
    this.kernel.check(status, what, status === STATUS.contradiction ? { clues } : { states });
  }

  /**
   * The chance of a mine for every cell, given that all consistent layouts are equally likely.
   * @param codes - codes of the view
   * @param options - `estimate`: if the budget is too small, estimate the chances instead of throwing an error
   */
  analyse(codes: Int32Array, mines: number, { trustFlags = false, budget = {}, estimate = false }: {trustFlags?: boolean, budget?: Budget, estimate?: boolean} = {}): Analysis {
    this.#give(codes, mines);
    const [layer, repeats] = estimate ? [SAMPLE.layer, SAMPLE.repeats] : [0, 0];
    const status = this.kernel.call.solver_analyse(this.handle, mines, Number(trustFlags), layer, repeats, 0n, ...limitsOf(budget));
    this.#check(status, `an analysis on ${this.grid.shape}`);
    const [used, exact, components] = this.kernel.results(3);
    const { cells } = this.grid.shape;
    return {
      chances: this.kernel.take(Float64Array, cells, this.kernel.call.solver_chances(this.handle)),
      errors: exact ? null : this.kernel.take(Float64Array, cells, this.kernel.call.solver_errors(this.handle)),
      states: used,
      components,
    };
  }

  /**
   * The chances that a covered cell is safe and shows clue 0, 1, ..., based on the latest analysis, which must be
   * exact.
   * @returns one entry more than the maximum number of neighbours
   */
  clueChances(cell: CellLike, budget: Budget = {}): Float64Array {
    const status = this.kernel.call.solver_clues(this.handle, this.grid.shape.index(cell), ...limitsOf(budget));
    this.kernel.check(status, "a covered cell and an exact analysis");
    return this.kernel.take(Float64Array, this.kernel.results(1)[0]);
  }

  /** The numbers of uncertain covered cells next to clues and elsewhere, by the latest analysis. */
  doubtful(): number[] {
    this.kernel.check(this.kernel.call.solver_doubtful(this.handle), "cells in doubt after an analysis");
    return [...this.kernel.results(2)];
  }

  /**
   * The counts from which the number of layouts is computed, from the latest analysis, which must be exact; null if the
   * counts of a component don't fit into 64 bits.
   * @returns for each part its minimum number of mines and the numbers of layouts from there on; the covered cells that
   * see no clue; and the number of mines left
   */
  #tally(): {parts: {low: number, ways: bigint[]}[], unseen: number, minesLeft: number} | null {
    const parts: {low: number, ways: bigint[]}[] = [];
    for (let first = 0; ; ) {
      this.kernel.check(this.kernel.call.solver_tally(this.handle, first), "an exact analysis");
      const [next, low, count, unseen, minesLeft, components] = this.kernel.results(6);
      if (first < components && next === first) return null;
      if (count) parts.push({ low, ways: [...this.kernel.take(BigUint64Array, count)] });
      if (next >= components) return { parts, unseen, minesLeft };
      first = next;
    }
  }

  /**
   * The number of consistent layouts, by the latest analysis, which must be exact; null if counting them would take too
   * much work.
   */
  countLayouts(): LayoutCount | null {
    const tally = this.#tally();
    if (!tally) return null;
    const { parts, unseen, minesLeft } = tally;
    let low = 0;
    let ways = [1n];
    for (const part of parts) {
      if (ways.length * part.ways.length > MOST_WORK) return null;
      low += part.low;
      ways = product(ways, part.ways);
    }
    let count = 0n;
    let outside = 0n;
    // From the maximum number of mines next to clues to the minimum, so that each binomial coefficient follows from the
    // one before.
    for (let place = ways.length; place-- > 0; ) {
      const beyond = minesLeft - low - place;
      if (beyond < 0 || beyond > unseen) continue;
      outside = outside ? (outside * BigInt(unseen - beyond + 1)) / BigInt(beyond) : binomial(unseen, beyond);
      count += ways[place] * outside;
    }
    const text = String(count);
    if (text.length <= MOST_DIGITS) return { exactly: count };
    return { leading: Number(`${text[0]}.${text.slice(1, MOST_DIGITS)}`), digits: text.length - 1 };
  }

  #choice(): Choice | null {
    const [cell, certain, safety, score, wins, layouts, exact, estimated, count] = this.kernel.results(9);
    if (cell < 0) return null;
    const weighed = this.kernel.take(Float64Array, 2 * count);
    return {
      cell,
      kind: certain ? "safe" : exact ? "end-game" : "guess",
      safety,
      score,
      wins: exact ? [wins, layouts] : null,
      isExact: !estimated,
      weighed: Array.from({ length: count }, (_, place) => ({ cell: weighed[2 * place], score: weighed[2 * place + 1] })),
    };
  }

  /**
   * The cell to open next, based on the latest analysis, with the cells that were compared; null if all covered cells
   * are certain mines.
   */
  chooseNext({ policy = "look-ahead", budget = {} }: {policy?: Policy, budget?: Budget} = {}): Choice | null {
    const number = POLICIES.indexOf(oneOf(policy, POLICIES));
    this.kernel.check(this.kernel.call.solver_choose_next(this.handle, number, ...limitsOf(budget)), "a choice after an analysis");
    return this.#choice();
  }
}

/** The product of two polynomials. */
function product(one: bigint[], other: bigint[]) {
  const found = new Array(one.length + other.length - 1).fill(0n);
  for (const [place, own] of one.entries()) if (own) for (const [at, ways] of other.entries()) found[place + at] += own * ways;
  return found;
}

function binomial(n: number, k: number): bigint {
  const own = Math.min(k, n - k);
  return productOf(n - own + 1, n) / productOf(1, own);
}

/** The product of whole numbers from `first` to `last`, by halves: multiplying long numbers of one length is fast. */
function productOf(first: number, last: number): bigint {
  if (first >= last) return first === last ? BigInt(first) : 1n;
  const middle = (first + last) >> 1;
  return productOf(first, middle) * productOf(middle + 1, last);
}
