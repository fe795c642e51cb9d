// Why cells are safe or mines, using rules from single clues to the number of mines; and why a guess is best. Like
// Python's `explain`.
//
// The worker loads this on demand. Cells are indices; play/reasons.ts makes the sentences.

import { HypersweepError, isKind, oneOf, ownFault } from "./errors.ts";
import { Held, STATUS, type Grid } from "./kernel.ts";
import { readRow, type Grounds, type GuessGrounds } from "./reason_rows.ts";
import { CODES, POLICIES, limitsOf, type Analysis, type Budget, type Choice, type Policy } from "./terms.ts";
import type { Solver } from "./solver.ts";

/** Why some cells are safe or mines, or why one of them is the best guess. */
export interface Reason {
  /** from easy to hard */ rule: "clue" | "pair" | "set" | "count" | "guess";
  conclusion: "safe" | "mine" | "guess";
  /** the cells it is about, ascending */ cells: number[];
  /** the cells of the clues it uses */ clues: number[];
  /** indices, in the same list, of the reasons it depends on */ because: number[];
  /** data for its sentence */ grounds: Grounds;
}

export type View = { codes: Int32Array; mines: number; trustFlags: boolean };
/** The result of an analysis, and its budget. */
export type Analysed = { found: Analysis; budget: Budget };

/** Bits for the ways to draw conclusions, as in native/solve/reasons/request.hpp. */
const WAYS = { clue: 1, pair: 2, sum: 4, line: 8, shares: 16, few: 32, mines: 64, longLine: 128, all: 256 };
/** Only single clues and pairs of clues. */
export const EASY = WAYS.clue | WAYS.pair;
/** All ways that don't need counting. */
const UNCOUNTED = EASY | WAYS.sum | WAYS.line | WAYS.shares;
/** Searches that a time limit may cut short. */
const LONG = WAYS.few | WAYS.mines;
const EVERY_STEP = 2 ** 32 - 1;

/** Chances that differ by less than this are equal. */
const SAME = 1e-11;

/** The ways to draw conclusions once a view has been analysed. */
function waysWith(analysis: Analysis) {
  return UNCOUNTED | (analysis.errors ? WAYS.longLine : LONG) | WAYS.all;
}

/** Draws conclusions from views of one grid. */
export class Reasoner extends Held {
  count = 0;
  firstSafe = -1;

  constructor(public grid: Grid) {
    super(grid.kernel, grid.kernel.made(grid.kernel.call.reasoner_make(grid.handle), `an explanation on ${grid.shape}`));
  }

  begin({ codes, mines, trustFlags }: View) {
    this.kernel.give(codes);
    this.count = 0;
    this.firstSafe = -1;
    const status = this.kernel.call.reasoner_begin(this.handle, mines, Number(trustFlags));
    this.kernel.check(status, `reasons on ${this.grid.shape}`);
  }

  /**
   * Draw conclusions until the goal is reached. Returns: whether it was.
   * @param ways - the allowed ways; each is tried only if no easier one gives a result
   * @param budget - for each step
   * @param solver - a solver that has analysed the view, for ways that count layouts
   * @param asked - the goal: covered cells to settle, or any safe cell; without a goal, all conclusions are drawn
   */
  goOn(ways: number, budget: Budget, solver: Solver | null = null, { wanted = [], anySafe = false }: {wanted?: readonly number[], anySafe?: boolean} = {}) {
    const asks = ways & LONG ? (budget.asks ?? 0) : 0;
    const draw = (own: number, ownAsks: number) => {
      this.kernel.give(Uint32Array.from(wanted));
      // Searches get a budget for each step; ways that count nothing need no limit.
      const steps = asks ? 1 : EVERY_STEP;
      const values = [own, solver?.handle ?? 0, wanted.length, Number(anySafe), steps, ...limitsOf({ ...budget, asks: ownAsks })];
      const status = this.kernel.call.reasoner_go_on(this.handle, ...values);
      const [count, firstSafe, isEnough, isStuck] = this.kernel.results(4);
      this.count = count;
      this.firstSafe = firstSafe;
      if (status === STATUS.contradiction) throw this.blame(budget);
      if (status !== STATUS.stopped) this.kernel.check(status, `reasons on ${this.grid.shape}`);
      return { isLate: status === STATUS.stopped, isEnough: isEnough === 1, isStuck: isStuck === 1 };
    };
    for (;;) {
      let drawn = draw(ways, asks);
      if (drawn.isLate) drawn = draw(ways & ~LONG, 0);
      if (drawn.isEnough || drawn.isStuck) return drawn.isEnough;
    }
  }

