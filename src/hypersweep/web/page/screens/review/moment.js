// @ts-check
// One move of a review: its verdict, what was known before it, and why another move would have been better.

import { CLUE, TARGET } from "../../board/board.js";
import { node } from "../../frame/elements.js";
import { bestText, chanceText, verdictText } from "../../play/review_report.js";
import { MISTAKES } from "./guesses.js";

/** @typedef {import("../../app.js").App} App */
/** @typedef {import("../../play/review.js").Insight} Insight */
/** @typedef {import("../../play/review_report.js").Names} Names */

/** Maximum number of reasons shown from a long chain: the last ones. */
const STEPS = 5;

/** Marks for the better cell and the clues that prove it. @param {Insight | null | undefined} found @param {number} cell - the opened cell */
export function marksOfMove(found, cell) {
  /** @type {Map<number, number>} */
  const marks = new Map();
  const best = found?.judgement.bestCell ?? null;
  if (!found || best === null || best === cell) return marks;
  const last = found.overlooked.at(-1);
  const clues = last ? /** @type {{allClues?: readonly number[], clues: readonly number[]}} */ (last) : null;
  for (const clue of clues?.allClues ?? clues?.clues ?? []) marks.set(clue, CLUE);
  return marks.set(best, TARGET);
}

/**
 * The texts about a move.
 * @param {App} app
 * @param {Insight | null | undefined} found - null if the analysis failed, undefined while it is running
 * @param {Names & {say: import("../../play/review_report.js").Say}} names
 * @returns {{verdict: string, isMistake: boolean, reasons: Node[]}}
 */
export function tellMove(app, found, names) {
  const text = (/** @type {string} */ name, /** @type {any} */ values = {}) => app.text(`review.${name}`, values);
  if (!found) return { verdict: text(found === undefined ? "knowing" : "unknown"), isMistake: false, reasons: [] };
  const { verdict, risk, isEstimate, bestCell, bestRisk } = found.judgement;
  const isMistake = MISTAKES.includes(verdict);
  const best = risk ? bestText(app, found.judgement, names) : "";
  const told = text("judged", { verdict: verdictText(app, verdict), risk: risk ? chanceText(app, risk, isEstimate) : "", best, isMistake });
  const why = bestCell === null ? "" : text("why_better", { place: names.place(bestCell), isSafe: !bestRisk });
  /** @type {Node[]} */
  const reasons = [];
  for (const [title, steps] of /** @type {const} */ ([[text("why_mine"), found.warnings], [why, found.overlooked]])) {
    if (!steps.length || !risk) continue;
    reasons.push(node("h2", "", title), ...steps.slice(-STEPS).map((step) => node("p", "", names.say(step))));
  }
  return { verdict: told, isMistake, reasons };
}
