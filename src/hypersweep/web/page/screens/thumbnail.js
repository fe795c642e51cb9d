// @ts-check
// Small pictures of boards: cells as coloured squares, arranged as on the board itself, with clues if there is room for
// them.

import { Arrangement } from "../board/arrangement.js";
import { chanceLook, chanceNumber } from "../board/looks.js";
import { styleOf } from "../board/themes.js";
import { CODES } from "../engine/terms.js";

/** @typedef {import("../board/themes.js").Theme} Theme */
/** @typedef {import("../engine/shape.js").Shape} Shape */

/** Minimum cell size in pixels for readable clues. */
const READABLE = 9;
/** Maximum width of saved pictures. */
const WIDEST = 8000;
/** @type {Record<number, string>} */
const SIGNS = { "-3": "✱", "-4": "✹", "-5": "✗" };

/**
 * The arrangement that allows the largest cells.
 * @param {readonly number[]} sides @param {number} width @param {number} height @param {number} most - maximum cell
 * size in pixels
 */
function fitted(sides, width, height, most) {
  const outermost = sides[sides.length - 1];
  // Try folds into lines of almost equal length.
  const folds = sides.length % 2 ? [...new Set(Array.from({ length: outermost }, (_, lines) => Math.ceil(outermost / (lines + 2))))] : [];
  for (let cell = most; cell > 0; --cell) {
    const metrics = metricsOf(cell);
    for (const fold of [null, ...folds]) {
      const arrangement = new Arrangement(sides, { metrics, fold });
      if (arrangement.width <= width && arrangement.height <= height) return { arrangement, cell };
    }
  }
  return null;
}

/** Metrics for a picture without labels. @param {number} cell */
function metricsOf(cell) {
  const gaps = [0, 0.5, 1.1, 1.8].map((share) => Math.ceil(cell * share));
  return { cell: /** @type {[number, number]} */ ([cell, cell]), gapsAcross: gaps, gapsDown: gaps, label: /** @type {[number, number]} */ ([0, 0]) };
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Shape} shape
 * @param {ArrayLike<number> | null} codes
 * @param {Theme} theme
 * @param {{arrangement: Arrangement, cell: number, left: number, top: number, readable: number, chances?: Float64Array | null}} how
 */
function drawCells(context, shape, codes, theme, { arrangement, cell, left, top, readable, chances = null }) {
  const size = cell > 4 ? cell - Math.max(1, Math.round(cell / 12)) : cell;
  context.textAlign = "center";
  context.textBaseline = "middle";
  const dot = Math.max(1, Math.round(size * 0.4));
  const columns = arrangement.columns(0, arrangement.width);
  const rows = arrangement.rows(0, arrangement.height);
  /** The colours of each code. @type {Map<number, import("../board/themes.js").Style>} */
  const styles = new Map();
  // A list of boards has thousands of cells, so most of them cost no call of a function.
  for (let row = 0; row < rows.length; row += 3) {
    const y = top + rows[row];
    const rowEnd = arrangement.rowEnd(rows[row + 1]);
    for (let column = 0; column < columns.length && columns[column] < rowEnd; column += 3) {
      const x = left + columns[column];
      const index = rows[row + 1] + columns[column + 1];
      const code = codes ? codes[index] : CODES.covered;
      const chance = chances !== null && (code === CODES.covered || code === CODES.flagged) ? chances[index] : null;
      let style = chance === null ? styles.get(code) : styleOf(theme, chanceLook(chance, code === CODES.flagged), 0);
      if (!style) styles.set(code, (style = styleOf(theme, code, 0)));
      context.fillStyle = style.ground;
      context.fillRect(x, y, size, size);
      if (code === 0 || (code === CODES.covered && chance === null)) continue;
      context.fillStyle = style.text;
      if (code === CODES.flagged) drawFlag(context, x, y, size);
      else if (cell < readable) context.fillRect(x + ((size - dot) >> 1), y + ((size - dot) >> 1), dot, dot);
      else {
        const sign = signOf(code, chance);
        context.font = `600 ${Math.round(cell * (sign.length > 2 ? 0.42 : sign.length > 1 ? 0.55 : 0.72))}px system-ui, sans-serif`;
        context.fillText(sign, x + size / 2, y + size * 0.55);
      }
    }
  }
}

