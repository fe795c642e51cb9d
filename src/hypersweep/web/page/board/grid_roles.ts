// The board for screen readers: a grid for each tile, with an element over each cell on the canvas that is visible or
// near the cursor.
//
// The focus is on the cell itself, and only the cursor's cell is in the Tab order. Key events bubble up to the page's
// key table. Pointer events bubble up to the viewport around these elements; only actions by screen readers are handled
// here. Elements are added and removed once the board has been still for a moment; the one under the cursor always
// exists.

import { cellsAround } from "../engine/around.ts";
import { cellLabel, tileText } from "./labels.ts";
import type { App } from "../app.ts";
import type { Shape } from "../engine/shape.ts";
import type { Arrangement } from "./arrangement.ts";
import type { Board, Box } from "./board.ts";

/** The parts of a board that the grid uses. */
type BoardView = EventTarget & Pick<
  Board,
  | "shape" | "codes" | "mines" | "cursor" | "setCursor" | "resting" | "isHidden"
  | "element" | "layer" | "arrangement" | "cellAt" | "boxOf" | "placeOf"
>;
type Tile = { element: HTMLElement; rows: Map<number, HTMLElement>; left: number; top: number };
type Cell = { element: HTMLElement; tile: number; row: number; column: number };

/** Maximum number of cells that have an element. */
export const MOST = 2000;
/** Milliseconds without movement before elements are added and removed. */
const STILL = 120;
/** With more changes than this, all labels are rewritten. */
const MANY = 64;

export class GridRoles {
  label;
  onFocus;
  onPress;
  element = document.createElement("div");
  #cells: Map<number, Cell> = new Map();
  #tiles: Map<number, Tile> = new Map();
  /** Cells with outdated labels; null for all. */
  #stale: Set<number> | null = new Set();
  #timer = 0;
  #labelTimer = 0;
  #shape: Shape | null = null;
  #cursor = -1;
  #isPressed = false;
  #isHidden = false;
  /**
   * A cell and its position when the elements were placed, to measure how far the board has moved, and the arrangement
   * at that time.
   */
  #anchor: {index: number, box: Box, arrangement: Arrangement} | null = null;
  /** How far the board has moved since `#anchor` was measured. */
  #shift = { x: 0, y: 0 };
  #stop = new AbortController();

