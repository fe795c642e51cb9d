// @ts-check
// Advice on a view for a player who is stuck: the same decisions as hypersweep.session.hint, as plain values.
//
// The only input is a view, so a hint can't reveal anything hidden. Wrong flags come first, then certain moves, then
// the best guess with its risk. play/hints.js makes the sentences.

import { HypersweepError } from "./errors.js";
import { RULES } from "./reason_rows.js";
import { EASY, Reasoner, analyse, explainEach } from "./reasons.js";
import { Solver } from "./solver.js";
import { BUDGET, CODES } from "./terms.js";

/** @typedef {import("./terms.js").Budget} Budget */
/** @typedef {import("./reasons.js").Analysed} Analysed */
/** @typedef {import("./reasons.js").Reason} Reason */
/** @typedef {import("./reasons.js").View} View */
/** @typedef {import("./reason_rows.js").Clue} Clue */

/**
 * The advice on a position.
 * @typedef {object} Advice
 * @property {"flags" | "safe" | "guess" | "estimate" | "none"} kind - wrong flags; a certain move; the best guess; a
 * guess without exact chances; nothing to advise
 * @property {"wrong" | "crowded" | "many" | "contradiction" | "safe" | "unproved" | "guess" | "estimate" | "over" |
 * "large"} form - which sentences to use
 * @property {number[]} clues - the open cells on which the advice is based
 * @property {number[]} cells - the cells that it is about
 * @property {Reason[]} steps - the reasons, in order
 * @property {Clue | null} clue - a clue with too many flags around it
 * @property {number} flags - number of flags around that clue
 * @property {boolean} minesAtFault - whether only the number of mines proves the flags wrong
 * @property {boolean} isFlagged - whether the guessed cell has a flag
 */

/** Maximum number of wrong flags that are explained to find the easiest explanation. */
const MOST_WRONG = 4;
/** Budget for finding wrong flags before easy moves are reported. */
const QUICK = { states: 1 << 12, bytes: 1 << 24 };

/** @param {Partial<Advice> & Pick<Advice, "kind" | "form">} parts @returns {Advice} */
function advice(parts) {
  return { clues: [], cells: [], steps: [], clue: null, flags: 0, minesAtFault: false, isFlagged: false, ...parts };
}

/**
 * The advice for a player with this view.
 * @param {Solver} solver - for the view's grid
 * @param {View} view - of a running game
 * @param {Budget} budget - for each step
 * @returns {Advice}
 */
export function findAdvice(solver, view, budget) {
  const seeker = new Seeker(solver, view, budget);
  try {
    return seeker.findWrongFlags() ?? seeker.findMove();
  } catch (error) {
    if (!isTooMuch(error) && !(error instanceof HypersweepError && error.kind === "BoardTooLargeError")) throw error;
    return advice({ kind: "none", form: "large" });
  }
}

/** @param {unknown} error */
function isTooMuch(error) {
  return error instanceof HypersweepError && error.kind === "BudgetExceededError";
}

class Seeker {
  /** The analysis of the view, shared by all questions about it. @type {Analysed | null} */
  #analysed = null;

  /** @param {Solver} solver @param {View} view @param {Budget} budget */
  constructor(solver, view, budget) {
    this.solver = solver;
    this.view = view;
    this.budget = { ...BUDGET, ...budget };
    /** @type {number[]} */
    this.flags = [];
    view.codes.forEach((code, index) => code === CODES.flagged && this.flags.push(index));
  }

