// The lens: only the neighbourhood of the cell under the cursor or mouse, enlarged and arranged like the board.

import { cellsAround } from "../engine/around.ts";
import { axisNames } from "./labels.ts";
import { drawPart } from "./painter.ts";
import { Panel } from "./panel.ts";
import { lensLayout } from "./panel_sizes.ts";
import type { Board } from "./board.ts";

/**
 * A panel with the 3**N neighbourhood of the cell under the cursor or mouse. Cells beyond the board's edge stay empty;
 * on wrapped axes they come from the opposite edge. With orthogonal adjacency, cells that aren't neighbours stay empty
 * too.
 */
export class Lens extends Panel {
  constructor(host: HTMLElement, board: Board) {
    super(host, board, "board-lens");
    this.follow(["focus", "drawn"]);
  }

  paint() {
    const { board } = this;
    const { shape } = board;
    if (!shape) return;
    const index = board.focusCell;
    const cell = shape.cell(index);
    const { size, arrangement, width, height } = lensLayout(shape, cell);
    this.resize(width, height);
    const near = new Set([index, ...cellsAround(board.shape, index)]);
    const source = {
      lookOf: (other: number) => board.lookOf(other),
      marksOf: (other: number) => board.marksOf(other),
      focus: cell,
      rulers: { names: () => axisNames(board.app, shape.dimensions), isWhole: false },
      isShown: (other: number) => near.has(other),
      oddOf: (other: number) => board.oddOf(other),
    };
    const part = { left: 0, top: 0, width, height };
    drawPart(this.context, arrangement, this.sprites(size), source, { x: 0, y: 0 }, part);
  }
}
