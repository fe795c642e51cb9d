// Judges one move by the view before it: the risk it took, and the best alternative. The same decisions as
// review/judge.py.

import { cellsAround } from "../engine/around.ts";
import { HypersweepError } from "../engine/errors.ts";
import { CODES, type Budget, type Choice } from "../engine/terms.ts";
import type { Analysis } from "../engine/analysis.ts";
import type { Engine } from "../engine/client.ts";
import type { Shape } from "../engine/shape.ts";
import type { Verdict } from "./findings.ts";

export type View = { board: Shape; mines: number; codes: Int32Array };
type JudgeOptions = { signal?: AbortSignal; budget: Budget };
/** What is known about a view and a move. Cells are indices; unknown values are null. */
export interface Judgement {
  verdict: Verdict;
  /** the chance that the move explodes a mine */ risk: number | null;
  /** the best cell to open, which the explanation is about */ bestCell: number | null;
  bestRisk: number | null;
  /** if no cell was certainly safe, the one with the lowest chance of a mine */ safestCell: number | null;
  safestRisk: number | null;
  /** whether the chances are estimates */ isEstimate: boolean;
  /** for a guess near the end, the chance to win with best play */ winChance: number | null;
  /** the same chance after this move, before its result was known */ keptWinChance: number | null;
  /** of the view, for further questions */ analysis: Analysis | null;
}

/** The policy whose choice counts as the best move. */
export const POLICY = "look-ahead";
/** Chances that differ by less than this are equal: an exact analysis is accurate to 1e-12. */
const SAME = 1e-9;
/** Cells whose chances differ by less than this are equally safe. */
const SAFEST = 1e-11;

export function unknown(): Judgement {
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

export async function withinBudget<Value>(asked: Promise<Value>): Promise<Value | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof HypersweepError && error.kind === "BudgetExceededError") return null;
    throw error;
  }
}

/** Judge a move in a view; flags aren't taken as facts. */
export async function judge(engine: Engine, view: View, kind: "open" | "chord", cell: number, options: JudgeOptions): Promise<Judgement> {
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

/** The first covered cell with the lowest chance of a mine. */
function safestOf(codes: Int32Array, chances: Float64Array) {
  let least = Infinity;
  for (let index = 0; index < codes.length; ++index) if (isCovered(codes[index]) && chances[index] < least) least = chances[index];
  return codes.findIndex((code, index) => isCovered(code) && chances[index] <= least + SAFEST);
}

function isCovered(code: number) {
  return code === CODES.covered || code === CODES.flagged;
}

/** A cell that the simplest reason proves safe, preferably without a flag; null if the budget is exceeded. */
async function simplest({ codes }: View, analysis: Analysis, { signal }: JudgeOptions) {
  const reasons = (await withinBudget(analysis.explain([null], { policy: "safest", signal })))?.[0];
  const last = reasons?.at(-1);
  if (!last || last.conclusion !== "safe") return null;
  return last.cells.find((cell) => codes[cell] !== CODES.flagged) ?? last.cells[0];
}

/** The chance that a chord explodes a mine, that is, that some of its flags are wrong. */
async function chordRisk(engine: Engine, { board, mines, codes }: View, analysis: Analysis, cell: number, options: JudgeOptions) {
  let right = 1;
  let supposed: Int32Array | null = null;
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

/** Compare a guess with the policy's choice. */
async function advise(found: Judgement, analysis: Analysis, kind: string, cell: number, risk: number, { signal }: JudgeOptions) {
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

/** The mean chance to win with best play after this open, over all its results; null if that takes too much work. */
function keptWinChance({ cell: best, wins, weighed }: Choice, risk: number, cell: number) {
  if (!wins) return null;
  if (cell === best) return wins[0] / wins[1];
  const own = weighed.find((each) => each.cell === cell);
  if (own && risk !== 0 && risk !== 1) return own.score / wins[1];
  // Opening a certain mine can't win.
  return risk === 1 ? 0 : null;
}
