// Reasons in words and as marks on the board. Call `await app.messages.add("reasons")` first.

import { CLUE, MOST_NUMBERED, TARGET, withNumber } from "../board/cell_appearance.ts";
import { cellText, listCells } from "./phrases.ts";
import { ReasonWriter, listText } from "./reason_text.ts";
import type { Reason } from "../engine/reasons.ts";
import type { Shape } from "../engine/shape.ts";

export type Speaker = { text: (name: string, values?: any) => string };
/** A function that names lists of cells. */
export type Name = (cells: readonly number[]) => string;

/**
 * The function that names lists of cells in sentences.
 * @param numbering - names them by their numbers; by default they are named by their coordinates
 */
export function namesOf(app: Speaker, shape: Shape, numbering: Numbering | null = null): Name {
  const cell = numbering?.name ?? ((index: number) => cellText(shape.cell(index)));
  const list = (words: string[]) => listText(app, words);
  const run = (first: string, last: string) => app.text("reasons.run", { first, last });
  return (cells) => listCells(cells, shape, { cell, list, run, follows: numbering?.follows });
}

/** The largest number in a circle that all fonts have: DejaVu, the usual one of Linux, ends with ⑩. */
const MOST_CIRCLED = 10;

/** Numbers cells in the order in which they are first named, for texts such as "③ is safe". */
export class Numbering {
  numbers: Map<number, number> = new Map();

  constructor(public shape: Shape) {}

  /** A cell's number in a circle or, if it is large, in brackets; its coordinates if too many cells have numbers. */
  name = (index: number) => {
    const number = this.numbers.get(index) ?? this.numbers.size + 1;
    if (number > MOST_NUMBERED) return cellText(this.shape.cell(index));
    this.numbers.set(index, number);
    return number > MOST_CIRCLED ? `(${number})` : String.fromCodePoint(0x245f + number);
  };

  /** Whether a cell has the next number. */
  follows = (before: number, cell: number) => {
    const [one, other] = [before, cell].map((index) => (this.name(index), this.numbers.get(index)));
    return one !== undefined && other === one + 1;
  };
}

/** A reason as one or more sentences. */
export function reasonText(app: Speaker, { conclusion, cells, grounds }: Reason, shape: Shape, name: Name = namesOf(app, shape)) {
  return new ReasonWriter(app, name, { cells, conclusion }).write(grounds);
}

/**
 * Marks for the clues to look at, for the cells that they settle, and for the numbers by which a text names cells.
 * @returns for `Board.setMarks`
 */
export function marksOf(clues: readonly number[], cells: readonly number[], numbers: ReadonlyMap<number, number> = new Map()): Map<number, number> {
  const marks: Map<number, number> = new Map(clues.map((cell) => [cell, CLUE]));
  for (const cell of cells) marks.set(cell, (marks.get(cell) ?? 0) | TARGET);
  for (const [cell, number] of numbers) marks.set(cell, withNumber(marks.get(cell) ?? 0, number));
  return marks;
}
