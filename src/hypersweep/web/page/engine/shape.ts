// Board shapes: sides, adjacency, and the order of cells. Their text form is that of Python's Grid.

import { HypersweepError, wholeNumber } from "./errors.ts";

export type Adjacency = "moore" | "orthogonal";
/** A cell: its index, or its coordinates, one per axis. */
export type CellLike = number | readonly number[];

export const ADJACENCIES: readonly Adjacency[] = ["moore", "orthogonal"];

export const MOST_CELLS = 2 ** 31 - 1;

/** The shape of a board in any number of dimensions. Immutable. */
export class Shape {
  sides: readonly number[];
  adjacency: Adjacency;
  wrap: readonly number[];
  cells: number;
  maxNeighbours: number;

  /**
   * @param sides - at least one, each 1 or more; the last axis varies fastest in the order of cells
   * @param options - the adjacency, and which axes wrap
   */
  constructor(sides: readonly number[], { adjacency = "moore", wrap = [] }: {adjacency?: Adjacency, wrap?: readonly number[] | boolean} = {}) {
    if (!Array.isArray(sides) || sides.length === 0) throw new HypersweepError("ShapeError", { what: "no_sides" });
    let cells = 1;
    for (const [axis, side] of sides.entries()) {
      wholeNumber(side, 1, Number.MAX_SAFE_INTEGER, "ShapeError", { what: "side", axis });
      cells *= side;
    }
    if (cells > MOST_CELLS) {
      throw new HypersweepError("BoardTooLargeError", { what: "cells", most: MOST_CELLS, board: sides.join("x") });
    }
    if (!ADJACENCIES.includes(adjacency)) {
      throw new HypersweepError("ShapeError", { what: "adjacency", got: adjacency });
    }
    const axes = wrap === true ? sides.map((_, axis) => axis) : wrap === false ? [] : [...wrap];
    for (const axis of axes) wholeNumber(axis, 0, sides.length, "ShapeError", { what: "wrap_axis" });
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
    const fail = (detail: {what: string, got: string}) =>
      new HypersweepError("ParseError", { ...detail, board: text });
    const number = (part: string, name: "side" | "axis") => {
      if (/^[0-9]{1,30}$/.test(part)) return Number(part);
      throw fail({ what: name === "side" ? "side_digits" : "axis_digits", got: part });
    };
    const [shape, ...options] = text.split("~");
    const sides = shape.split("x").map((part) => number(part, "side"));
    let adjacency: Adjacency = "moore";
    let wrap: number[] = [];
    for (const option of options) {
      if (option === "moore" || option === "orthogonal") adjacency = option;
      else if (option === "wrap=all") wrap = sides.map((_, axis) => axis);
      else if (option.startsWith("wrap=")) wrap = option.slice(5).split(",").map((part) => number(part, "axis"));
      else throw fail({ what: "shape_option", got: option });
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
    // A fast path: creating the detail of an error for each valid index would be slow.
    if (Number.isInteger(cell) && Number(cell) >= 0 && Number(cell) < this.cells) return Number(cell);
    if (typeof cell === "number") return wholeNumber(cell, 0, this.cells, "CellError", { what: "own_fault" });
    if (!Array.isArray(cell) || cell.length !== this.sides.length) {
      throw new HypersweepError("CellError", { what: "cell", cell, board: this.format() });
    }
    const board = this.format();
    const detail = { what: "cell", cell, board };
    let index = 0;
    for (const [axis, side] of this.sides.entries()) {
      index = index * side + wholeNumber(cell[axis], 0, side, "CellError", detail);
    }
    return index;
  }

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

export function readShape(shape: Shape | string): Shape {
  return shape instanceof Shape ? shape : Shape.parse(shape);
}
