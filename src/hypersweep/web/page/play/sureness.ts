// What is certain in an analysis: everything from the page's own solver; from an engine only exact values.

type Chances = { chances: Float64Array; isSure?: boolean };

/** Minimum distance of an uncertain chance from 0 and 1. */
const DOUBT = 1e-6;

/** Whether chances of exactly 0 or 1 are certain. */
export const isSure = ({ isSure: own = true }: Chances) => own;

/** The chances to draw, with exact 0 and 1 only if they are certain. */
export function shownChances(analysis: Chances) {
  return isSure(analysis) ? analysis.chances : analysis.chances.map((chance) => Math.min(Math.max(chance, DOUBT), 1 - DOUBT));
}
