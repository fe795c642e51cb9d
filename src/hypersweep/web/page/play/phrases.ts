// Parts of sentences used in every language: lists of cells, sums, and chances with three digits, as in Python.

import { COVERED, DRAFT, QUESTION, shownCode } from "../board/cell_appearance.ts";
import { countAround } from "../board/labels.ts";
import { CODES } from "../engine/terms.ts";
import type { App } from "../app.ts";
import type { Board } from "../board/board.ts";
import type { Shape } from "../engine/shape.ts";

/** Lists with more cells than this are written as runs. */
const MOST_SINGLE = 8;

/**
 * List cells in a sentence; in long lists, runs of cells are combined.
 * @param cells - at least one
 * @param say - `follows`: whether a cell continues a run; by default it must be the next one of the row
 */
export function listCells(cells: readonly number[], shape: Shape, say: {cell: (cell: number) => string, list: (words: string[]) => string, run: (first: string, last: string) => string, follows?: (before: number, cell: number) => boolean}) {
  if (cells.length <= MOST_SINGLE) return say.list(cells.map(say.cell));
  const side = shape.sides[shape.sides.length - 1];
  const { follows = (before: number, cell: number) => cell === before + 1 && cell % side !== 0 } = say;
  const runs: number[][] = [];
  for (const cell of cells) {
    const run = runs[runs.length - 1];
    if (run && follows(run[run.length - 1], cell)) run.push(cell);
    else runs.push([cell]);
  }
  const words = runs.flatMap((run) => (run.length > 2 ? [say.run(say.cell(run[0]), say.cell(run[run.length - 1]))] : run.map(say.cell)));
  return say.list(words);
}


/** A number, written as a subtraction if something is subtracted. */
export function difference(number: number, taken: number) {
  return taken ? `${number} - ${taken} = ${number - taken}` : String(number);
}

export function sum(numbers: readonly number[]) {
  return numbers.reduce((all, number) => all + number, 0);
}

/** Numbers and their sum, as a calculation. */
export function total(numbers: readonly number[]) {
  return numbers.length > 1 ? `${numbers.join(" + ")} = ${sum(numbers)}` : String(sum(numbers));
}

export function sorted(cells: readonly number[]) {
  return [...cells].sort((one, other) => one - other);
}

/**
 * A number with three significant digits, like Python's ".3g": ties round to even, and trailing zeros are dropped.
 * @param value - nonnegative
 */
export function threeDigits(value: number) {
  if (value === 0) return "0";
  let [digits, exponent] = value.toExponential(2).split("e");
  // Forty more digits reveal exact ties, which JavaScript rounds up instead of to even.
  const exact = value.toExponential(40).replace(".", "");
  if (/^\d\d[02468]50*e/.test(exact)) {
    digits = `${exact[0]}.${exact.slice(1, 3)}`;
    exponent = exact.slice(exact.indexOf("e") + 1);
  }
  const power = Number(exponent);
  const short = (text: string) => (text.includes(".") ? text.replace(/\.?0+$/, "") : text);
  if (power < -4 || power > 2) return `${short(digits)}e${power < 0 ? "-" : "+"}${String(Math.abs(power)).padStart(2, "0")}`;
  return short(Number(`${digits}e${exponent}`).toFixed(2 - power));
}

export function percentText(chance: number) {
  return `${threeDigits(100 * chance)} %`;
}

/** Whether a chance below 1 would be written as 100 %. */
export function isAlmostOne(chance: number) {
  return threeDigits(100 * chance) === "100" && chance < 1;
}

/** A cell by its coordinates, as in moves and records: "(0, 1)". */
export function cellText(cell: readonly number[]) {
  return `(${cell.join(", ")})`;
}

const WORDS: Record<number, string> = {
  [CODES.covered]: "game.covered",
  [CODES.flagged]: "game.flagged",
  [CODES.mine]: "game.mine",
  [CODES.exploded]: "game.exploded",
  [CODES.wrongFlag]: "game.wrong_flag",
  [QUESTION]: "page.cell_question",
  [DRAFT]: "page.cell_draft",
  0: "game.no_mine",
};

/** What is visible of a cell, and for a clue of a running game how many mines remain to be flagged among how many cells. */
export function cellStatus(app: App, board: Pick<Board, "shape" | "codes" | "outcome"> & Partial<Pick<Board, "markLooks">>, index: number) {
  const own = shownCode(board, index);
  const code = own === COVERED ? (board.markLooks?.get(index) ?? own) : own;
  if (code <= 0) return app.text(WORDS[code] ?? "game.covered");
  if (board.outcome && board.outcome !== "ongoing") return app.text("game.clue_over", { clue: code });
  const { flags, covered } = countAround(board, index);
  const left = code - flags;
  return app.text(left < 0 ? "game.clue_excess" : "game.clue", { clue: code, left: Math.abs(left), covered });
}
