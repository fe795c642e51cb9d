// Draws the cells and labels of part of an arrangement.

import { isLabelOf, type Arrangement } from "./arrangement.ts";
import { ODD } from "./cell_appearance.ts";
import { labelColour } from "./themes.ts";
import type { Sprites } from "./sprites.ts";

/** The board to draw. */
interface Source {
  lookOf: (index: number) => number;
  marksOf: (index: number) => number;
  /** the cell under the cursor */ focus: readonly number[];
  /** whether to draw a cell; by default all are drawn */ isShown?: (index: number) => boolean;
  /** checkerboard parity, if it isn't that of row and column numbers */ oddOf?: (index: number) => number;
}

/** The font of labels for a line height. */
const labelFont = (line: number) => `600 ${Math.max(6, line * 0.72)}px ui-sans-serif, system-ui, sans-serif`;

/**
 * Draw everything within a rectangle of the canvas.
 * @param origin - position of the arrangement on the canvas
 */
export function drawPart(context: CanvasRenderingContext2D, arrangement: Arrangement, sprites: Sprites, source: Source, origin: {x: number, y: number}, { left, top, width, height }: {left: number, top: number, width: number, height: number}) {
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

/** Draw the labels within a rectangle. */
export function drawLabels(context: CanvasRenderingContext2D, arrangement: Arrangement, sprites: Sprites, focus: readonly number[], origin: {x: number, y: number}, { left, top, width, height }: {left: number, top: number, width: number, height: number}) {
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

/** The checkerboard parity of a cell within its tile. */
export function oddOf(cell: readonly number[], fold: number | null) {
  if (cell.length === 1) return (fold === null ? cell[0] : cell[0] % fold) & ODD;
  return (cell[0] + cell[1]) & ODD;
}
