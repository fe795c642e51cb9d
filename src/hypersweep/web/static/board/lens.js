// @ts-check
// The lens: the neighbourhood of the cell looked at and nothing else, enlarged, arranged as the board is.

import { cellsAround } from "../engine/around.js";
import { Arrangement } from "./arrangement.js";
import { neighbourTracks, pageMetrics } from "./fitting.js";
import { drawPart } from "./painter.js";
import { Panel } from "./panel.js";

/** @typedef {import("./board.js").Board} Board */

/** CSS pixels of a cell: the least, and the most. */
const LEAST = 13;
const MOST = 30;
/** CSS pixels across that a lens needs at most up to four dimensions, and beyond. */
const WIDTHS = [270, 460];

/**
 * A panel with the 3**N cells around the cell that a board's player looks at. What lies beyond the board's edge stays empty; on wrapped
 * axes the other edge follows. Of cells that are no neighbours, on boards of orthogonal adjacency, nothing is shown either.
 */
export class Lens extends Panel {
  /** @param {HTMLElement} host @param {Board} board */
  constructor(host, board) {
    super(host, board, "board-lens");
    this.follow(["focus", "drawn"]);
  }

  paint() {
    const { board } = this;
    const { shape } = board;
    if (!shape) return;
    const index = board.focusCell;
    const cell = shape.cell(index);
    const tracks = neighbourTracks(shape.sides, shape.wrap, cell);
    const arranged = (/** @type {number} */ size) => {
      const metrics = pageMetrics(size, shape.dimensions, shape.dimensions <= 4);
      return new Arrangement(shape.sides, { tracks, metrics });
    };
    // Beside the board, or below it where the screen is higher than wide.
    const isBelow = innerHeight >= innerWidth;
    const width = Math.min(WIDTHS[shape.dimensions > 4 ? 1 : 0], innerWidth * (isBelow ? 0.9 : 0.3)) * this.ratio;
    const height = innerHeight * (isBelow ? 0.3 : 0.7) * this.ratio;
    let size = Math.round(MOST * this.ratio);
    let arrangement = arranged(size);
    while (size > LEAST * this.ratio && (arrangement.width > width || arrangement.height > height)) arrangement = arranged(--size);
    this.resize(arrangement.width, arrangement.height);
    const near = new Set([index, ...cellsAround(board.shape, index)]);
    const source = {
      lookOf: (/** @type {number} */ other) => board.lookOf(other),
      marksOf: (/** @type {number} */ other) => board.marksOf(other),
      focus: cell,
      isShown: (/** @type {number} */ other) => near.has(other),
      oddOf: (/** @type {number} */ other) => board.oddOf(other),
    };
    const part = { left: 0, top: 0, width: arrangement.width, height: arrangement.height };
    drawPart(this.context, arrangement, this.sprites(size), source, { x: 0, y: 0 }, part);
  }
}
