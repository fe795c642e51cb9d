// Advice on a view for a player who is stuck: the same decisions as hypersweep.session.hint, as plain values.
//
// The only input is a view, so a hint can't reveal anything hidden. Wrong flags come first, then certain moves, then
// the best guess with its risk. play/hints.ts makes the sentences.

import { MOST_WRONG, QUICK } from "../data/limits.ts";
import { isKind } from "./errors.ts";
import { effort, type Clue } from "./reason_rows.ts";
import { EASY, Reasoner, analyse, explainEach, withinBudget, type Analysed, type Reason, type View } from "./reasons.ts";
import { Solver } from "./solver.ts";
import { BUDGET, CODES, type Budget } from "./terms.ts";

export interface Advice {
  /** wrong flags; a certain move; the best guess; a guess without exact chances; nothing to advise */
  kind: "flags" | "safe" | "guess" | "estimate" | "none";
  /** which sentences to use */
  form: "wrong" | "crowded" | "many" | "contradiction" | "safe" | "unproved" | "guess" | "estimate" | "over" | "large";
  /** the open cells on which the advice is based */ clues: number[];
  /** the cells that it is about */ cells: number[];
  /** the reasons, in order */ steps: Reason[];
  /** a clue with too many flags around it */ clue: Clue | null;
  /** number of flags around that clue */ flags: number;
  /** whether the proof that the flags are wrong needs the number of mines */ minesAtFault: boolean;
  /** whether the guessed cell has a flag */ isFlagged: boolean;
}

function advice(parts: Partial<Advice> & Pick<Advice, "kind" | "form">): Advice {
  return { clues: [], cells: [], steps: [], clue: null, flags: 0, minesAtFault: false, isFlagged: false, ...parts };
}

/**
 * The advice for a player with this view.
 * @param solver - for the view's grid
 * @param view - of a running game
 * @param budget - for each step
 */
export function findAdvice(solver: Solver, view: View, budget: Budget): Advice {
  const seeker = new Seeker(solver, view, budget);
  try {
    return seeker.findWrongFlags() ?? seeker.findMove();
  } catch (error) {
    if (!isKind(error, "BudgetExceededError", "BoardTooLargeError")) throw error;
    return advice({ kind: "none", form: "large" });
  }
}

class Seeker {
  budget;
  flags: number[];
  /** The analysis of the view, shared by all questions about it. */
  #analysed: Analysed | null = null;

  constructor(public solver: Solver, public view: View, budget: Budget) {
    this.budget = { ...BUDGET, ...budget };
    this.flags = [];
    view.codes.forEach((code, index) => code === CODES.flagged && this.flags.push(index));
  }

  findWrongFlags(): Advice | null {
    if (!this.flags.length) return null;
    const { isSafe, wrong } = this.#easyConclusions();
    const flags = new Set(this.flags);
    if (wrong.length) return this.#wrongFlag(easiest(wrong), flags);
    const { states, bytes, asks } = this.budget;
    const quick = { states: Math.min(states, QUICK.states), bytes: Math.min(bytes, QUICK.bytes), asks };
    const found = withinBudget(() => this.#refuteFlags(flags, quick));
    if (found !== undefined) return found;
    const crowded = this.#crowded();
    // If a safe cell is obvious, look no further for wrong flags.
    if (crowded || isSafe) return crowded;
    return withinBudget(() => this.#refuteFlags(flags, this.budget)) ?? null;
  }

  /**
   * Whether single clues and pairs of clues show a safe cell, and their proofs that flags are wrong; needs no analysis.
   */
  #easyConclusions() {
    const { codes } = this.view;
    const reasoner = new Reasoner(this.solver.grid);
    try {
      reasoner.begin(this.view);
      reasoner.goOn(EASY, this.budget);
      const settled = new Set(this.flags.map((flag) => reasoner.reasonOf(flag)).filter((number) => number >= 0));
      const wrong = [...settled].sort((one, other) => one - other).filter((number) => reasoner.reason(number, codes).conclusion === "safe");
      return { isSafe: reasoner.firstSafe >= 0, wrong: wrong.map((number) => reasoner.steps(number, codes)) };
    } finally {
      reasoner.release();
    }
  }

  /** The flags that all clues together prove wrong. */
  #refuteFlags(flags: Set<number>, budget: Budget): Advice | null {
    this.#analysed ??= { found: analyse(this.solver, this.view, budget, false), budget };
    const { chances } = this.#analysed.found;
    const wrong = this.flags.filter((cell) => chances[cell] === 0);
    if (wrong.length) {
      const asked = wrong.slice(0, MOST_WRONG);
      const found = explainEach(this.solver, this.view, asked, { budget, analysed: this.#analysed });
      const proved = found.filter((steps) => steps[steps.length - 1].conclusion === "safe");
      if (!proved.length) return advice({ kind: "flags", form: "unproved", cells: [wrong[0]] });
      return this.#wrongFlag(easiest(proved), new Set(wrong));
    }
    // A separate solver, because the analysis in the main one is needed later.
    const other = new Solver(this.solver.grid);
    try {
      analyse(other, { ...this.view, trustFlags: true }, budget, false);
    } catch (error) {
      if (!isKind(error, "InconsistentViewError")) throw error;
      const { clues, minesAtFault } = error.detail as {clues: number[], minesAtFault: boolean};
      return this.#crowded() ?? this.#contradiction(clues, minesAtFault);
    } finally {
      other.release();
    }
    return null;
  }

  #wrongFlag(steps: Reason[], flags: Set<number>): Advice {
    const needed = this.#needed(steps);
    const cells = steps[steps.length - 1].cells.filter((cell) => flags.has(cell));
    return advice({ kind: "flags", form: "wrong", clues: cluesOf(needed), cells, steps: needed });
  }

  /** Advice on a clue with too many flags around it, or on more flags than mines. */
  #crowded(): Advice | null {
    const { codes, mines } = this.view;
    const seen: Map<number, number[]> = new Map();
    for (const flag of this.flags) {
      for (const clue of this.solver.grid.neighbours(flag)) {
        if (codes[clue] < 0) continue;
        const around = seen.get(clue);
        if (around) around.push(flag);
        else seen.set(clue, [flag]);
      }
    }
    let best = -1;
    let fewest = Infinity;
    for (const [clue, around] of seen) {
      if (around.length <= codes[clue] || around.length > fewest || (around.length === fewest && clue > best)) continue;
      [best, fewest] = [clue, around.length];
    }
    if (best >= 0) {
      return advice({ kind: "flags", form: "crowded", clues: [best], cells: seen.get(best), clue: [codes[best], best] });
    }
    return this.flags.length > mines ? advice({ kind: "flags", form: "many", flags: this.flags.length }) : null;
  }

