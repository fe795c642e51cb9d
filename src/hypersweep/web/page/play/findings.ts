// Findings of a review, and the figures derived from them: terms and formulas are those of docs/review.md, as in
// review/findings.py.

import { UNNEEDED, VERDICTS } from "../data/reviews.ts";
import { sum } from "./phrases.ts";
import type { Reason } from "../engine/reasons.ts";
import type { Judgement } from "./judge.ts";
import type { Record as GameRecord } from "./record_writer.ts";

/** A verdict on a move; docs/review.md explains them. */
export type Verdict = (typeof VERDICTS)[number];

/** An open or chord with an effect, and what was known before it. Cells are indices. */
export type ReviewedMove = Omit<Judgement, "analysis"> & {number: number, position: number, milliseconds: number, kind: "open" | "chord", cell: number, cells: readonly number[], survived: boolean, isTakenBack: boolean};
/** A move that lost chances, and what the player could have known. */
export type Lesson = { move: ReviewedMove; cost: number; overlooked: Reason[]; warnings: Reason[] };

/** Whether the move could have lost, given all that was known. */
function isGuess({ risk }: {risk: number | null}) {
  return risk !== null && risk > 0;
}

/** Whether the move was a guess that the player didn't need: a cell was certainly safe, or this one a certain mine. */
export function isUnneeded({ verdict }: { verdict: Verdict }) {
  return (UNNEEDED as readonly Verdict[]).includes(verdict);
}

/** The unavoidable risk: that of the best cell or of the safest one, whichever is higher. */
export function allowedRisk({ verdict, bestRisk, safestRisk }: Pick<ReviewedMove, "verdict" | "bestRisk" | "safestRisk">) {
  return verdict === "unneeded guess" ? 0 : Math.max(bestRisk ?? 0, safestRisk ?? 0);
}

/** How much chance to survive a move gave away: its risk minus the allowed risk, at least 0. */
export function givenAway(move: Pick<ReviewedMove, "verdict" | "risk" | "bestRisk" | "safestRisk">) {
  if (move.risk === null || move.verdict === "certain" || move.verdict === "forced guess" || move.verdict === "first click") return 0;
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

/**
 * The judged moves of a game, and their totals.
 * @param lessons - the moves that gave away most, worst first
 * @param rest - whether there was time to judge every move, and the final codes
 */
export function findingsOf(record: GameRecord, moves: readonly ReviewedMove[], lessons: readonly Lesson[], { isComplete, codes }: {isComplete: boolean, codes: Int16Array}) {
  const isPunished = record.rules.guess === "punished";
  const standing = moves.filter(({ isTakenBack }) => !isTakenBack);
  const survival = standing.reduce((chance, { risk }) => chance * (1 - (risk ?? 0)), 1);
  const bestSurvival = standing.reduce((chance, move) => chance * (1 - (move.risk ?? 0) + givenAway(move)), 1);
  const judged = moves.filter(({ risk }) => risk !== null);
  const sound = judged.filter((move) => givenAway(move) === 0).length;
  return {
    record, moves, lessons, isComplete, codes, isPunished, survival, bestSurvival, sound,
    guesses: moves.filter(isGuess),
    /** whether any of the chances is an estimate */ isEstimate: moves.some(({ isEstimate }) => isEstimate),
    /** number of exploded mines */ deaths: moves.filter(({ survived }) => !survived).length,
    /** expected number of exploded mines for these moves */ expectedDeaths: sum(moves.map(({ risk }) => risk ?? 0)),
    /** expected minus actual number of exploded mines; there is no luck if the rules punish unnecessary guesses */
    luck: isPunished ? 0 : sum(moves.map(luckOf)),
    /** the share of the chance to survive that the player preserved */ skill: bestSurvival ? survival / bestSurvival : 1,
    /** share of the moves of known risk that gave nothing away */ accuracy: judged.length ? sound / judged.length : 1,
    /** sum of the chances to survive that were given away */ givenAway: sum(moves.map(givenAway)),
    /** number of moves for each verdict that occurs */
    verdicts: VERDICTS.map((verdict) => [verdict, moves.filter((move) => move.verdict === verdict).length] as const).filter(([, count]) => count),
  };
}

export type Findings = ReturnType<typeof findingsOf>;

/** The chance to survive up to and including each guess that wasn't undone. */
export function timelineOf({ guesses }: Findings): [ReviewedMove, number][] {
  let chance = 1;
  return guesses.filter(({ isTakenBack }) => !isTakenBack).map((move) => [move, (chance *= 1 - (move.risk ?? 0))]);
}
