// Reasons in words and as marks on the board. Call `await app.messages.add("reasons")` first.

import { CLUE, TARGET } from "../board/cell_appearance.ts";
import { cellText, listCells } from "./phrases.ts";
import { ReasonWriter, listText } from "./reason_text.ts";
import type { Reason } from "../engine/reasons.ts";
import type { Shape } from "../engine/shape.ts";

export type Speaker = { text: (name: string, values?: any) => string };
/** A function that names lists of cells. */
export type Name = (cells: readonly number[]) => string;

/**
 * The function that names lists of cells in sentences.
 * @param cell - returns the name of one cell
 */
export function namesOf(app: Speaker, shape: Shape, cell: (cell: number) => string = (index) => cellText(shape.cell(index))): Name {
  const list = (words: string[]) => listText(app, words);
  const run = (first: string, last: string) => app.text("reasons.run", { first, last });
  return (cells) => listCells(cells, shape, { cell, list, run });
}

/** A reason as one or more sentences. */
export function reasonText(app: Speaker, { conclusion, cells, grounds }: Reason, shape: Shape, name: Name = namesOf(app, shape)) {
  return new ReasonWriter(app, name, { cells, conclusion }).write(grounds);
}

/**
 * Marks for the clues to look at, and for the cells that they settle.
 * @returns for `Board.setMarks`
 */
export function marksOf(clues: readonly number[], cells: readonly number[]): Map<number, number> {
  const marks: Map<number, number> = new Map(clues.map((cell) => [cell, CLUE]));
  for (const cell of cells) marks.set(cell, (marks.get(cell) ?? 0) | TARGET);
  return marks;
}
