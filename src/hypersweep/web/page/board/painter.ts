// Draws the cells and labels of part of an arrangement.

import { isLabelOf, type Arrangement, type Label } from "./arrangement.ts";
import { ODD } from "./cell_appearance.ts";
import { labelColour } from "./themes.ts";
import type { Sprites } from "./sprites.ts";

/** The board to draw. */
interface Source {
  lookOf: (index: number) => number;
  marksOf: (index: number) => number;
  /** the cell under the cursor */ focus: readonly number[];
  rulers: Rulers;
  /** whether to draw a cell; by default all are drawn */ isShown?: (index: number) => boolean;
  /** checkerboard parity, if it isn't that of row and column numbers */ oddOf?: (index: number) => number;
}

/** What labels say. */
export interface Rulers {
  /** returns the names of the axes */ names: () => readonly string[];
  /** whether the whole board is visible */ isWhole: boolean;
}

/** Width of a ruler beside a tile, and the largest size of its text, in CSS pixels. */
export const BESIDE = 18;
const LARGEST = 14;

/** The font size for a line of this height. */
const labelSize = (line: number) => Math.max(6, Math.min(line * 0.72, LARGEST * devicePixelRatio));

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
  drawLabels(context, arrangement, sprites, source, origin, { left, top, width, height });
}

/**
 * The rulers of a board: words above the tiles of the first table row, and beside those of the first layer. If the
 * board isn't completely visible, every tile shows its own position, because the rulers may be out of sight.
 * @param fits - whether a text fits above a tile or group
 */
export function rulerTexts({ level, cell, isLeft, isTop }: Label, names: readonly string[], isWhole: boolean, fits: (text: string) => boolean) {
  const [across, down] = [2 * level, 2 * level + 1];
  const word = (axis: number) => `${names[axis]} ${cell[axis]}`;
  if (down >= cell.length) {
    const text = isLeft && isTop ? `${word(across)} →` : word(across);
    return { above: fits(text) ? text : String(cell[across]), beside: "" };
  }
  if (level > 1 || !isWhole) {
    const text = `${word(across)} · ${word(down)}`;
    return { above: fits(text) ? text : `→${cell[across]} ↓${cell[down]}`, beside: "" };
  }
  const above = isLeft ? `${word(across)} →` : word(across);
  return {
    above: !isTop ? "" : fits(above) ? above : String(cell[across]),
    // The text is rotated to the left, so this arrow points down.
    beside: !isLeft ? "" : isTop ? `← ${word(down)}` : word(down),
  };
}

/** Draw the labels within a rectangle. */
export function drawLabels(context: CanvasRenderingContext2D, arrangement: Arrangement, sprites: Sprites, { focus, rulers }: Pick<Source, "focus" | "rulers">, origin: {x: number, y: number}, { left, top, width, height }: {left: number, top: number, width: number, height: number}) {
  if (!arrangement.hasLabels) return;
  const line = arrangement.metrics.label[1];
  const begin = left - origin.x;
  const above = top - origin.y;
  const size = labelSize(line);
  const names = rulers.names();
  // Look further to the right, because the ruler beside a tile is to its left.
  const labels = arrangement.labels(begin, above, begin + width + BESIDE * devicePixelRatio, above + height);
  context.font = `600 ${size}px ui-sans-serif, system-ui, sans-serif`;
  context.textBaseline = "alphabetic";
  for (const label of labels) {
    const x = label.x + origin.x;
    const y = label.y + origin.y;
    const texts = rulerTexts(label, names, rulers.isWhole, (text) => context.measureText(text).width <= label.width);
    const { level, cell } = label;
    const ground = sprites.theme.screen;
    // A ruler is highlighted for the cursor's layer or table row, other labels for its tile or group.
    const isAt = (axis: number) => cell[axis] === focus[axis] && isLabelOf({ level: level + 1, cell }, focus);
    const isRuler = level === 1 && rulers.isWhole;
    context.fillStyle = labelColour(sprites.theme, level, isRuler ? isAt(2) : isLabelOf(label, focus));
    write(context, texts.above, { x, y, room: Math.max(label.width, size * 2), line, size, ground, align: "left" });
    if (!texts.beside) continue;
    context.fillStyle = labelColour(sprites.theme, level, isAt(3));
    context.save();
    context.translate(x, y + line + label.height);
    context.rotate(-Math.PI / 2);
    const side = Math.min(Math.round(BESIDE * devicePixelRatio), arrangement.metrics.gapsAcross[2]);
    write(context, texts.beside, { x: 0, y: -side, room: label.height, line: side, size, ground, align: "center" });
    context.restore();
  }
}

type Line = { x: number; y: number; room: number; line: number; size: number; ground: string; align: "left" | "center" };

/** Clear a line, and write a text on it in the current colour. */
function write(context: CanvasRenderingContext2D, text: string, { x, y, room, line, size, ground, align }: Line) {
  if (!text) return;
  const colour = context.fillStyle;
  context.fillStyle = ground;
  context.fillRect(x, y, room, line);
  context.fillStyle = colour;
  context.textAlign = align;
  context.fillText(text, align === "left" ? x : x + room / 2, y + line - Math.round((line - 0.72 * size) / 2.4), room);
}

/** The checkerboard parity of a cell within its tile. */
export function oddOf(cell: readonly number[], fold: number | null) {
  if (cell.length === 1) return (fold === null ? cell[0] : cell[0] % fold) & ODD;
  return (cell[0] + cell[1]) & ODD;
}
