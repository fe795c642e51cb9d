// Findings of a review, and the figures derived from them: terms and formulas are those of docs/review.md, as in
// review/findings.py.

import type { Reason } from "../engine/reasons.ts";
import type { Judgement } from "./judge.ts";
import type { Record as GameRecord } from "./record_writer.ts";

export type Verdict = "first open" | "certain" | "forced guess" | "risky guess" | "unneeded guess" | "blunder" | "unknown";

/** The possible verdicts on a move; docs/review.md explains them. */
const VERDICTS: readonly Verdict[] = ["first open", "certain", "forced guess", "risky guess", "unneeded guess", "blunder", "unknown"];

/** An open or chord with an effect, and what was known before it. Cells are indices. */
export type ReviewedMove = Omit<Judgement, "analysis"> & {number: number, position: number, milliseconds: number, kind: "open" | "chord", cell: number, cells: readonly number[], survived: boolean, isTakenBack: boolean};
/** A move that lost chances, and what the player could have known. */
export type Lesson = { move: ReviewedMove; cost: number; overlooked: Reason[]; warnings: Reason[] };

/** Whether the move could have lost, given all that was known. */
export function isGuess({ risk }: {risk: number | null}) {
  return risk !== null && risk > 0;
}

/** Whether the move was a guess that the player didn't need: a cell was certainly safe, or this one a certain mine. */
export function isUnneeded({ verdict }: { verdict: Verdict }) {
  return verdict === "unneeded guess" || verdict === "blunder";
}

/** The unavoidable risk: that of the best cell or of the safest one, whichever is higher. */
export function allowedRisk({ verdict, bestRisk, safestRisk }: Pick<ReviewedMove, "verdict" | "bestRisk" | "safestRisk">) {
  return verdict === "unneeded guess" ? 0 : Math.max(bestRisk ?? 0, safestRisk ?? 0);
}

/** How much chance to survive a move gave away: its risk minus the allowed risk, at least 0. */
export function givenAway(move: Pick<ReviewedMove, "verdict" | "risk" | "bestRisk" | "safestRisk">) {
  if (move.risk === null || move.verdict === "certain" || move.verdict === "forced guess" || move.verdict === "first open") return 0;
  return Math.max(0, move.risk - allowedRisk(move));
}

/** The cost of a move: in chance to win if known, otherwise in chance to survive. */
export function costOf(move: ReviewedMove) {
  const { verdict, winChance, keptWinChance } = move;
  if (verdict === "risky guess" && winChance !== null && keptWinChance !== null) return winChance - keptWinChance;
  return givenAway(move);
}

/** The luck of a move: its risk if it went well, its risk minus 1 if it didn't. */
function luckOf({ risk, survived }: Pick<ReviewedMove, "risk" | "survived">) {
  return risk === null ? 0 : survived ? risk : risk - 1;
}

function sum(values: Iterable<number>) {
  let total = 0;
  for (const value of values) total += value;
  return total;
}

/** The judged moves of a game, and their totals. */
export class Findings {
  isComplete;
  codes;
  /** The moves that could have lost, given all that was known. */
  guesses;
  isEstimate;
  deaths;
  /** Expected number of exploded mines for these moves. */
  expectedDeaths;
  /** Whether the rules make unnecessary guesses always fail and necessary ones never: then there is no luck. */
  isPunished;
  /** Expected minus actual number of exploded mines; positive is good luck. */
  luck;
  /** The chance to survive all moves that weren't undone. */
  survival;
  /** The same if each move had taken only the allowed risk. */
  bestSurvival;
  /** The share of the chance to survive that the player preserved. */
  skill;
  /** Number and share of the moves of known risk that gave nothing away. */
  sound;
  accuracy;
  /** Sum of the chances to survive that were given away. */
  givenAway;

  /**
   * @param lessons - the moves that gave away most, worst first
   * @param rest - whether there was time to judge every move, and the final codes
   */
  constructor(public record: GameRecord, public moves: readonly ReviewedMove[], public lessons: readonly Lesson[], { isComplete, codes }: {isComplete: boolean, codes: Int16Array}) {
    this.isComplete = isComplete;
    this.codes = codes;
    this.guesses = moves.filter(isGuess);
    this.isEstimate = moves.some(({ isEstimate }) => isEstimate);
    this.deaths = moves.filter(({ survived }) => !survived).length;
    this.expectedDeaths = sum(moves.map(({ risk }) => risk ?? 0));
    this.isPunished = record.rules.guess === "punished";
    this.luck = this.isPunished ? 0 : sum(moves.map(luckOf));
    const standing = moves.filter(({ isTakenBack }) => !isTakenBack);
    this.survival = standing.reduce((chance, { risk }) => chance * (1 - (risk ?? 0)), 1);
    this.bestSurvival = standing.reduce((chance, move) => chance * (1 - (move.risk ?? 0) + givenAway(move)), 1);
    this.skill = this.bestSurvival ? this.survival / this.bestSurvival : 1;
    const judged = moves.filter(({ risk }) => risk !== null);
    this.sound = judged.filter((move) => givenAway(move) === 0).length;
    this.accuracy = judged.length ? this.sound / judged.length : 1;
    this.givenAway = sum(moves.map(givenAway));
  }

  /** Number of moves for each verdict; verdicts that don't occur are left out. */
  get verdicts(): [Verdict, number][] {
    return VERDICTS.map((verdict) => [verdict, this.moves.filter((move) => move.verdict === verdict).length] as [Verdict, number]).filter(
      ([, count]) => count,
    );
  }

  /** The chance to survive up to and including each guess that wasn't undone. */
  timeline(): [ReviewedMove, number][] {
    let chance = 1;
    return this.guesses.flatMap((move) => {
      if (move.isTakenBack) return [];
      chance *= 1 - (move.risk ?? 0);
      return [[move, chance]];
    });
  }
}