  /** Advice on flags that no single clue refutes, but several clues together do, perhaps with the number of mines. */
  #contradiction(clues: number[], minesAtFault: boolean) {
    const beside = new Set(clues.flatMap((clue) => [...this.solver.grid.neighbours(clue)]));
    // If the number of mines is involved, so is every flag.
    const cells = this.flags.filter((cell) => minesAtFault || beside.has(cell));
    return advice({ kind: "flags", form: "contradiction", clues, cells, minesAtFault });
  }

  findMove(): Advice {
    const { codes } = this.view;
    const [steps] = explainEach(this.solver, this.view, [null], { budget: this.budget, analysed: this.#analysed });
    const last = steps[steps.length - 1];
    if (!last) return advice({ kind: "none", form: "over" });
    const { grounds, cells } = last;
    if (grounds.kind === "guess") {
      if (grounds.chance === 0) return advice({ kind: "safe", form: "unproved", cells: cells.slice(0, 1) });
      const isFlagged = codes[cells[0]] === CODES.flagged;
      if (grounds.error !== null) return advice({ kind: "estimate", form: "estimate", cells, steps, isFlagged });
      return advice({ kind: "guess", form: "guess", clues: last.clues, cells, steps, isFlagged });
    }
    const wrong = cells.filter((cell) => codes[cell] === CODES.flagged);
    // The quick search for wrong flags ran out of its budget, but this one found some.
    if (wrong.length) return this.#wrongFlag(steps, new Set(wrong));
    const needed = this.#needed(steps);
    return advice({ kind: "safe", form: "safe", clues: cluesOf(needed), cells, steps: needed });
  }

  /** The steps needed for the last one, without those that only prove mines that the player has already flagged. */
  #needed(steps: Reason[]) {
    const { codes } = this.view;
    const needed = new Set([steps.length - 1]);
    // Go backwards, because later steps depend on earlier ones.
    for (let place = steps.length; place-- > 0; ) {
      if (!needed.has(place)) continue;
      for (const other of steps[place].because) {
        const { conclusion, cells } = steps[other];
        if (conclusion !== "mine" || cells.some((cell) => codes[cell] !== CODES.flagged)) needed.add(other);
      }
    }
    return steps.filter((_, place) => needed.has(place)).map((step) => ({ ...step, because: [] }));
  }
}

/** The proof whose hardest step is easiest; among equals, the shortest. */
function easiest(proofs: Reason[][]) {
  return proofs.reduce((best, steps) => (effort(steps) < effort(best) ? steps : best));
}

function cluesOf(steps: Reason[]) {
  return [...new Set(steps.flatMap(({ clues }) => clues))].sort((one, other) => one - other);
}
