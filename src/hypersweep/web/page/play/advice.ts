// The best move in a position and its reason, like `hypersweep analyse`, for the analysis board.

import { effort } from "../engine/reason_rows.ts";
import { conflictText } from "./hint_text.ts";
import { marksOf, namesOf, reasonText } from "./reasons.ts";
import type { App } from "../app.ts";
import type { Analysis } from "../engine/analysis.ts";
import type { Position } from "../engine/client.ts";
import type { Reason } from "../engine/reasons.ts";
import type { Shape } from "../engine/shape.ts";
import type { Choice, Policy } from "../engine/terms.ts";

export interface BestMove {
  /** null if no covered cell can be safe */ choice: Choice | null;
  /** the reasons, step by step */ reasons: Reason[];
  /** a safe cell that is easier to find, if there is one */ easier: {cell: number, reasons: Reason[]} | null;
  /** all of it in words: the move, each step, then the easier cell in the same way */ lines: string[];
  /** the lines joined into one text */ text: string;
  /** for `Board.setMarks`: the clues to look at, and the cells */ marks: Map<number, number>;
}

/** @param options - `analysis`: one of the position, if available */
export async function bestMove(app: Pick<App, "engine" | "messages" | "text">, position: Position, { signal = null, analysis = null, policy = "look-ahead", trustFlags = false }: {signal?: AbortSignal | null, analysis?: Analysis | null, policy?: Policy, trustFlags?: boolean} = {}): Promise<BestMove> {
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
  const lines = [app.text("hints.best", { cells: name([choice.cell]) }), ...numbered(app, reasons, shape)];
  if (easier) lines.push(app.text("hints.easier", { cells: name([easier.cell]) }), ...numbered(app, simplest, shape));
  const marks = marksOf(
    reasons.flatMap(({ clues }) => clues),
    [choice.cell],
  );
  return { choice, reasons, easier, lines, text: lines.join("\n"), marks };
}

/** The sentences of some steps, numbered if there are several. */
function numbered(app: any, reasons: Reason[], shape: Shape) {
  const texts = reasons.map((reason) => reasonText(app, reason, shape));
  return texts.length > 1 ? texts.map((text, place) => `${place + 1}. ${text}`) : texts;
}

/**
 * Explain what is wrong with a position, given the error of an analysis that found no consistent layout.
 * @param error - its `kind` is "InconsistentViewError"
 */
export async function conflictOf(app: Pick<App, "messages" | "text">, error: unknown, { board, mines, codes }: Position & {board: Shape}): Promise<{text: string, marks: Map<number, number>}> {
  await app.messages.add("reasons", "hints");
  const { clues = [], minesAtFault = false } = (error as any).detail;
  const text = conflictText(app, { clues, minesAtFault, codes, mines, name: namesOf(app, board) });
  return { text, marks: marksOf(clues, []) };
}
