// @ts-check
// The best move in a position and its reason, like `hypersweep analyse`, for the analysis board.

import { RULES } from "../engine/reason_rows.js";
import { marksOf, namesOf, reasonText } from "./reasons.js";

/** @typedef {import("../engine/analysis.js").Analysis} Analysis */
/** @typedef {import("../engine/client.js").Position} Position */
/** @typedef {import("../engine/terms.js").Choice} Choice */
/** @typedef {import("../engine/terms.js").Policy} Policy */
/** @typedef {import("../engine/reasons.js").Reason} Reason */
/** @typedef {import("../engine/shape.js").Shape} Shape */

/**
 * @typedef {object} BestMove
 * @property {Choice | null} choice - null if no covered cell can be safe
 * @property {Reason[]} reasons - the reasons, step by step
 * @property {{cell: number, reasons: Reason[]} | null} easier - a safe cell that is easier to find, if there is one
 * @property {string[]} lines - all of it in words: the move, each step, then the easier cell in the same way
 * @property {string} text - the lines joined into one text
 * @property {Map<number, number>} marks - for `Board.setMarks`: the clues to look at, and the cells
 */

/**
 * @param {{engine: () => Promise<import("../engine/client.js").Engine>, messages: {add: (...parts: string[]) => Promise<void>},
 *   text: (name: string, values?: any) => string}} app
 * @param {Position} position
 * @param {{signal?: AbortSignal | null, analysis?: Analysis | null, policy?: Policy, trustFlags?: boolean}} [options] -
 * `analysis`: one of the position, if available
 * @returns {Promise<BestMove>}
 */
export async function bestMove(app, position, { signal = null, analysis = null, policy = "look-ahead", trustFlags = false } = {}) {
  const [engine] = await Promise.all([app.engine(), app.messages.add("reasons", "hints")]);
  const own = analysis ?? (await engine.analyse(position, { signal, trustFlags, estimate: true }));
  const choice = await own.choose(policy, { signal });
  if (!choice) {
    const text = app.text("hints.best_none");
    return { choice, reasons: [], easier: null, lines: [text], text, marks: new Map() };
  }
  const [reasons, simplest] = await own.explain([choice.cell, null], { signal, policy });
  const last = simplest[simplest.length - 1];
  const isEasier = reasons.length > 1 && simplest.length > 0 && effort(simplest) < effort(reasons);
  const easier = isEasier ? { cell: last.cells[0], reasons: simplest } : null;
  const { shape, name } = { shape: own.board, name: namesOf(app, own.board) };
  const lines = [app.text("hints.best", { cells: [choice.cell], name }), ...numbered(app, reasons, shape)];
  if (easier) lines.push(app.text("hints.easier", { cells: [easier.cell], name }), ...numbered(app, simplest, shape));
  const marks = marksOf(
    reasons.flatMap(({ clues }) => clues),
    [choice.cell],
  );
  return { choice, reasons, easier, lines, text: lines.join("\n"), marks };
}

/** The sentences of some steps, numbered if there are several. @param {any} app @param {Reason[]} reasons @param {Shape} shape */
function numbered(app, reasons, shape) {
  const texts = reasons.map((reason) => reasonText(app, reason, shape));
  return texts.length > 1 ? texts.map((text, place) => `${place + 1}. ${text}`) : texts;
}

/** @param {Reason[]} reasons */
function effort(reasons) {
  return Math.max(...reasons.map(({ rule }) => RULES.indexOf(rule))) * 2 ** 32 + reasons.length;
}

/**
 * Explain what is wrong with a position, given the error of an analysis that found no consistent layout.
 * @param {{messages: {add: (...parts: string[]) => Promise<void>}, text: (name: string, values?: any) => string}} app
 * @param {unknown} error - its `kind` is "InconsistentViewError"
 * @param {Position & {board: Shape}} position
 * @returns {Promise<{text: string, marks: Map<number, number>}>}
 */
export async function conflictOf(app, error, { board, mines, codes }) {
  await app.messages.add("reasons", "hints");
  const { clues = [], minesAtFault = false } = /** @type {any} */ (error).detail;
  const text = app.text("hints.conflict", { clues, minesAtFault, codes, mines, name: namesOf(app, board) });
  return { text, marks: marksOf(clues, []) };
}
