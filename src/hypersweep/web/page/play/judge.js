// @ts-check
// Judges one move by the view before it: the risk it took, and the best alternative. The same decisions as
// review/judge.py.

import { cellsAround } from "../engine/around.js";
import { HypersweepError } from "../engine/errors.js";
import { CODES } from "../engine/terms.js";

/** @typedef {import("../engine/analysis.js").Analysis} Analysis */
/** @typedef {import("../engine/client.js").Engine} Engine */
/** @typedef {import("../engine/terms.js").Budget} Budget */
/** @typedef {import("../engine/terms.js").Choice} Choice */
/** @typedef {import("../engine/shape.js").Shape} Shape */
/** @typedef {import("./findings.js").Verdict} Verdict */

/** A player's view. @typedef {{board: Shape, mines: number, codes: Int32Array}} View */
/** @typedef {{signal?: AbortSignal, budget: Budget}} JudgeOptions */
/**
 * What is known about a view and a move. Cells are indices; unknown values are null.
 * @typedef {object} Judgement
 * @property {Verdict} verdict
 * @property {number | null} risk - the chance that the move explodes a mine
 * @property {number | null} bestCell - the best cell to open, which the explanation is about
 * @property {number | null} bestRisk
 * @property {number | null} safestCell - if no cell was certainly safe, the one with the lowest chance of a mine
 * @property {number | null} safestRisk
 * @property {boolean} isEstimate - whether the chances are estimates
 * @property {number | null} winChance - for a guess near the end, the chance to win with best play
 * @property {number | null} keptWinChance - the same chance after this move, before its result was known
 * @property {Analysis | null} analysis - of the view, for further questions
 */

/** The policy whose choice counts as the best move. */
export const POLICY = "look-ahead";
/** Chances that differ by less than this are equal: an exact analysis is accurate to 1e-12. */
const SAME = 1e-9;
/** Cells whose chances differ by less than this are equally safe. */
const SAFEST = 1e-11;

/** @returns {Judgement} */
export function unknown() {
  return {
    verdict: "unknown",
    risk: null,
    bestCell: null,
    bestRisk: null,
    safestCell: null,
    safestRisk: null,
    isEstimate: false,
    winChance: null,
    keptWinChance: null,
    analysis: null,
  };
}

/**
 * The result of a call, or null if it exceeds its budget.
 * @template Value
 * @param {Promise<Value>} asked
 * @returns {Promise<Value | null>}
 */
export async function withinBudget(asked) {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof HypersweepError && error.kind === "BudgetExceededError") return null;
    throw error;
  }
}

/**
 * Judge a move in a view; flags aren't taken as facts.
 * @param {Engine} engine
 * @param {View} view
 * @param {"open" | "chord"} kind
 * @param {number} cell
 * @param {JudgeOptions} options
 * @returns {Promise<Judgement>}
 */
export async function judge(engine, view, kind, cell, options) {
  const found = unknown();
  const analysis = await withinBudget(engine.analyse(view, { ...options, estimate: true }));
  if (!analysis) return found;
  found.analysis = analysis;
  found.isEstimate = !analysis.isExact;
  const { chances } = analysis;
  const safest = (found.bestCell = safestOf(view.codes, chances));
  found.bestRisk = chances[safest];
  const risk = kind === "open" ? chances[cell] : await withinBudget(chordRisk(engine, view, analysis, cell, options));
  if (risk === null) return found;
  found.risk = risk;
  if (risk <= SAME) {
    found.verdict = "certain";
    found.risk = 0;
    if (kind === "open") [found.bestCell, found.bestRisk] = [cell, 0];
  } else if (found.bestRisk <= SAME) {
    found.verdict = "unneeded guess";
    found.bestCell = (await simplest(view, analysis, options)) ?? safest;
  } else {
    found.verdict = "forced guess";
    await advise(found, analysis, kind, cell, risk, options);
  }
  if (risk >= 1 - SAME) [found.verdict, found.risk] = ["blunder", 1];
  return found;
}

