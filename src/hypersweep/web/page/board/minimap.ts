// The mini-map: every slice of a board with five or more dimensions, and how much work is left in it.

import { Arrangement } from "./arrangement.ts";
import { COVERED, NEAR } from "./cell_appearance.ts";
import { pageMetrics } from "./fitting.ts";
import { Panel } from "./panel.ts";
import { mapEntry, mapLayout } from "./panel_sizes.ts";
import { drawFlag } from "./shapes.ts";
import { SliceCounts } from "./slice_counts.ts";
import { best, mix } from "./colours.ts";
import { labelColour, styleOf, type Theme } from "./themes.ts";
import type { Shape } from "../engine/shape.ts";
import type { Board } from "./board.ts";

/**
 * Slices are side by side along axis 4, one below another along axis 5, and so on, as on the board. A click moves the
 * cursor into a slice. The map is visible only while the board shows a slice.
 */
export class Minimap extends Panel {
  #shape: Shape | null = null;
  #counts: SliceCounts | null = null;
  /** The cells that changed since the last count; null if any may have. */
  #changed: number[] | null = null;
  #arrangement = new Arrangement([1], { metrics: pageMetrics(1, 1) });
  /** Where the entries begin. */
  #left = 0;
  #top = 0;

  constructor(host: HTMLElement, board: Board) {
    super(host, board, "board-map");
    board.addEventListener("drawn", (event) => this.#note((event as CustomEvent).detail), { signal: this.signal });
    this.canvas.addEventListener("click", (event) => this.#click(event), { signal: this.signal });
    this.follow(["focus", "drawn", "view"]);
  }

  #note(changed: ArrayLike<number> | null) {
    if (!changed || !this.#changed || changed.length + this.#changed.length > 4096) this.#changed = null;
    else this.#changed.push(...Array.from(changed));
  }

  #take() {
    const { shape } = this.board;
    if (this.#shape !== shape) {
      this.#shape = shape;
      this.#counts = new SliceCounts(shape);
      this.#changed = null;
    }
    const counts = this.#counts as SliceCounts;
    if (!this.#changed || this.#changed.length) counts.update(this.board, this.#changed);
    this.#changed = [];
    return counts;
  }

  paint() {
    const { board, context, ratio } = this;
    const { shape } = board;
    if (!shape) return;
    this.element.hidden = !board.isSliced;
    if (!board.isSliced) return;
    const counts = this.#take();
    const { theme } = board;
    const higher = shape.sides.slice(4);
    const layout = mapLayout(shape);
    this.#arrangement = layout.arrangement;
    this.#left = layout.left;
    this.#top = layout.top;
    const [width, height] = layout.arrangement.metrics.cell;
    this.resize(layout.width, layout.height);
    context.fillStyle = theme.screen;
    context.fillRect(0, 0, this.canvas.width, this.canvas.height);
    const cursor = shape.cell(board.cursor).slice(4);
    const font = Math.round(11.5 * ratio);
    context.textBaseline = "middle";
    context.font = `600 ${font}px ui-sans-serif, system-ui, sans-serif`;
    const columns = this.#arrangement.columns(0, this.#arrangement.width);
    const rows = this.#arrangement.rows(0, this.#arrangement.height);
    context.textAlign = "center";
    for (let at = 0; at < columns.length; at += 3) {
      context.fillStyle = labelColour(theme, 1, cursor[0] === columns[at + 2]);
      context.fillText(String(columns[at + 2]), this.#left + columns[at] + width / 2, this.#top / 2);
    }
    for (let row = 0; row < rows.length; row += 3) {
      if (higher.length > 1) {
        context.fillStyle = labelColour(theme, 1, cursor[1] === rows[row + 2]);
        context.textAlign = "center";
        context.fillText(String(rows[row + 2]), this.#left / 2, this.#top + rows[row] + height / 2);
      }
      for (let column = 0; column < columns.length; column += 3) {
        const place = [this.#left + columns[column], this.#top + rows[row]];
        this.#drawEntry(rows[row + 1] + columns[column + 1], { x: place[0], y: place[1], width, height }, counts, theme, cursor);
      }
    }
    for (const label of this.#arrangement.labels(0, 0, this.#arrangement.width, this.#arrangement.height)) {
      context.textAlign = "left";
      context.fillStyle = labelColour(theme, label.level, false);
      context.fillText(label.text, this.#left + label.x, this.#top + label.y + this.#top / 2);
    }
  }

  /**
   * Draw one slice: its numbers of covered cells and of flags, on a background whose shade shows the covered share.
   * @param index - index of the entry
   */
  #drawEntry(index: number, { x, y, width, height }: {x: number, y: number, width: number, height: number}, counts: SliceCounts, theme: Theme, cursor: readonly number[]) {
    const { context, board, ratio } = this;
    const higher = mapEntry(cellOf(index, this.#arrangement.sides));
    const number = higher.reduce((sum, coordinate, axis) => sum * board.shape.sides[axis + 4] + coordinate, 0);
    const isKnown = counts.covered !== null && !board.isHidden;
    const covered = isKnown && counts.covered ? counts.covered[number] : counts.cells;
    const flags = isKnown ? counts.flags[number] : 0;
    const share = Math.sqrt(covered / counts.cells);
    const isFocus = higher.every((coordinate, axis) => coordinate === cursor[axis]);
    const isNear = higher.every((coordinate, axis) => this.#distance(coordinate, cursor[axis], axis + 4) <= 1);
    const marks = isNear ? NEAR : 0;
    const [opened, whole] = [0, COVERED].map((code) => styleOf(theme, code, marks).ground);
    const ink = best(isFocus ? theme.cursor : mix(opened, whole, share));
    const inset = Math.max(1, Math.round(ratio));
    context.fillStyle = isFocus ? theme.cursor : opened;
    context.beginPath();
    context.roundRect(x + inset, y + inset, width - 2 * inset, height - 2 * inset, 3 * ratio);
    context.fill();
    if (!isFocus) {
      context.globalAlpha = share;
      context.fillStyle = whole;
      context.fill();
      context.globalAlpha = 1;
    }
    if (!isKnown) return;
    context.fillStyle = ink;
    context.textAlign = "right";
    const middle = y + height / 2;
    context.fillText(String(covered), x + width * 0.5, middle, width * 0.42);
    if (!flags) return;
    context.save();
    context.translate(x + width * 0.53, y + height * 0.16);
    drawFlag(context, height * 0.68, ink, ink);
    context.restore();
    context.fillStyle = ink;
    context.textAlign = "left";
    context.fillText(String(flags), x + width * 0.74, middle, width * 0.24);
  }

  #distance(one: number, other: number, axis: number) {
    const { sides, wrap } = this.board.shape;
    const distance = Math.abs(one - other);
    return wrap.includes(axis) ? Math.min(distance, sides[axis] - distance) : distance;
  }

  /** The coordinates, from axis 4, of the slice at a point; null if there is none. */
  sliceAt(clientX: number, clientY: number) {
    const box = this.canvas.getBoundingClientRect();
    const entry = this.#arrangement.cellAt((clientX - box.left) * this.ratio - this.#left, (clientY - box.top) * this.ratio - this.#top);
    return entry && mapEntry(entry);
  }

  #click(event: MouseEvent) {
    const higher = this.sliceAt(event.clientX, event.clientY);
    if (higher) this.board.focusSlice(higher);
  }
}

function cellOf(index: number, sides: readonly number[]) {
  let rest = index;
  return [...sides]
    .reverse()
    .map((side) => {
      const coordinate = rest % side;
      rest = (rest - coordinate) / side;
      return coordinate;
    })
    .reverse();
}
