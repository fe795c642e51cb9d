// Cursor movement along any axis, with counts, picked axes and edges; used by every screen with a board. Like
// ui_model/cursor.py.

import { startCell } from "../engine/around.ts";
import { HypersweepError } from "../engine/errors.ts";
import type { Shape } from "../engine/shape.ts";

type Edge = "row" | "column" | "axis" | "board";

// No side has more digits than this; further ones would only take long to parse.
const MOST_DIGITS = 18;

/**
 * The cursor of a board, and the effect of the keys that move it.
 *
 * A number typed before a move repeats the move; a number before `along` picks the axis, which stays picked. A 0 as the
 * first digit goes to the start of the row, as in vi; if it turns out to be an axis number, the cursor goes back first.
 */
export class Navigator {
  /** The cell under the cursor; may be set. */
  cell: readonly number[];
  /** The picked axis; initially the last one. */
  axis;
  /** Whether the player has picked it. */
  isPicked = false;
  #digits = "";
  /** Where the cursor was before a 0 took it to the start of the row. */
  #before: readonly number[] | null = null;

  constructor(public shape: Shape, cell: readonly number[] = startCell(shape)) {
    this.cell = cell;
    this.axis = shape.dimensions - 1;
  }

  /** The digits typed but not used yet, or "". */
  get typed() {
    return this.#digits;
  }

  /** Handle a digit of a count or an axis number; a single 0 goes to the start of the row. */
  digit(digit: number) {
    if (digit === 0 && !this.#digits) {
      const before = this.cell;
      this.edge("row", -1);
      this.#before = before;
      this.#digits = "0";
      return;
    }
    this.#before = null;
    const digits = (this.#digits + digit).replace(/^0+/, "");
    if (digits.length <= MOST_DIGITS) this.#digits = digits;
  }

  /** Drop the typed number. */
  forget() {
    this.#digits = "";
    this.#before = null;
  }

  /**
   * Move along an axis by the typed number of cells, or by one.
   * @param axis - ignored if the board has no such axis
   * @param step - 1 or -1
   * @returns whether the cursor moved
   */
  move(axis: number, step: number): boolean {
    const count = BigInt(this.#digits || 1) || 1n;
    this.forget();
    if (!(axis >= 0 && axis < this.shape.dimensions)) return false;
    const side = BigInt(this.shape.sides[axis]);
    const place = BigInt(this.cell[axis]) + BigInt(step) * count;
    if (this.shape.wrap.includes(axis)) return this.#set(axis, Number(((place % side) + side) % side));
    return this.#set(axis, Number(place < 0n ? 0n : place >= side ? side - 1n : place));
  }

  /** Move along a row. */
  across(step: number) {
    return this.move(this.#rowAxis, step);
  }

  /** Move along a column, if there is more than one dimension. */
  down(step: number) {
    return this.move(this.shape.dimensions > 1 ? 0 : -1, step);
  }

  /**
   * Move one cell along the picked axis; a typed number picks the axis first. Throws an error if the board has no such
   * axis.
   */
  along(step: number) {
    this.#pick();
    return this.move(this.axis, step);
  }

  /**
   * Go to the first cell (step -1) or the last one (step 1) of the row, the column, the picked axis, or the whole
   * board.
   */
  edge(where: Edge, step: number) {
    if (where === "axis") this.#pick();
    this.forget();
    const { sides, dimensions } = this.shape;
    if (where === "board") return this.#go(sides.map((side) => (step < 0 ? 0 : side - 1)));
    if (where === "column" && dimensions === 1) return false;
    const axis = { row: this.#rowAxis, column: 0, axis: this.axis }[where];
    return this.#set(axis, step < 0 ? 0 : sides[axis] - 1);
  }

  get #rowAxis() {
    return this.shape.dimensions > 1 ? 1 : 0;
  }

  #pick() {
    const digits = this.#digits;
    const before = this.#before;
    this.forget();
    if (!digits) return;
    const last = this.shape.dimensions - 1;
    if (BigInt(digits) > last) throw new HypersweepError("ParameterError", { what: "axis", axis: digits, last });
    if (before) this.cell = before;
    this.axis = Number(digits);
    this.isPicked = true;
  }

  #set(axis: number, place: number) {
    return this.#go(this.cell.map((each, own) => (own === axis ? place : each)));
  }

  #go(cell: readonly number[]) {
    const isMoved = cell.some((place, axis) => place !== this.cell[axis]);
    this.cell = cell;
    return isMoved;
  }
}

/** The commands that move a cursor; `move` runs a change of the navigator and shows its cell. */
export function cursorCommands(move: (act: (navigator: Navigator) => unknown) => unknown): Record<string, (...values: any[]) => void> {
  const names = ["across", "down", "move", "along", "edge", "digit"] as const;
  return Object.fromEntries(names.map((name) => [name, (...values) => move((each) => (each[name] as any)(...values))]));
}
