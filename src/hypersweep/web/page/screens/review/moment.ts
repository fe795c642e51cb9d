// One move of a review: its verdict, what was known before it, and why another move would have been better.

import { CLUE, TARGET } from "../../board/board.ts";
import { node } from "../../frame/elements.ts";
import { bestText, chanceText, verdictText, type Names, type Say } from "../../play/review_report.ts";
import { MISTAKES } from "./guesses.ts";
import type { App } from "../../app.ts";
import type { Insight } from "../../play/review.ts";

/** Maximum number of reasons shown from a long chain: the last ones. */
const STEPS = 5;

/**
 * Marks for the better cell and the clues that prove it.
 * @param cell - the opened cell
 */
export function marksOfMove(found: Insight | null | undefined, cell: number) {
  const marks: Map<number, number> = new Map();
  const best = found?.judgement.bestCell ?? null;
  if (!found || best === null || best === cell) return marks;
  const last = found.overlooked.at(-1);
  const clues = last ? (last as {allClues?: readonly number[], clues: readonly number[]}) : null;
  for (const clue of clues?.allClues ?? clues?.clues ?? []) marks.set(clue, CLUE);
  return marks.set(best, TARGET);
}

/**
 * The texts about a move.
 * @param found - null if the analysis failed, undefined while it is running
 */
export function tellMove(app: App, found: Insight | null | undefined, names: Names & {say: Say}): {verdict: string, isMistake: boolean, reasons: Node[]} {
  const text = (name: string, values: any = {}) => app.text(`review.${name}`, values);
  if (!found) return { verdict: text(found === undefined ? "knowing" : "unknown"), isMistake: false, reasons: [] };
  const { verdict, risk, isEstimate, bestCell, bestRisk } = found.judgement;
  const isMistake = MISTAKES.includes(verdict);
  const best = risk ? bestText(app, found.judgement, names) : "";
  const told = text("judged", { verdict: verdictText(app, verdict), risk: risk ? chanceText(app, risk, isEstimate) : "", best, isMistake });
  const why = bestCell === null ? "" : text("why_better", { place: names.place(bestCell), isSafe: !bestRisk });
  const reasons: Node[] = [];
  for (const [title, steps] of [[text("why_mine"), found.warnings], [why, found.overlooked]] as const) {
    if (!steps.length || !risk) continue;
    reasons.push(node("h2", "", title), ...steps.slice(-STEPS).map((step) => node("p", "", names.say(step))));
  }
  return { verdict: told, isMistake, reasons };
}