  /** The wrong flags, if the clues prove any wrong. @returns {Advice | null} */
  findWrongFlags() {
    if (!this.flags.length) return null;
    const { isSafe, wrong } = this.#easyConclusions();
    const flags = new Set(this.flags);
    if (wrong.length) return this.#wrongFlag(easiest(wrong), flags);
    const { states, bytes, asks } = this.budget;
    try {
      return this.#refuteFlags(flags, { states: Math.min(states, QUICK.states), bytes: Math.min(bytes, QUICK.bytes), asks });
    } catch (error) {
      if (!isTooMuch(error)) throw error;
      const crowded = this.#crowded();
      // If a safe cell is obvious, look no further for wrong flags.
      if (crowded || isSafe) return crowded;
    }
    try {
      return this.#refuteFlags(flags, this.budget);
    } catch (error) {
      if (!isTooMuch(error)) throw error;
      return null;
    }
  }

  /** Whether single clues and pairs of clues show a safe cell, and why they prove flags wrong; needs no analysis. */
  #easyConclusions() {
    const { codes } = this.view;
    const reasoner = new Reasoner(this.solver.grid);
    try {
      reasoner.begin(this.view);
      reasoner.goOn(this.view, EASY, this.budget);
      const settled = new Set(this.flags.map((flag) => reasoner.reasonOf(flag)).filter((number) => number >= 0));
      const wrong = [...settled].sort((one, other) => one - other).filter((number) => reasoner.reason(number, codes).conclusion === "safe");
      return { isSafe: reasoner.firstSafe >= 0, wrong: wrong.map((number) => reasoner.steps(number, codes)) };
    } finally {
      reasoner.release();
    }
  }

  /** The flags that all clues together prove wrong. @param {Set<number>} flags @param {Budget} budget @returns {Advice | null} */
  #refuteFlags(flags, budget) {
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
      if (!(error instanceof HypersweepError) || error.kind !== "InconsistentViewError") throw error;
      const { clues, minesAtFault } = /** @type {{clues: number[], minesAtFault: boolean}} */ (error.detail);
      return this.#crowded() ?? this.#contradiction(clues, minesAtFault);
    } finally {
      other.release();
    }
    return null;
  }

  /** @param {Reason[]} steps @param {Set<number>} flags @returns {Advice} */
  #wrongFlag(steps, flags) {
    const told = this.#needed(steps);
    const cells = steps[steps.length - 1].cells.filter((cell) => flags.has(cell));
    return advice({ kind: "flags", form: "wrong", clues: cluesOf(told), cells, steps: told });
  }

  /** Advice on a clue with too many flags around it, or on more flags than mines. @returns {Advice | null} */
  #crowded() {
    const { codes, mines } = this.view;
    /** @type {Map<number, number[]>} */
    const seen = new Map();
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

  /**
   * Advice on flags that no single clue refutes, but several clues together do, or clues with the number of mines.
   * @param {number[]} clues
   * @param {boolean} minesAtFault
   */
  #contradiction(clues, minesAtFault) {
    const beside = new Set(clues.flatMap((clue) => [...this.solver.grid.neighbours(clue)]));
    // If the number of mines is involved, so is every flag.
    const cells = this.flags.filter((cell) => minesAtFault || beside.has(cell));
    return advice({ kind: "flags", form: "contradiction", clues, cells, minesAtFault });
  }

  /** @returns {Advice} */
  findMove() {
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
    const told = this.#needed(steps);
    return advice({ kind: "safe", form: "safe", clues: cluesOf(told), cells, steps: told });
  }

  /**
   * The steps needed for the last one, without those that only prove mines that the player has already flagged.
   * @param {Reason[]} steps
   */
  #needed(steps) {
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

/** The proof whose hardest step is easiest; among equals, the one with the fewest such steps. @param {Reason[][]} proofs */
function easiest(proofs) {
  const effort = (/** @type {Reason[]} */ steps) => Math.max(...steps.map(({ rule }) => RULES.indexOf(rule))) * 2 ** 32 + steps.length;
  return proofs.reduce((best, steps) => (effort(steps) < effort(best) ? steps : best));
}

/** @param {Reason[]} steps */
function cluesOf(steps) {
  return [...new Set(steps.flatMap(({ clues }) => clues))].sort((one, other) => one - other);
}