/**
 * The first covered cell with the lowest chance of a mine.
 * @param {Int32Array} codes
 * @param {Float64Array} chances
 */
function safestOf(codes, chances) {
  let least = Infinity;
  for (let index = 0; index < codes.length; ++index) if (isCovered(codes[index]) && chances[index] < least) least = chances[index];
  return codes.findIndex((code, index) => isCovered(code) && chances[index] <= least + SAFEST);
}

/** @param {number} code */
function isCovered(code) {
  return code === CODES.covered || code === CODES.flagged;
}

/**
 * A cell that the simplest reason proves safe, preferably without a flag; null if the budget is exceeded.
 * @param {View} view
 * @param {Analysis} analysis
 * @param {JudgeOptions} options
 */
async function simplest({ codes }, analysis, { signal }) {
  const reasons = (await withinBudget(analysis.explain([null], { policy: "safest", signal })))?.[0];
  const last = reasons?.at(-1);
  if (!last || last.conclusion !== "safe") return null;
  return last.cells.find((cell) => codes[cell] !== CODES.flagged) ?? last.cells[0];
}

/**
 * The chance that a chord explodes a mine, that is, that some of its flags are wrong.
 * @param {Engine} engine
 * @param {View} view
 * @param {Analysis} analysis
 * @param {number} cell
 * @param {JudgeOptions} options
 */
async function chordRisk(engine, { board, mines, codes }, analysis, cell, options) {
  let right = 1;
  /** @type {Int32Array | null} */
  let supposed = null;
  let { chances } = analysis;
  const doubtful = cellsAround(board, cell).filter((other) => codes[other] === CODES.flagged && chances[other] < 1 - SAME);
  for (const [place, flag] of doubtful.entries()) {
    const chance = chances[flag];
    right *= chance;
    if (chance <= SAME) return 1;
    if (place + 1 < doubtful.length && chance < 1 - SAME) {
      // For the next flag's chance, assume that this one is right.
      supposed ??= codes.slice();
      supposed[flag] = CODES.mine;
      ({ chances } = await engine.analyse({ board, mines, codes: supposed }, { ...options, estimate: true }));
    }
  }
  return 1 - right;
}

/**
 * Compare a guess with the policy's own.
 * @param {Judgement} found
 * @param {Analysis} analysis
 * @param {string} kind
 * @param {number} cell
 * @param {number} risk
 * @param {JudgeOptions} options
 */
async function advise(found, analysis, kind, cell, risk, { signal }) {
  const { chances, errors } = analysis;
  const choice = await withinBudget(analysis.choose(POLICY, { signal }));
  [found.safestCell, found.safestRisk] = [found.bestCell, found.bestRisk];
  let allowed = found.safestRisk ?? 0;
  if (choice) {
    found.bestCell = choice.cell;
    found.bestRisk = chances[choice.cell];
    allowed = Math.max(allowed, found.bestRisk);
    if (choice.wins && kind === "open") {
      found.winChance = choice.wins[0] / choice.wins[1];
      found.keptWinChance = keptWinChance(choice, chances[cell], cell);
    }
  }
  // If chances are estimates, allow for their errors.
  const margin = errors ? 3 * errors[cell] + 0.005 : SAME;
  if (risk <= allowed + margin) return;
  if (found.winChance !== null && found.keptWinChance !== null) {
    // Near the end, compare chances to win instead of risks.
    if (found.keptWinChance < found.winChance - SAME) found.verdict = "risky guess";
    return;
  }
  found.verdict = "risky guess";
}

/**
 * The chance to win with best play after this open, over all answers; null if computing it takes too much work.
 * @param {Choice} choice
 * @param {number} risk
 * @param {number} cell
 */
function keptWinChance({ cell: best, wins, weighed }, risk, cell) {
  if (!wins) return null;
  if (cell === best) return wins[0] / wins[1];
  const own = weighed.find((each) => each.cell === cell);
  if (own && risk !== 0 && risk !== 1) return own.score / wins[1];
  // Opening a certain mine can't win.
  return risk === 1 ? 0 : null;
}
