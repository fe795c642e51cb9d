// @ts-check
// Small pictures of boards: cells as coloured squares, arranged as on the board itself, with clues where there is room for them.

import { Arrangement } from "../board/arrangement.js";
import { styleOf } from "../board/themes.js";

/** @typedef {import("../board/themes.js").Theme} Theme */
/** @typedef {import("../engine/shape.js").Shape} Shape */

const [COVERED, FLAGGED] = [-1, -2];
/** From so many pixels on, clues can be read. */
const READABLE = 9;

/**
 * The arrangement with the largest cells.
 * @param {readonly number[]} sides @param {number} width @param {number} height @param {number} most - pixels of a cell
 */
function fitted(sides, width, height, most) {
  const outermost = sides[sides.length - 1];
  const folds = sides.length % 2 ? Array.from({ length: outermost - 1 }, (_, place) => outermost - 1 - place) : [];
  for (let cell = most; cell > 1; --cell) {
    const gaps = [0, 0.5, 1.1, 1.8].map((share) => Math.ceil(cell * share));
    const metrics = { cell: /** @type {[number, number]} */ ([cell, cell]), gapsAcross: gaps, gapsDown: gaps, label: /** @type {[number, number]} */ ([0, 0]) };
    for (const fold of [null, ...folds]) {
      const arrangement = new Arrangement(sides, { metrics, fold });
      if (arrangement.width <= width && arrangement.height <= height) return { arrangement, cell };
    }
  }
  return null;
}

/**
 * Draws a board into a canvas, as large as that is; larger ones than have room there are left out.
 * @param {HTMLCanvasElement} canvas
 * @param {Shape} shape
 * @param {ArrayLike<number> | null} codes - one per cell; null for a board that is covered
 * @param {Theme} theme
 * @param {{most?: number}} [options] - pixels of the largest cell
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
  const { arrangement, cell } = found;
  const left = Math.floor((width - arrangement.width) / 2);
  const top = Math.floor((height - arrangement.height) / 2);
  const size = cell > 4 ? cell - Math.max(1, Math.round(cell / 12)) : cell;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.font = `600 ${Math.round(cell * 0.72)}px system-ui, sans-serif`;
  for (let index = 0; index < shape.cells; ++index) {
    const place = arrangement.place(shape.cell(index));
    if (!place) continue;
    const [x, y] = [left + place[0], top + place[1]];
    const code = codes ? codes[index] : COVERED;
    const style = styleOf(theme, code, 0);
    context.fillStyle = style.ground;
    context.fillRect(x, y, size, size);
    if (code <= 0 && code !== FLAGGED) continue;
    context.fillStyle = style.text;
    if (code === FLAGGED) {
      context.beginPath();
      context.moveTo(x + size * 0.28, y + size * 0.15);
      context.lineTo(x + size * 0.82, y + size * 0.4);
      context.lineTo(x + size * 0.28, y + size * 0.65);
      context.fill();
      context.fillRect(x + size * 0.28, y + size * 0.15, Math.max(1, size * 0.1), size * 0.7);
    } else if (cell >= READABLE * scale) context.fillText(String(code), x + size / 2, y + size * 0.55);
    else {
      const dot = Math.max(1, Math.round(size * 0.4));
      context.fillRect(x + ((size - dot) >> 1), y + ((size - dot) >> 1), dot, dot);
    }
  }
}

const LETTERS = "0123456789abcdefghijklmnopqrstuvwxyz";

/** The codes of a text of data/pictures.js. @param {string} text */
export function pictureCodes(text) {
  return Int16Array.from(text, (letter) => (letter === "#" ? COVERED : letter === "F" ? FLAGGED : LETTERS.indexOf(letter)));
}