  /**
   * The number of the reason that settles a cell, or if `cell` is null, of a reason for some safe cell; negative if
   * there is none.
   */
  reasonOf(cell: number | null) {
    if (cell === null) return this.firstSafe;
    this.kernel.check(this.kernel.call.reasoner_reason_of(this.handle, cell), "the reason for a cell");
    return this.kernel.results(1)[0];
  }

  /** Read a reason from the module; its `because` contains numbers of reasons. */
  reason(number: number, codes: Int32Array): Reason {
    this.kernel.check(this.kernel.call.reasoner_row(this.handle, number), "a reason");
    return readRow(this.kernel.take(Int32Array, this.kernel.results(1)[0]), codes);
  }

  /** A reason, preceded by all the reasons it depends on, in topological order. */
  steps(number: number, codes: Int32Array): Reason[] {
    const read: Map<number, Reason> = new Map();
    /** The position of each reason in the list, by its number. */
    const places: Map<number, number> = new Map();
    const stack: [number, boolean][] = [[number, false]];
    while (stack.length) {
      const [own, isDone] = stack.pop() as [number, boolean];
      if (places.has(own)) continue;
      if (isDone) {
        places.set(own, places.size);
        continue;
      }
      const reason = read.get(own) ?? this.reason(own, codes);
      read.set(own, reason);
      stack.push([own, true]);
      for (let i = reason.because.length; i-- > 0; ) stack.push([reason.because[i], false]);
    }
    return [...places.keys()].map((own) => {
      const reason = read.get(own) as Reason;
      return { ...reason, because: reason.because.map((other) => places.get(other) as number) };
    });
  }

  /**
   * The error for a view known to be contradictory, naming a few clues that contradict each other.
   * @param start - the cell from which to look for them, unless conclusions led to the contradiction
   */
  blame(budget: Budget, start = 0) {
    this.kernel.check(this.kernel.call.reasoner_blame(this.handle, start, ...limitsOf(budget)), "the clues to blame");
    const [count, minesAtFault] = this.kernel.results(2);
    const clues = [...this.kernel.take(Uint32Array, count)];
    return new HypersweepError("InconsistentViewError", { what: "contradiction", clues, minesAtFault: minesAtFault === 1 });
  }
}

/**
 * For each of some covered cells, the steps that show that it is safe or a mine, or its chance. null stands for the
 * simplest safe cell, or the best guess if no cell is certainly safe; it has no steps if all covered cells are mines.
 * @param solver - for the view's grid; its latest analysis must be `analysed`, if that is given
 */
export function explainEach(solver: Solver, view: View, cells: readonly (number | null)[], { policy = "look-ahead", budget = {}, analysed = null }: {policy?: Policy, budget?: Budget, analysed?: Analysed | null} = {}): Reason[][] {
  const { codes, trustFlags } = view;
  oneOf(policy, POLICIES);
  for (const cell of cells) {
    const code = cell === null ? CODES.covered : codes[solver.grid.shape.index(cell)];
    if (code !== CODES.covered && (code !== CODES.flagged || trustFlags)) {
      throw ownFault("a covered cell", cell, "CellError");
    }
  }
  const wanted = [...new Set(cells)].filter((cell) => cell !== null).sort((one, other) => one - other);
  const asked = { wanted, anySafe: cells.includes(null) };
  const reasoner = new Reasoner(solver.grid);
  try {
    reasoner.begin(view);
    let known = analysed;
    if (cells.length && !reasoner.goOn(UNCOUNTED, budget, null, asked)) {
      known ??= { found: analyse(solver, view, budget, true), budget };
      reasoner.goOn(waysWith(known.found), budget, solver, asked);
    }
    let best: {choice: Choice | null, cell: number | null} | null = null;
    return cells.map((cell) => {
      const number = reasoner.reasonOf(cell);
      if (number >= 0) return reasoner.steps(number, codes);
      const own = known as Analysed;
      best ??= findBest(solver, view, own, policy, budget);
      const guess = cell ?? best.cell;
      return guess === null ? [] : [explainGuess(solver, view, own, best.choice, policy, guess)];
    });
  } finally {
    reasoner.release();
  }
}

