// Board shapes: sides, adjacency, and the order of cells. Their text form is that of Python's Grid.

import { HypersweepError, shorten, wholeNumber } from "./errors.ts";

export type Adjacency = "moore" | "orthogonal";
/** A cell: its index, or its coordinates, one per axis. */
export type CellLike = number | readonly number[];

export const ADJACENCIES: readonly Adjacency[] = ["moore", "orthogonal"];

/** Maximum number of cells of a board in the page. */
export const MOST_CELLS = 2 ** 31 - 1;

/** The shape of a board in any number of dimensions. Immutable. */
export class Shape {
  sides: readonly number[];
  adjacency: Adjacency;
  wrap: readonly number[];
  cells: number;
  /** The maximum number of neighbours of a cell. */
  maxNeighbours: number;

  /**
   * @param sides - at least one, each 1 or more; the last axis varies fastest in the order of cells
   * @param options - the adjacency, and which axes wrap
   */
  constructor(sides: readonly number[], { adjacency = "moore", wrap = [] }: {adjacency?: Adjacency, wrap?: readonly number[] | boolean} = {}) {
    if (!Array.isArray(sides) || sides.length === 0) {
      throw new HypersweepError("ShapeError", `expected at least one side, got ${shorten(sides)}`, { what: "no_sides" });
    }
    let cells = 1;
    for (const [axis, side] of sides.entries()) {
      wholeNumber(side, `side ${axis}`, 1, Number.MAX_SAFE_INTEGER, "ShapeError", { what: "side", axis });
      cells *= side;
    }
    if (cells > MOST_CELLS) {
      const message = `expected at most ${MOST_CELLS} cells in a page, got ${shorten(sides)}`;
      throw new HypersweepError("BoardTooLargeError", message, { what: "cells", most: MOST_CELLS, board: sides.join("x") });
    }
    if (!ADJACENCIES.includes(adjacency)) {
      throw new HypersweepError("ShapeError", `expected adjacency "moore" or "orthogonal", got ${shorten(adjacency)}`, { what: "adjacency", got: adjacency });
    }
    const axes = wrap === true ? sides.map((_, axis) => axis) : wrap === false ? [] : [...wrap];
    for (const axis of axes) wholeNumber(axis, "wrapped axis", 0, sides.length, "ShapeError", { what: "wrap_axis" });
    this.sides = Object.freeze([...sides]);
    this.adjacency = adjacency;
    this.wrap = Object.freeze([...new Set(axes)].sort((a, b) => a - b));
    this.cells = cells;
    const reaches = sides.map((side) => Math.min(side, 3));
    this.maxNeighbours =
      adjacency === "moore"
        ? reaches.reduce((product, reach) => product * reach, 1) - 1
        : reaches.reduce((sum, reach) => sum + reach - 1, 0);
    Object.freeze(this);
  }

  /** The number of axes, including those of side 1. */
  get dimensions() {
    return this.sides.length;
  }

  /** Parse a shape: sides joined by "x", then "~moore", "~orthogonal" or "~wrap=AXIS,AXIS,..." or "~wrap=all". */
  static parse(text: string): Shape {
    const fail = (message: string, detail: {what: string, got: string}) =>
      new HypersweepError("ParseError", `${message} in the grid ${shorten(text)}`, { ...detail, board: text });
    if (typeof text !== "string") {
      throw new HypersweepError("ParameterError", `expected the text of a grid, got ${shorten(text)}`, { what: "own_fault" });
    }
    const number = (part: string, name: "side" | "axis") => {
      if (/^[0-9]{1,30}$/.test(part)) return Number(part);
      const what = name === "side" ? "a side" : "an axis";
      throw fail(`expected ${what} in digits, got ${shorten(part)}`, { what: name === "side" ? "side_digits" : "axis_digits", got: part });
    };
    const [shape, ...options] = text.split("~");
    const sides = shape.split("x").map((part) => number(part, "side"));
    let adjacency: Adjacency = "moore";
    let wrap: number[] = [];
    for (const option of options) {
      if (option === "moore" || option === "orthogonal") adjacency = option;
      else if (option === "wrap=all") wrap = sides.map((_, axis) => axis);
      else if (option.startsWith("wrap=")) wrap = option.slice(5).split(",").map((part) => number(part, "axis"));
      else throw fail(`expected moore, orthogonal or wrap=AXES, got ${shorten(option)}`, { what: "shape_option", got: option });
    }
    return new Shape(sides, { adjacency, wrap });
  }

  /** The text form, which `Shape.parse` and Python's `Grid.parse` accept. */
  format() {
    const adjacency = this.adjacency === "moore" ? "" : `~${this.adjacency}`;
    return this.sides.join("x") + adjacency + (this.wrap.length ? `~wrap=${this.wrap.join(",")}` : "");
  }

  toString() {
    return this.format();
  }

  /** The index of a cell: 0 to `cells` - 1, with the last axis varying fastest. */
  index(cell: CellLike): number {
    if (typeof cell === "number") return wholeNumber(cell, `an index on ${this}`, 0, this.cells, "CellError", { what: "own_fault" });
    if (!Array.isArray(cell) || cell.length !== this.sides.length) {
      const message = `expected ${this.sides.length} coordinates on ${this}, got ${shorten(cell)}`;
      throw new HypersweepError("CellError", message, { what: "cell", cell, board: this.format() });
    }
    const board = this.format();
    const detail = { what: "cell", cell, board };
    let index = 0;
    for (const [axis, side] of this.sides.entries()) {
      index = index * side + wholeNumber(cell[axis], `coordinate ${axis} on ${board}`, 0, side, "CellError", detail);
    }
    return index;
  }

  /** The coordinates of the cell with an index. */
  cell(index: number): number[] {
    let rest = this.index(index);
    const cell = new Array(this.sides.length);
    for (let axis = this.sides.length; axis-- > 0; ) {
      cell[axis] = rest % this.sides[axis];
      rest = Math.floor(rest / this.sides[axis]);
    }
    return cell;
  }
}

/** Accept a shape as an object or as text. */
export function readShape(shape: Shape | string): Shape {
  return shape instanceof Shape ? shape : Shape.parse(shape);
}
