// Small pictures of boards: cells as coloured squares, arranged as on the board itself, with clues if there is space
// for them.

import { useLayoutEffect, useRef } from "preact/hooks";
import { Arrangement } from "../board/arrangement.ts";
import { chanceLook, chanceNumber } from "../board/cell_appearance.ts";
import { LOOK_SETTINGS, PREFERRED, styleOf, themeOf, type Style, type Theme } from "../board/themes.ts";
import { CODES } from "../engine/terms.ts";
import type { App } from "../app.ts";
import type { Shape } from "../engine/shape.ts";

/** Minimum cell sizes in pixels for readable clues, and for dots in their place. */
const READABLE = 9;
const DOTTED = 6;
/** Maximum width of saved pictures. */
const WIDEST = 8000;
/** Usual maximum cell size of thumbnails in CSS pixels. */
const LARGEST = 16;
const SIGNS: Record<number, string> = { "-3": "✱", "-4": "✹", "-5": "✗" };

/**
 * The arrangement that allows the largest cells.
 * @param most - maximum cell size in pixels
 */
function fitted(sides: readonly number[], width: number, height: number, most: number) {
  const outermost = sides[sides.length - 1];
  // Try folds into lines of almost equal length.
  const folds = sides.length % 2 ? [...new Set(Array.from({ length: outermost }, (_, lines) => Math.ceil(outermost / (lines + 2))))] : [];
  const cells = sides.reduce((product, side) => product * side);
  // Larger cells would cover more than the whole area.
  for (let cell = Math.min(most, Math.floor(Math.sqrt((width * height) / cells))); cell > 0; --cell) {
    const metrics = metricsOf(cell);
    for (const fold of [null, ...folds]) {
      const arrangement = new Arrangement(sides, { metrics, fold });
      if (arrangement.width <= width && arrangement.height <= height) return { arrangement, cell };
    }
  }
  return null;
}

function metricsOf(cell: number) {
  const gaps = [0, 0.5, 1.1, 1.8].map((share) => Math.ceil(cell * share));
  return { cell: [cell, cell] as [number, number], gapsAcross: gaps, gapsDown: gaps, label: [0, 0] as [number, number] };
}

function drawCells(context: CanvasRenderingContext2D, shape: Shape, codes: ArrayLike<number> | null, theme: Theme, { arrangement, cell, left, top, readable, chances = null }: {arrangement: Arrangement, cell: number, left: number, top: number, readable: number, chances?: Float64Array | null}) {
  const size = cell > 4 ? cell - Math.max(1, Math.round(cell / 12)) : cell;
  context.textAlign = "center";
  context.textBaseline = "middle";
  const dot = Math.max(1, Math.round(size * 0.4));
  const columns = arrangement.columns(0, arrangement.width);
  const rows = arrangement.rows(0, arrangement.height);
  const styles: Map<number, Style> = new Map();
  // A list of boards has thousands of cells, so avoid a function call for most of them.
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
      else if (cell < readable * (DOTTED / READABLE)) continue;
      else if (cell < readable) context.fillRect(x + ((size - dot) >> 1), y + ((size - dot) >> 1), dot, dot);
      else {
        const sign = signOf(code, chance);
        context.font = `600 ${Math.round(cell * (sign.length > 2 ? 0.42 : sign.length > 1 ? 0.55 : 0.72))}px system-ui, sans-serif`;
        context.fillText(sign, x + size / 2, y + size * 0.55);
      }
    }
  }
}

function signOf(code: number, chance: number | null) {
  if (chance !== null) return chance <= 0 ? "✓" : chance >= 1 ? "✱" : chanceNumber(chance);
  return code > 0 ? String(code) : (SIGNS[code] ?? "");
}

function drawFlag(context: CanvasRenderingContext2D, x: number, y: number, size: number) {
  context.beginPath();
  context.moveTo(x + size * 0.28, y + size * 0.15);
  context.lineTo(x + size * 0.82, y + size * 0.4);
  context.lineTo(x + size * 0.28, y + size * 0.65);
  context.fill();
  context.fillRect(x + size * 0.28, y + size * 0.15, Math.max(1, size * 0.1), size * 0.7);
}

/**
 * Draw a board to fill a canvas; boards that are too large are left out.
 * @param codes - one per cell; null for a covered board
 * @param size - of the canvas in CSS pixels; measuring it here would force the browser to lay out the page for every
 * thumbnail
 */
function drawThumbnail(
  canvas: HTMLCanvasElement, shape: Shape, codes: ArrayLike<number> | null, theme: Theme, size: DOMRectReadOnly,
  largest: number,
) {
  const scale = devicePixelRatio || 1;
  const width = Math.floor(size.width * scale);
  const height = Math.floor(size.height * scale);
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d");
  if (!context || !width || !height || shape.cells > width * height) return;
  const found = fitted(shape.sides, width, height, Math.round(largest * scale));
  if (!found) return;
  const left = Math.floor((width - found.arrangement.width) / 2);
  const top = Math.floor((height - found.arrangement.height) / 2);
  drawCells(context, shape, codes, theme, { ...found, left, top, readable: READABLE * scale });
}

/** A board as large as its place, drawn again when the place or the theme changes. Without a shape it is blank. */
export function Thumbnail({ app, shape, codes, isUnknown = false, largest = LARGEST }: { app: App; shape: Shape | null; codes: ArrayLike<number> | null; isUnknown?: boolean; largest?: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    const element = canvas.current as HTMLCanvasElement;
    const leaving = new AbortController();
    const { signal } = leaving;
    // The observer also draws the board for the first time, and whenever the element is observed again.
    const observer = new ResizeObserver(([{ contentRect }]) => {
      if (shape) drawThumbnail(element, shape, codes, themeOf(app.settings), contentRect, largest);
    });
    const draw = () => {
      observer.disconnect();
      observer.observe(element);
    };
    draw();
    app.settings.addEventListener("change", (event) => LOOK_SETTINGS.includes((event as CustomEvent).detail) && draw(), { signal });
    for (const query of PREFERRED) matchMedia(query).addEventListener("change", draw, { signal });
    return () => {
      observer.disconnect();
      leaving.abort();
    };
  }, [shape, codes]);
  return <canvas ref={canvas} aria-hidden="true" class={isUnknown ? "unknown" : ""} />;
}

/**
 * A picture of a whole board for saving; null if it would be too large.
 * @param chances - chances to show on covered cells
 */
export function drawnPicture(shape: Shape, codes: ArrayLike<number>, theme: Theme, chances: Float64Array | null = null): HTMLCanvasElement | null {
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