/** Analyse a view. If no layout fits, the error names as few clues as can be found. */
export function analyse(solver: Solver, view: View, budget: Budget, estimate: boolean): Analysis {
  const { codes, mines, trustFlags } = view;
  try {
    return solver.analyse(codes, mines, { trustFlags, budget, estimate });
  } catch (error) {
    if (!isKind(error, "InconsistentViewError")) throw error;
    const reasoner = new Reasoner(solver.grid);
    try {
      reasoner.begin(view);
      const [clue] = error.detail.clues as number[];
      throw reasoner.blame(budget, clue ?? Math.max(0, codes.findIndex((code) => code >= 0)));
    } finally {
      reasoner.release();
    }
  }
}

/** The covered cells with the lowest chance of a mine, ascending. */
function safestCells({ codes }: View, chances: Float64Array) {
  let least = Infinity;
  const isOpenTo = (index: number) => codes[index] === CODES.covered || codes[index] === CODES.flagged;
  chances.forEach((chance, index) => {
    if (chance < least && isOpenTo(index)) least = chance;
  });
  const safest: number[] = [];
  chances.forEach((chance, index) => {
    if (chance <= least + SAME && isOpenTo(index)) safest.push(index);
  });
  return safest;
}

/** The result of some work; undefined if it exceeds its budget. */
export function withinBudget<Found>(work: () => Found): Found | undefined {
  try {
    return work();
  } catch (error) {
    if (!isKind(error, "BudgetExceededError")) throw error;
    return undefined;
  }
}

/** The policy's choice if available, otherwise the safest cell; null if all are mines. */
function findBest(solver: Solver, view: View, { found }: Analysed, policy: Policy, budget: Budget): {choice: Choice | null, cell: number | null} {
  if (!found.errors) {
    const choice = withinBudget(() => solver.chooseNext({ policy, budget }));
    if (choice !== undefined) return { choice, cell: choice && choice.cell };
  }
  // If nothing better can be computed, take the safest cell, preferably without a flag.
  const safest = safestCells(view, found.chances);
  const cell = safest.find((index) => view.codes[index] !== CODES.flagged) ?? safest[0] ?? null;
  return { choice: null, cell: cell === null || found.chances[cell] === 1 ? null : cell };
}

function explainGuess(solver: Solver, view: View, { found, budget }: Analysed, choice: Choice | null, policy: Policy, cell: number): Reason {
  const { chances, errors } = found;
  const safest = safestCells(view, chances);
  const clues = [...solver.grid.neighbours(cell)].filter((other) => view.codes[other] >= 0);
  // Leave out the chance of an opening if it exceeds the budget: the chance of a mine is known anyway.
  const opening = errors ? 0 : (withinBudget(() => solver.clueChances(cell, budget)[0]) ?? 0);
  const [beside, elsewhere] = solver.doubtful();
  const grounds: GuessGrounds = {
    kind: "guess",
    chance: chances[cell],
    choice: choice && { cell: choice.cell, kind: choice.kind, policy, wins: choice.wins },
    safest: safest.includes(cell) ? cell : safest[0],
    least: chances[safest[0]],
    equals: safest.length - 1,
    opening,
    isSeen: clues.length > 0,
    beside,
    elsewhere,
    error: errors && errors[cell],
  };
  return { rule: "guess", conclusion: "guess", cells: [cell], clues, because: [], grounds };
}
