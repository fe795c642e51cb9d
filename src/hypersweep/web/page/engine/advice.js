// @ts-check
// Advice on a view for a player who is stuck: the decisions of hypersweep.session.hint, as plain values.
//
// The input is only a view, so a hint can't reveal anything hidden. Errors on the board come first,
// then certain moves, then the best guess with its risk. Sentences are made elsewhere (play/hints.js).

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
 * @property {"flags" | "safe" | "guess" | "estimate" | "none"} kind - some flags are wrong; a certain move; the best
 *   guess; a guess without exact chances; nothing
 * @property {"wrong" | "crowded" | "many" | "contradiction" | "safe" | "unproved" | "guess" | "estimate" | "over" | "large"} form - the
 *   sentences to use
 * @property {number[]} clues - the open cells on which it is based
 * @property {number[]} cells - its subject
 * @property {Reason[]} steps - why
 * @property {Clue | null} clue - a clue with too many flags around it
 * @property {number} flags - the number of these flags
 * @property {boolean} minesAtFault - whether the flags are wrong only together with the number of mines
 * @property {boolean} isFlagged - whether a guess has a flag
 */

/** Maximum number of wrong flags tried for the easiest explanation. */
const MOST_WRONG = 4;
/** Budget of the search for wrong flags before easy moves are reported. */
const QUICK = { states: 1 << 12, bytes: 1 << 24 };

/** @param {Partial<Advice> & Pick<Advice, "kind" | "form">} parts @returns {Advice} */
function advice(parts) {
  return { clues: [], cells: [], steps: [], clue: null, flags: 0, minesAtFault: false, isFlagged: false, ...parts };
}

/**
 * The advice for a player with this view.
 * @param {Solver} solver - of the grid
 * @param {View} view - of a running game
 * @param {Budget} budget - budget of each step
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
  /** One analysis of the view serves all that is asked of it. @type {Analysed | null} */
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

  /** The wrong flags, if the clues prove that some are. @returns {Advice | null} */
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
      // Don't search further if a safe cell is obvious.
      if (crowded || isSafe) return crowded;
    }
    try {
      return this.#refuteFlags(flags, this.budget);
    } catch (error) {
      if (!isTooMuch(error)) throw error;
      return null;
    }
  }

  /** Whether single clues and pairs show a safe cell, and why flags are wrong by them; that needs no analysis. */
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

  /** The wrong flags by all that the clues imply. @param {Set<number>} flags @param {Budget} budget @returns {Advice | null} */
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
    // The solver's own analysis is needed again.
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

  /** A clue with too many flags around it, or more flags than mines. @returns {Advice | null} */
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
   * Flags that no clue alone refutes, but a few of them together, or with the number of mines.
   * @param {number[]} clues
   * @param {boolean} minesAtFault
   */
  #contradiction(clues, minesAtFault) {
    const beside = new Set(clues.flatMap((clue) => [...this.solver.grid.neighbours(clue)]));
    // Where the number of mines takes part, so does every flag.
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
    // Past the budget of the look at the flags, but not of this one.
    if (wrong.length) return this.#wrongFlag(steps, new Set(wrong));
    const told = this.#needed(steps);
    return advice({ kind: "safe", form: "safe", clues: cluesOf(told), cells, steps: told });
  }

  /**
   * The steps to the last one, without those that end in mines which the player has flagged already.
   * @param {Reason[]} steps
   */
  #needed(steps) {
    const { codes } = this.view;
    const needed = new Set([steps.length - 1]);
    // Later steps rest on earlier ones.
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

/** The steps with the easiest hardest one, and the fewest of these. @param {Reason[][]} proofs */
function easiest(proofs) {
  const effort = (/** @type {Reason[]} */ steps) => Math.max(...steps.map(({ rule }) => RULES.indexOf(rule))) * 2 ** 32 + steps.length;
  return proofs.reduce((best, steps) => (effort(steps) < effort(best) ? steps : best));
}

/** @param {Reason[]} steps */
function cluesOf(steps) {
  return [...new Set(steps.flatMap(({ clues }) => clues))].sort((one, other) => one - other);
}