/** The symbol of a cell. @param {number} code @param {number | null} chance */
function signOf(code, chance) {
  if (chance !== null) return chance <= 0 ? "✓" : chance >= 1 ? "✱" : chanceNumber(chance);
  return code > 0 ? String(code) : (SIGNS[code] ?? "");
}

/** @param {CanvasRenderingContext2D} context @param {number} x @param {number} y @param {number} size */
function drawFlag(context, x, y, size) {
  context.beginPath();
  context.moveTo(x + size * 0.28, y + size * 0.15);
  context.lineTo(x + size * 0.82, y + size * 0.4);
  context.lineTo(x + size * 0.28, y + size * 0.65);
  context.fill();
  context.fillRect(x + size * 0.28, y + size * 0.15, Math.max(1, size * 0.1), size * 0.7);
}

/**
 * Draw a board to fill a canvas; boards that are too large are left out.
 * @param {HTMLCanvasElement} canvas
 * @param {Shape} shape
 * @param {ArrayLike<number> | null} codes - one per cell; null for a covered board
 * @param {Theme} theme
 * @param {{most?: number}} [options] - maximum cell size in pixels
 */
export function drawThumbnail(canvas, shape, codes, theme, { most = 16 } = {}) {
  const scale = devicePixelRatio || 1;
  const width = Math.floor(canvas.clientWidth * scale);
  const height = Math.floor(canvas.clientHeight * scale);
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d");
  if (!context || !width || !height || shape.cells > width * height) return;
  const found = fitted(shape.sides, width, height, Math.round(most * scale));
  if (!found) return;
  const left = Math.floor((width - found.arrangement.width) / 2);
  const top = Math.floor((height - found.arrangement.height) / 2);
  drawCells(context, shape, codes, theme, { ...found, left, top, readable: READABLE * scale });
}

/**
 * A picture of a whole board for saving; null if it would be too large.
 * @param {Shape} shape
 * @param {ArrayLike<number>} codes
 * @param {Theme} theme
 * @param {Float64Array | null} [chances] - chances to show on covered cells
 * @returns {HTMLCanvasElement | null}
 */
export function drawnPicture(shape, codes, theme, chances = null) {
  const outermost = shape.sides[shape.dimensions - 1];
  for (const cell of [32, 24, 16, 8, 4, 2]) {
    const folds = shape.dimensions % 2 ? [null, Math.ceil(Math.sqrt(outermost)), Math.min(40, outermost)] : [null];
    for (const fold of folds) {
      const arrangement = new Arrangement(shape.sides, { metrics: metricsOf(cell), fold });
      const [width, height] = [arrangement.width + 2 * cell, arrangement.height + 2 * cell];
      if (width > WIDEST || height > WIDEST || (fold === null && folds.length > 1 && width > 60 * cell && width > 4 * height)) continue;
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [width, height];
      const context = canvas.getContext("2d");
      if (!context) return null;
      context.fillStyle = theme.screen;
      context.fillRect(0, 0, width, height);
      drawCells(context, shape, codes, theme, { arrangement, cell, left: cell, top: cell, readable: READABLE, chances });
      return canvas;
    }
  }
  return null;
}

const LETTERS = "0123456789abcdefghijklmnopqrstuvwxyz";

/** Parse codes in the format of data/pictures.js. @param {string} text */
export function pictureCodes(text) {
  const codes = new Int16Array(text.length);
  for (let index = 0; index < codes.length; ++index) {
    const letter = text[index];
    codes[index] = letter === "#" ? CODES.covered : letter === "F" ? CODES.flagged : LETTERS.indexOf(letter);
  }
  return codes;
}
