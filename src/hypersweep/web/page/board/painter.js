// @ts-check
// Draws the cells and labels of part of an arrangement.

import { isLabelOf } from "./arrangement.js";
import { ODD } from "./looks.js";
import { labelColour } from "./themes.js";

/** @typedef {import("./arrangement.js").Arrangement} Arrangement */
/** @typedef {import("./sprites.js").Sprites} Sprites */

/**
 * The board to draw.
 * @typedef {object} Source
 * @property {(index: number) => number} lookOf
 * @property {(index: number) => number} marksOf
 * @property {readonly number[]} focus - the cell under the cursor
 * @property {(index: number) => boolean} [isShown] - whether to draw a cell; by default all are drawn
 * @property {(index: number) => number} [oddOf] - checkerboard parity, if it isn't that of row and column numbers
 */

/** The font of labels for a line height. @param {number} line */
const labelFont = (line) => `600 ${Math.max(6, line * 0.72)}px ui-sans-serif, system-ui, sans-serif`;

/**
 * Draw everything within a rectangle of the canvas.
 * @param {CanvasRenderingContext2D} context
 * @param {Arrangement} arrangement
 * @param {Sprites} sprites
 * @param {Source} source
 * @param {{x: number, y: number}} origin - position of the arrangement on the canvas
 * @param {{left: number, top: number, width: number, height: number}} part
 */
export function drawPart(context, arrangement, sprites, source, origin, { left, top, width, height }) {
  context.fillStyle = sprites.theme.screen;
  context.fillRect(left, top, width, height);
  const begin = left - origin.x;
  const end = begin + width;
  const above = top - origin.y;
  const below = above + height;
  const columns = arrangement.columns(begin, end);
  const rows = arrangement.rows(above, below);
  const { lookOf, marksOf, isShown, oddOf: parityOf } = source;
  for (let row = 0; row < rows.length; row += 3) {
    const base = rows[row + 1];
    const y = rows[row] + origin.y;
    const rowEnd = arrangement.rowEnd(base);
    // The lines of a folded one-dimensional board aren't rows.
    const number = arrangement.sides.length > 1 ? rows[row + 2] : 0;
    for (let column = 0; column < columns.length; column += 3) {
      if (columns[column] >= rowEnd) break;
      const index = base + columns[column + 1];
      if (isShown && !isShown(index)) continue;
      const odd = parityOf ? parityOf(index) : (number + columns[column + 2]) & ODD;
      sprites.draw(context, lookOf(index), marksOf(index) | odd, columns[column] + origin.x, y);
    }
  }
  drawLabels(context, arrangement, sprites, source.focus, origin, { left, top, width, height });
}

/**
 * Draw the labels within a rectangle.
 * @param {CanvasRenderingContext2D} context @param {Arrangement} arrangement @param {Sprites} sprites
 * @param {readonly number[]} focus @param {{x: number, y: number}} origin
 * @param {{left: number, top: number, width: number, height: number}} part
 */
export function drawLabels(context, arrangement, sprites, focus, origin, { left, top, width, height }) {
  if (!arrangement.hasLabels) return;
  const [letter, line] = arrangement.metrics.label;
  const begin = left - origin.x;
  const above = top - origin.y;
  // Text may be wider than its character count suggests.
  const labels = arrangement.labels(begin, above, begin + width, above + height);
  context.font = labelFont(line);
  context.textBaseline = "alphabetic";
  context.textAlign = "left";
  for (const label of labels) {
    const isFocus = isLabelOf(label, focus);
    const room = (label.text.length + 1) * letter;
    const x = label.x + origin.x;
    const y = label.y + origin.y;
    context.fillStyle = sprites.theme.screen;
    context.fillRect(x, y, room, line);
    context.fillStyle = labelColour(sprites.theme, label.level, isFocus);
    context.fillText(label.text, x, y + Math.round(line * 0.76), room);
  }
}

/**
 * The checkerboard parity of a cell within its tile.
 * @param {readonly number[]} cell @param {number | null} fold
 */
export function oddOf(cell, fold) {
  if (cell.length === 1) return (fold === null ? cell[0] : cell[0] % fold) & ODD;
  return (cell[0] + cell[1]) & ODD;
}
