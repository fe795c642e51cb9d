// @ts-check
// The name and content of a cell in words, for screen readers and for answers to commands.
//
// Coordinates start at 0, as in commands, records and the status line.

import { cellsAround } from "../engine/around.js";
import { CODES } from "../engine/terms.js";
import { shownCode, shownInstead } from "./looks.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../engine/shape.js").Shape} Shape */
/** A player's view of a board. @typedef {{shape: Shape, codes: ArrayLike<number>, outcome?: string}} Seen */

/** @type {Record<number, string>} */
const WORDS = {
  [CODES.covered]: "page.cell_covered",
  [CODES.flagged]: "page.cell_flagged",
  [CODES.mine]: "page.cell_mine",
  [CODES.exploded]: "page.cell_exploded",
  [CODES.wrongFlag]: "page.cell_wrong_flag",
  0: "page.cell_empty",
};

/**
 * The name of an axis: row or column within a tile, or the axis along which tiles are arranged.
 * @param {App} app
 * @param {number} dimensions
 * @param {number} axis
 */
export function axisName(app, dimensions, axis) {
  if (dimensions === 1) return app.text("page.axis_cell");
  if (axis < 2) return app.text(`page.axis_${axis}`);
  return dimensions === 3 ? app.text("page.axis_layer") : app.text("page.axis_further", { axis });
}

/**
 * The name of a tile, given the coordinates of one of its cells: "layer 1 of 4"; "" if there is only one tile.
 * @param {App} app
 * @param {Shape} shape
 * @param {readonly number[]} cell
 */
export function tileText(app, shape, cell) {
  const parts = [];
  for (let axis = 2; axis < shape.dimensions; axis++) {
    const name = axisName(app, shape.dimensions, axis);
    parts.push(app.text("page.axis_place_of", { name, place: cell[axis], side: shape.sides[axis] }));
  }
  return parts.join(", ");
}

/**
 * The position of a cell in words: "row 2 column 5, layer 1 of 4".
 * @param {App} app
 * @param {Shape} shape
 * @param {number} index
 */
export function placeText(app, shape, index) {
  const cell = shape.cell(index);
  const within = cell.slice(0, 2).map((place, axis) => {
    return app.text("page.axis_place", { name: axisName(app, shape.dimensions, axis), place });
  });
  const tile = tileText(app, shape, cell);
  return within.join(" ") + (tile && `, ${tile}`);
}

/**
 * The content of a cell in words: "3", "covered".
 * @param {App} app
 * @param {number} code
 */
export function codeText(app, code) {
  return code > 0 ? app.messages.numbers.format(code) : app.text(WORDS[code]);
}

/**
 * The number of flags, and of covered cells without a flag, around a clue.
 * @param {Seen} seen
 * @param {number} index
 */
export function countAround(seen, index) {
  let flags = 0;
  let covered = 0;
  const { codes, outcome } = seen;
  const instead = shownInstead(outcome);
  for (const each of cellsAround(seen.shape, index)) {
    const code = instead?.[codes[each]] ?? codes[each];
    if (code === CODES.flagged || code === CODES.wrongFlag) flags += 1;
    else if (code === CODES.covered || code === CODES.mine) covered += 1;
  }
  return { flags, covered };
}

/**
 * The screen reader text of a cell: "3, row 2 column 5, layer 1 of 4, 2 remaining".
 * @param {App} app
 * @param {Seen} seen
 * @param {number} index
 */
export function cellLabel(app, seen, index) {
  const code = shownCode(seen, index);
  const parts = [codeText(app, code), placeText(app, seen.shape, index)];
  if (code > 0) {
    const { flags, covered } = countAround(seen, index);
    if (flags > code) parts.push(app.text("page.cell_excess", { count: flags - code }));
    else if (covered === 0) parts.push(app.text("page.cell_finished"));
    else if (flags > 0) parts.push(app.text("page.cell_remaining", { count: code - flags }));
  }
  return parts.join(", ");
}
