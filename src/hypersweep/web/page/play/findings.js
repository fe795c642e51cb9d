// @ts-check
// Findings of a review, and the figures derived from them: terms and formulas are those of docs/review.md, as in
// review/findings.py.

/** @typedef {import("./record_writer.js").Record} GameRecord */
/** @typedef {import("./judge.js").Judgement} Judgement */
/** @typedef {import("../engine/reasons.js").Reason} Reason */

/** @typedef {"first open" | "certain" | "forced guess" | "risky guess" | "unneeded guess" | "blunder" | "unknown"} Verdict */

/** The possible verdicts on a move; docs/review.md explains them. @type {readonly Verdict[]} */
export const VERDICTS = ["first open", "certain", "forced guess", "risky guess", "unneeded guess", "blunder", "unknown"];

/**
 * An open or chord with an effect, and what was known before it. Cells are indices.
 * @typedef {Omit<Judgement, "analysis"> & {number: number, position: number, milliseconds: number, kind: "open" | "chord", cell: number,
 *   cells: readonly number[], survived: boolean, isTakenBack: boolean}} ReviewedMove
 */
/** A move that lost chances, and what the player could have known. @typedef {{move: ReviewedMove, cost: number, overlooked: Reason[],
 *   warnings: Reason[]}} Lesson */

/** Whether the move could have lost, given all that was known. @param {{risk: number | null}} move */
export function isGuess({ risk }) {
  return risk !== null && risk > 0;
}

/**
 * The unavoidable risk: that of the best cell or of the safest one, whichever is higher.
 * @param {Pick<ReviewedMove, "verdict" | "bestRisk" | "safestRisk">} move
 */
export function allowedRisk({ verdict, bestRisk, safestRisk }) {
  return verdict === "unneeded guess" ? 0 : Math.max(bestRisk ?? 0, safestRisk ?? 0);
}

/**
 * How much chance to survive a move gave away: its risk minus the allowed risk, at least 0.
 * @param {Pick<ReviewedMove, "verdict" | "risk" | "bestRisk" | "safestRisk">} move
 */
export function givenAway(move) {
  if (move.risk === null || move.verdict === "certain" || move.verdict === "forced guess" || move.verdict === "first open") return 0;
  return Math.max(0, move.risk - allowedRisk(move));
}

/** The cost of a move: in chance to win if known, otherwise in chance to survive. @param {ReviewedMove} move */
export function costOf(move) {
  const { verdict, winChance, keptWinChance } = move;
  if (verdict === "risky guess" && winChance !== null && keptWinChance !== null) return winChance - keptWinChance;
  return givenAway(move);
}

/** The luck of a move: its risk if it went well, its risk minus 1 if it didn't. @param {Pick<ReviewedMove, "risk" | "survived">} move */
function luckOf({ risk, survived }) {
  return risk === null ? 0 : survived ? risk : risk - 1;
}

/** @param {Iterable<number>} values */
function sum(values) {
  let total = 0;
  for (const value of values) total += value;
  return total;
}

/** The judged moves of a game, and their totals. */
export class Findings {
  /**
   * @param {GameRecord} record
   * @param {readonly ReviewedMove[]} moves
   * @param {readonly Lesson[]} lessons - the moves that gave away most, worst first
   * @param {{isComplete: boolean, codes: Int16Array}} rest - whether there was time to judge every move, and the final
   * codes
   */
  constructor(record, moves, lessons, { isComplete, codes }) {
    this.record = record;
    this.moves = moves;
    this.lessons = lessons;
    this.isComplete = isComplete;
    this.codes = codes;
    /** The moves that could have lost, given all that was known. */
    this.guesses = moves.filter(isGuess);
    /** Whether any of the chances is an estimate. */
    this.isEstimate = moves.some(({ isEstimate }) => isEstimate);
    /** Number of exploded mines. */
    this.deaths = moves.filter(({ survived }) => !survived).length;
    /** Expected number of exploded mines for these moves. */
    this.expectedDeaths = sum(moves.map(({ risk }) => risk ?? 0));
    /** Whether the rules make unnecessary guesses always fail and necessary ones never: then there is no luck. */
    this.isPunished = record.rules.guess === "punished";
    /** Expected minus actual number of exploded mines; positive is good luck. */
    this.luck = this.isPunished ? 0 : sum(moves.map(luckOf));
    const standing = moves.filter(({ isTakenBack }) => !isTakenBack);
    /** The chance to survive all moves that weren't undone. */
    this.survival = standing.reduce((chance, { risk }) => chance * (1 - (risk ?? 0)), 1);
    /** The same if each move had taken only the allowed risk. */
    this.bestSurvival = standing.reduce((chance, move) => chance * (1 - (move.risk ?? 0) + givenAway(move)), 1);
    /** The share of the chance to survive that the player preserved. */
    this.skill = this.bestSurvival ? this.survival / this.bestSurvival : 1;
    const judged = moves.filter(({ risk }) => risk !== null);
    /** Number and share of the moves of known risk that gave nothing away. */
    this.sound = judged.filter((move) => givenAway(move) === 0).length;
    this.accuracy = judged.length ? this.sound / judged.length : 1;
    /** Sum of the chances to survive that were given away. */
    this.givenAway = sum(moves.map(givenAway));
  }

  /** Number of moves for each verdict; verdicts that don't occur are left out. @returns {[Verdict, number][]} */
  get verdicts() {
    return VERDICTS.map((verdict) => /** @type {[Verdict, number]} */ ([verdict, this.moves.filter((move) => move.verdict === verdict).length])).filter(
      ([, count]) => count,
    );
  }

  /** The chance to survive up to and including each guess that wasn't undone. @returns {[ReviewedMove, number][]} */
  timeline() {
    let chance = 1;
    return this.guesses.flatMap((move) => {
      if (move.isTakenBack) return [];
      chance *= 1 - (move.risk ?? 0);
      return [[move, chance]];
    });
  }
}