  /**
   * @param options - `label` returns the text of a cell; `onFocus` is called when a cell gets the focus; `onPress` on a
   * screen reader's "click", which usually opens the cell
   */
  constructor(public board: BoardView, public app: App, { label, onFocus, onPress }: {label?: (index: number) => string, onFocus?: (index: number) => void, onPress?: (index: number) => void} = {}) {
    this.label = label ?? ((index) => cellLabel(app, board, index));
    this.onFocus = onFocus ?? ((index) => board.setCursor(index));
    this.onPress = onPress ?? (() => app.screen?.commands.open?.());
    this.element.className = "cells";
    this.element.setAttribute("role", "group");
    const { signal } = this.#stop;
    this.element.addEventListener("focusin", (event) => this.#focused(event), { signal });
    // A mouse press must not move the focus: input handlers decide whether the cursor moves.
    this.element.addEventListener("mousedown", (event) => event.preventDefault(), { signal });
    this.element.addEventListener("pointerdown", () => (this.#isPressed = true), { signal });
    this.element.addEventListener("click", (event) => this.#clicked(event), { signal });
    board.addEventListener("view", () => this.#moved(), { signal });
    board.addEventListener("focus", () => this.element.classList.toggle("no-cursor", board.resting === "cursor"), { signal });
    board.addEventListener("focus", () => board.cursor !== this.#cursor && this.update([]), { signal });
    board.layer.append(this.element);
    this.update();
  }

  get hasFocus() {
    return this.element.contains(document.activeElement);
  }

  /** Number of cell elements. */
  get size() {
    return this.#cells.size;
  }

  /**
   * Follow a change of the board: its shape, codes or cursor.
   * @param cells - the changed cells; null for all
   */
  update(cells: ArrayLike<number> | null = null) {
    const { board } = this;
    if (!board.shape) return;
    if (board.shape !== this.#shape) this.#begin();
    if (board.isHidden !== this.#isHidden) {
      this.#isHidden = board.isHidden;
      cells = null;
    }
    if (board.cursor !== this.#cursor) this.#move();
    if (cells === null || cells.length > MANY) this.#stale = null;
    else if (this.#stale) {
      for (let place = 0; place < cells.length; place++) {
        this.#stale.add(cells[place]);
        for (const each of cellsAround(board.shape, cells[place])) this.#stale.add(each);
      }
    }
    // Update the label of the cursor's cell at once, and the others after painting.
    if (this.#stale === null || this.#stale.has(this.#cursor)) this.#write(this.#cursor);
    if (this.#stale === null || this.#stale.size) this.#labelTimer ||= window.setTimeout(() => this.#writeAll(), 30);
  }

  /** Focus the cursor's cell. */
  focus() {
    this.update([]);
    this.#cells.get(this.#cursor)?.element.focus({ preventScroll: true });
  }

  /** Remove all elements. */
  close() {
    this.#stop.abort();
    clearTimeout(this.#timer);
    clearTimeout(this.#labelTimer);
    this.element.remove();
    this.#cells.clear();
    this.#tiles.clear();
  }

  /** Start over with another board. */
  #begin() {
    const hadFocus = this.hasFocus;
    const { shape, mines } = this.board;
    this.#shape = shape;
    this.#cells.clear();
    this.#tiles.clear();
    this.#cursor = -1;
    this.#anchor = null;
    this.#shift = { x: 0, y: 0 };
    this.element.style.transform = "";
    this.#stale = new Set();
    this.element.replaceChildren();
    this.element.setAttribute("aria-label", this.app.text(mines ? "page.grid_mines" : "page.grid_board", { board: shape.format(), mines }));
    this.#move();
    if (hadFocus) this.#cells.get(this.#cursor)?.element.focus({ preventScroll: true });
    this.#later(0);
  }

  /** Follow the cursor; the focus moves along if it is on a cell. */
  #move() {
    const { cursor } = this.board;
    const hadFocus = this.hasFocus;
    const before = this.#cells.get(this.#cursor);
    if (before) before.element.tabIndex = -1;
    this.#cursor = cursor;
    if (cursor < 0) return;
    const cell = this.#cells.get(cursor) ?? this.#add(cursor);
    cell.element.tabIndex = 0;
    if (hadFocus) cell.element.focus({ preventScroll: true });
    else if (before && document.activeElement === document.body) cell.element.focus({ preventScroll: true });
  }

  /** Handle scrolling and zooming of the board. */
  #moved() {
    const anchor = this.#anchor;
    // The board may have been replaced.
    const box = anchor && anchor.index < this.board.shape.cells ? this.board.placeOf(anchor.index) : null;
    if (!anchor || !box || !this.#isArranged(anchor, box)) return this.#later(0);
    // All elements move together by one offset, which is as cheap as moving one.
    const [x, y] = [box.left - anchor.box.left, box.top - anchor.box.top];
    this.element.style.transform = `translate(${x}px, ${y}px)`;
    this.#shift = { x, y };
    this.#later(STILL);
  }

  /**
   * Whether the board has only moved since the anchor was measured: same cells, same places, same size.
   * @param box - current position of the anchor's cell
   */
  #isArranged(anchor: {box: Box, arrangement: Arrangement}, box: Box) {
    return box.width === anchor.box.width && this.board.arrangement.isLike(anchor.arrangement);
  }

  #later(delay: number) {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#settle(), delay);
  }

  /** The cells that should have an element, in tree order. */
  #wanted(): number[] {
    const { board } = this;
    const { shape } = board;
    if (shape.cells <= MOST) return Array.from({ length: shape.cells }, (_, index) => index);
    const found = new Set(board.cursor >= 0 ? [board.cursor] : []);
    const view = board.element.getBoundingClientRect();
    const box = board.boxOf(board.cursor >= 0 ? board.cursor : 0);
    if (!box || !view.width) return [...found];
    // Space the probe points slightly less than a cell apart, so that no visible cell is missed, however the board is
    // arranged.
    const [across, down] = [box.width * 0.9, box.height * 0.9];
    const many = (view.width / across) * (view.height / down);
    const part = Math.min(1, Math.sqrt((MOST * 0.9) / many));
    const [width, height] = [view.width * part, view.height * part];
    const isInSight = box.left + box.width > view.left && box.left < view.right && box.top + box.height > view.top && box.top < view.bottom;
    const around = isInSight ? box : view;
    const middle = [around.left + around.width / 2, around.top + around.height / 2];
    const left = Math.min(Math.max(view.left, middle[0] - width / 2), view.right - width);
    const top = Math.min(Math.max(view.top, middle[1] - height / 2), view.bottom - height);
    for (let y = top + 1; y < top + height; y += down) {
      for (let x = left + 1; x < left + width; x += across) {
        const index = board.cellAt(x, y);
        if (index >= 0) found.add(index);
      }
    }
    return [...found];
  }

  /** Add missing cells, and remove superfluous ones. */
  #settle() {
    const { board } = this;
    if (!board.shape || board.shape !== this.#shape) return this.update();
    const wanted = new Set(this.#wanted());
    for (const [index, cell] of this.#cells) {
      if (!wanted.has(index) && index !== this.#cursor) this.#remove(index, cell);
    }
    const isAnew = this.#measure();
    for (const index of wanted) {
      const cell = this.#cells.get(index);
      if (!cell) this.#add(index);
      else if (isAnew) this.#place(index, cell);
    }
  }

  /** Measure the position of the board. Returns: whether cells must be placed again. */
  #measure() {
    const anchor = this.#anchor;
    const then = anchor && this.board.placeOf(anchor.index);
    // The board has only moved, so all positions relative to each other are right.
    if (anchor && then && this.#isArranged(anchor, then)) return false;
    const index = this.#cells.has(this.#cursor) ? this.#cursor : 0;
    const box = this.board.placeOf(index);
    if (!box) return true;
    this.element.style.setProperty("--cell-width", `${box.width}px`);
    this.element.style.setProperty("--cell-height", `${box.height}px`);
    this.element.style.transform = "";
    this.#shift = { x: 0, y: 0 };
    this.#anchor = { index, box, arrangement: this.board.arrangement };
    return true;
  }

  #add(index: number): Cell {
    const { shape } = this.board;
    const coordinates = shape.cell(index);
    const [row, column] = shape.dimensions === 1 ? [0, coordinates[0]] : coordinates;
    let key = 0;
    for (let axis = 2; axis < shape.dimensions; axis++) key = key * shape.sides[axis] + coordinates[axis];
    const tile = this.#tiles.get(key) ?? this.#addTile(key, coordinates);
    const line = tile.rows.get(row) ?? this.#addRow(tile, row);
    const element = document.createElement("div");
    element.setAttribute("role", "gridcell");
    element.setAttribute("aria-colindex", String(column + 1));
    element.tabIndex = index === this.#cursor ? 0 : -1;
    element.dataset.cell = String(index);
    const cell = { element, tile: key, row, column };
    this.#cells.set(index, cell);
    insert(line, element, (each) => Number(each.getAttribute("aria-colindex")) <= column + 1);
    this.#place(index, cell);
    this.#write(index);
    return cell;
  }

  #addTile(key: number, cell: readonly number[]): Tile {
    const { shape } = this.board;
    const element = document.createElement("div");
    element.setAttribute("role", "grid");
    element.setAttribute("aria-rowcount", String(shape.dimensions === 1 ? 1 : shape.sides[0]));
    element.setAttribute("aria-colcount", String(shape.dimensions === 1 ? shape.sides[0] : shape.sides[1]));
    const name = tileText(this.app, shape, cell) || this.app.text("page.grid_board", { board: shape.format() });
    element.setAttribute("aria-label", name);
    element.dataset.tile = String(key);
    const tile = { element, rows: new Map(), left: 0, top: 0 };
    this.#tiles.set(key, tile);
    insert(this.element, element, (each) => Number(each.dataset.tile) <= key);
    return tile;
  }

  #addRow(tile: Tile, row: number) {
    const element = document.createElement("div");
    element.setAttribute("role", "row");
    element.setAttribute("aria-rowindex", String(row + 1));
    tile.rows.set(row, element);
    insert(tile.element, element, (each) => Number(each.getAttribute("aria-rowindex")) <= row + 1);
    return element;
  }

  #remove(index: number, cell: Cell) {
    const tile = this.#tiles.get(cell.tile) as Tile;
    const line = tile.rows.get(cell.row) as HTMLElement;
    cell.element.remove();
    this.#cells.delete(index);
    if (line.childElementCount) return;
    line.remove();
    tile.rows.delete(cell.row);
    if (tile.rows.size) return;
    tile.element.remove();
    this.#tiles.delete(cell.tile);
  }

  /** Place an element over its cell on the canvas; remove it if the cell's slice isn't shown. */
  #place(index: number, cell: Cell) {
    const box = this.board.placeOf(index);
    cell.element.hidden = !box;
    if (!box) return;
    cell.element.style.left = `${box.left - this.#shift.x}px`;
    cell.element.style.top = `${box.top - this.#shift.y}px`;
  }

  #write(index: number) {
    const cell = this.#cells.get(index);
    if (!cell) return;
    const text = this.#isHidden ? this.app.text("page.cell_hidden") : this.label(index);
    if (cell.element.getAttribute("aria-label") !== text) cell.element.setAttribute("aria-label", text);
  }

  #writeAll() {
    this.#labelTimer = 0;
    const stale = this.#stale;
    this.#stale = new Set();
    for (const index of stale && stale.size < this.#cells.size ? stale : this.#cells.keys()) {
      if (stale === null || stale.has(index)) this.#write(index);
    }
  }

  #focused(event: FocusEvent) {
    // Undo the browser's scrolling to a focused element, which would move the canvas.
    this.board.layer.scrollTo(0, 0);
    const index = cellOf(event.target);
    if (index >= 0 && index !== this.#cursor) {
      // The cursor follows a screen reader's focus.
      this.onFocus(index);
      this.update([]);
    }
  }

  /** Handle a click without a pointer press, which comes from a screen reader. */
  #clicked(event: MouseEvent) {
    const wasPressed = this.#isPressed;
    this.#isPressed = false;
    const index = cellOf(event.target);
    if (wasPressed || index < 0) return;
    this.onFocus(index);
    this.update([]);
    this.onPress(index);
  }
}

/** @returns the cell of an element; -1 if it has none */
function cellOf(target: EventTarget | null): number {
  const cell = target instanceof HTMLElement ? target.dataset.cell : undefined;
  return cell === undefined ? -1 : Number(cell);
}

/** Insert an element after its siblings for which `isBefore` is true. */
function insert(parent: HTMLElement, element: HTMLElement, isBefore: (each: HTMLElement) => boolean) {
  // Check the end first, where the element usually belongs.
  const last = parent.lastElementChild as HTMLElement | null;
  let [low, high] = [0, parent.children.length];
  if (!last || isBefore(last)) low = high;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(parent.children[middle] as HTMLElement)) low = middle + 1;
    else high = middle;
  }
  parent.insertBefore(element, parent.children[low] ?? null);
}
