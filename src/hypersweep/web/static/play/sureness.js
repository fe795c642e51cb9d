// @ts-check
// What is certain of an analysis: with the page's own solver whatever it says is, with an engine only what that calls exact.

/** @typedef {{chances: Float64Array, isSure?: boolean}} Told */

/** So much doubt is left beside what isn't certain. */
const DOUBT = 1e-6;

/** Whether a chance of 0 or 1 is certain. @param {Told} analysis */
export const isSure = ({ isSure: own = true }) => own;

/** The chances as they are drawn: a mine only where there is one for certain. @param {Told} analysis */
export function shownChances(analysis) {
  return isSure(analysis) ? analysis.chances : analysis.chances.map((chance) => Math.min(Math.max(chance, DOUBT), 1 - DOUBT));
}
