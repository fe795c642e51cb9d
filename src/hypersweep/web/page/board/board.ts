// A board on the page: any number of dimensions, any size. It doesn't handle moves, pointers or keys. cell_looks.ts
// decides how cells look; this module positions and draws them.

import { Arrangement } from "./arrangement.ts";
import { COVERED, NEAR, TARGET } from "./cell_appearance.ts";
import { CellLooks, MANY } from "./cell_looks.ts";
import { axisNames } from "./labels.ts";
import { CELL, fitBoard, pageMetrics, scrolled } from "./fitting.ts";
import { BESIDE, drawLabels, drawPart, oddOf } from "./painter.ts";
import { Sprites } from "./sprites.ts";
import { LOOK_SETTINGS, PREFERRED, styleOf, themeOf } from "./themes.ts";
import { Wave } from "./wave.ts";
import { Viewport } from "./viewport.ts";
import type { App } from "../app.ts";
import type { Shape } from "../engine/shape.ts";

export { CLUE, PRESSED, TARGET } from "./cell_appearance.ts";

export type Box = { left: number; top: number; width: number; height: number };

/** Space around a board in CSS pixels. */
const MARGIN = 10;
/** Space reserved for a scrollbar, in CSS pixels. */
const SCROLLBAR = 16;
const LEAST_ZOOM = 0.5;
const MOST_ZOOM = 4;

/**
 * A board on a canvas. Events: "view" (scrolled, zoomed, resized or rearranged), "zoom" (the player has zoomed),
 * "drawn" (cells look different), "focus" (the cursor has moved to another cell).
 */
export class Board extends CellLooks {
  theme;
  #viewport;
  #context;
  #ends = new AbortController();
  #sprites: Sprites | null = null;
  /** Size of a cell at zoom 1, in CSS pixels. */
  #cell: number = CELL.usual;
  #zoom = 1;
  #isSliced = false;
  #arrangement = new Arrangement([1], { metrics: pageMetrics(1, 1) });
  #origin = { x: 0, y: 0 };
  #frame = 0;
  /** The scroll position at which the canvas was last drawn; null if everything must be redrawn. */
  #drawnAt: {x: number, y: number} | null = null;
  #isFitted = false;
  #isWide = false;
  #wave: Wave | null = null;

  /** @param host - receives the board's elements */
  constructor(host: HTMLElement, public app: App) {
    super();
    this.theme = themeOf(app.settings);
    this.#viewport = new Viewport(host);
    this.#context = this.#viewport.canvas.getContext("2d", { alpha: false }) as CanvasRenderingContext2D;
    const { signal } = this.#ends;
    const look = () => {
      this.theme = themeOf(app.settings);
      this.#dress();
    };
    app.settings.addEventListener("change", (event) => LOOK_SETTINGS.includes((event as CustomEvent).detail) && look(), { signal });
    for (const query of PREFERRED) matchMedia(query).addEventListener("change", look, { signal });
    this.#viewport.addEventListener("scroll", () => this.#moved(), { signal });
    this.#viewport.addEventListener("resize", () => this.#resize(), { signal });
  }

  /** The element that scrolls and receives pointer events. */
  get element() {
    return this.#viewport.element;
  }

  /** A layer over the canvas that doesn't scroll. */
  get layer() {
    return this.#viewport.layer;
  }

  get arrangement() {
    return this.#arrangement;
  }

  /** Whether only a slice and its neighbours are shown. */
  get isSliced() {
    return this.#isSliced;
  }

  /** Sprites for drawing single cells in the current theme and size. */
  get sprites(): Sprites {
    return this.#sprites as Sprites;
  }

  /**
   * Show a board. If its shape is the same as before, the view doesn't move.
   * @param source - `codes` is used by reference, not copied
   */
  show(source: {shape: Shape, mines: number, codes: Int16Array}) {
    const isSame = this.take(source);
    if (!isSame) this.#isFitted = false;
    this.#wave = null;
    this.#sprites?.close();
    this.#sprites = null;
    if (!isSame) this.fit();
    else this.#dress();
    this.remark();
  }

  /** Whether a cell is odd in its tile's checkerboard pattern. */
  oddOf(index: number) {
    return oddOf(this.shape.cell(index), this.#arrangement.fold);
  }

  /** Make new sprites, after a change of theme, size or largest clue. */
  #dress() {
    this.#sprites?.close();
    this.#sprites = null;
    if (!this.hasBoard) return;
    this.#sprites = new Sprites(this.theme, this.#arrangement.metrics.cell[0], this.largest);
    this.redrawAll();
  }

  // The cursor.

  /**
   * Move the cursor to a cell, and tint its neighbourhood.
   * @param options - `reveal`: whether to scroll to the cell
   */
  setCursor(index: number, { reveal = true }: {reveal?: boolean} = {}) {
    this.putCursor(index);
    if (this.#isSliced && this.#arrangement.cells < this.shape.cells) this.#arrange();
    this.look();
    if (reveal) this.reveal(index);
  }

  /**
   * Move the cursor to another slice.
   * @param higher - the coordinates on axes 4 and beyond
   */
  focusSlice(higher: readonly number[]) {
    this.setCursor(this.shape.index([...this.shape.cell(this.cursor).slice(0, 4), ...higher]));
  }

  /** Scroll so that a cell is visible, with as much of its surroundings as possible. */
  reveal(index: number) {
    const surroundings = this.#arrangement.surroundings(this.shape.cell(index));
    const { width, height } = this.#viewport;
    if (!surroundings || !width || !height) return;
    const scroll = this.#viewport.scroll;
    const margin = this.#margin;
    const size = this.#arrangement.metrics.cell[0];
    const shifted = surroundings.map((spans) => spans.map(([at, extent]) => [at + margin, extent] as [number, number]));
    // For cells at an edge of the board, show the margin too.
    const to = [width, height].map((room, way) => {
      const next = scrolled(shifted[way], 2 * size, room, way ? scroll.y : scroll.x);
      const last = (way ? this.#arrangement.height : this.#arrangement.width) + 2 * margin - room;
      return next <= margin ? 0 : next >= last - margin ? Math.max(0, last) : next;
    });
    if (to[0] !== scroll.x || to[1] !== scroll.y) {
      this.#viewport.scrollTo(to[0], to[1]);
      this.#moved();
    }
  }

  // Positions and sizes.

  get #margin() {
    return Math.round(this.#space * this.#viewport.ratio);
  }

  /** Space around the board in CSS pixels: with four or more dimensions it includes the rulers. */
  get #space() {
    return this.hasBoard && this.shape.dimensions > 3 ? Math.max(MARGIN, BESIDE) : MARGIN;
  }

  /** Whether the whole board is visible. */
  get isWhole() {
    const { width, height } = this.#viewport;
    return this.#arrangement.width <= width && this.#arrangement.height <= height && !this.#isSliced;
  }

  #place() {
    const { width, height, scroll } = this.#viewport;
    const margin = this.#margin;
    const at = (room: number, content: number, scrolledBy: number) =>
      content + 2 * margin <= room ? Math.floor((room - content) / 2) : margin - scrolledBy;
    this.#origin = { x: at(width, this.#arrangement.width, scroll.x), y: at(height, this.#arrangement.height, scroll.y) };
  }

  /** The cell at a point; -1 if there is none. */
  cellAt(clientX: number, clientY: number) {
    const box = this.#viewport.canvas.getBoundingClientRect();
    const { ratio, width, height } = this.#viewport;
    const x = (clientX - box.left) * ratio;
    const y = (clientY - box.top) * ratio;
    if (!this.hasBoard || x < 0 || y < 0 || x >= width || y >= height) return -1;
    const cell = this.#arrangement.cellAt(x - this.#origin.x, y - this.#origin.y);
    return cell ? this.shape.index(cell) : -1;
  }

  /**
   * The position of a cell in the layer, in CSS pixels; null if it isn't shown, for example because it is in another
   * slice. Computed rather than measured, because measuring would force the browser to lay out the page.
   */
  placeOf(index: number): Box | null {
    const place = this.#arrangement.place(this.shape.cell(index));
    if (!place) return null;
    const { ratio } = this.#viewport;
    const [width, height] = this.#arrangement.metrics.cell;
    const [left, top] = [place[0] + this.#origin.x, place[1] + this.#origin.y];
    return { left: left / ratio, top: top / ratio, width: width / ratio, height: height / ratio };
  }

  /** The position of a cell, in client pixels; null if it isn't shown. */
  boxOf(index: number): Box | null {
    const place = this.placeOf(index);
    if (!place) return null;
    const { left, top } = this.#viewport.canvas.getBoundingClientRect();
    return { ...place, left: left + place.left, top: top + place.top };
  }

  /** The visible part of the board, in client pixels. */
  get extent(): Box {
    const { ratio, canvas } = this.#viewport;
    const { left, top } = canvas.getBoundingClientRect();
    const [across, down] = [[this.#origin.x, this.#arrangement.width, canvas.width], [this.#origin.y, this.#arrangement.height, canvas.height]]
      .map(([at, length, room]) => [Math.max(0, at), Math.min(room, at + length)].map((each) => each / ratio));
    return { left: left + across[0], top: top + down[0], width: across[1] - across[0], height: down[1] - down[0] };
  }

  get zoom() {
    return this.#zoom;
  }

  /**
   * @param value - 0.5 to 4; values outside are clamped
   * @param point - the point, in client pixels, whose cell stays in place; by default the middle of the view
   */
  setZoom(value: number, point?: {x: number, y: number}) {
    if (!Number.isFinite(value)) return;
    const zoom = Math.min(MOST_ZOOM, Math.max(LEAST_ZOOM, value));
    if (zoom === this.#zoom || !this.hasBoard) return;
    this.#keeping(point, () => {
      this.#zoom = zoom;
      this.#size();
    });
    this.tell("zoom");
  }

  /**
   * Fit the board to the viewport.
   * @param zoom - factor for the fitted size, clamped to the limits
   */
  fit(zoom = 1) {
    if (!this.hasBoard) return;
    this.#zoom = Math.min(MOST_ZOOM, Math.max(LEAST_ZOOM, zoom));
    this.#arrange();
    this.reveal(this.cursor);
  }

  /** Choose the cell size and the arrangement for the available space. */
  #arrange() {
    const { width, height } = this.#viewport.outer;
    const { ratio } = this.#viewport;
    if (width === 0 || height === 0) {
      this.#isFitted = false;
      const metrics = pageMetrics(Math.round(this.#cell * ratio), this.shape.dimensions);
      this.#arrangement = new Arrangement(this.shape.sides, { metrics });
      this.#size();
      return;
    }
    this.#isWide = width > height;
    const fit = this.#fitted(width, height);
    this.#cell = fit.cell / ratio;
    this.#isSliced = fit.isSliced;
    this.#arrangement = fit.arrangement;
    this.#isFitted = true;
    this.#size();
  }

  /**
   * The arrangement and cell size that suit a viewport, at zoom 1.
   * @param width - CSS pixels
   */
  #fitted(width: number, height: number) {
    const { ratio } = this.#viewport;
    const isTouch = matchMedia("(pointer: coarse)").matches;
    return fitBoard(this.shape, this.shape.cell(this.cursor), {
      width: Math.floor((width - 2 * this.#space) * ratio),
      height: Math.floor((height - 2 * this.#space) * ratio),
      least: Math.ceil((isTouch ? CELL.leastTouch : CELL.least) * ratio),
      most: Math.round(CELL.most * ratio),
      usual: Math.round(CELL.usual * ratio),
      scrollbar: Math.ceil(SCROLLBAR * ratio),
    });
  }

  /**
   * How the board would look in a viewport of another size.
   * @param width - CSS pixels
   * @returns `isWhole`: whether the whole board is visible; `cell`: size of a cell in CSS pixels
   */
  preview(width: number, height: number, zoom: number): {isSliced: boolean, isWhole: boolean, cell: number} {
    const { ratio } = this.#viewport;
    const { cell, isSliced, arrangement } = this.#fitted(width, height);
    const shown = this.#sized(arrangement, cell * zoom);
    const isWhole = !isSliced && shown.width + 2 * this.#margin <= width * ratio && shown.height + 2 * this.#margin <= height * ratio;
    return { isSliced, isWhole, cell: (cell * zoom) / ratio };
  }

  /**
   * The same arrangement with cells of another size.
   * @param pixels - device pixels of a cell
   */
  #sized({ tracks, fold }: Arrangement, pixels: number) {
    const size = Math.max(4, Math.round(pixels));
    return new Arrangement(this.shape.sides, { tracks, fold, metrics: pageMetrics(size, this.shape.dimensions) });
  }

  /** Set the size of cells for the current zoom. */
  #size() {
    this.#arrangement = this.#sized(this.#arrangement, this.#cell * this.#zoom * this.#viewport.ratio);
    const margin = 2 * this.#margin;
    this.#viewport.setContent(this.#arrangement.width + margin, this.#arrangement.height + margin);
    this.#place();
    if (this.#sprites?.size !== this.#arrangement.metrics.cell[0]) this.#dress();
    this.redrawAll();
    this.tell("view");
  }

  /** Run `act`, which changes sizes, and scroll so that the cell at a point stays there. */
  #keeping(point: {x: number, y: number} | undefined, act: () => void) {
    const box = this.#viewport.canvas.getBoundingClientRect();
    const { ratio } = this.#viewport;
    const x = point ? (point.x - box.left) * ratio : this.#viewport.width / 2;
    const y = point ? (point.y - box.top) * ratio : this.#viewport.height / 2;
    const before = this.#arrangement;
    const [atX, atY] = [x - this.#origin.x, y - this.#origin.y];
    const cell = before.cellAt(atX, atY);
    const place = cell && before.place(cell);
    const size = before.metrics.cell[0];
    act();
    const after = this.#arrangement;
    const grown = after.metrics.cell[0] / size;
    const now = cell && after.place(cell);
    const toX = now && place ? now[0] + (atX - place[0]) * grown : (atX / before.width) * after.width;
    const toY = now && place ? now[1] + (atY - place[1]) * grown : (atY / before.height) * after.height;
    this.#viewport.scrollTo(this.#margin + toX - x, this.#margin + toY - y);
    this.#moved();
  }

  #resize() {
    if (!this.hasBoard) return;
    const { width, height } = this.#viewport.outer;
    if (!width || !height) return;
    const wasFitted = this.#isFitted;
    const wasWide = this.#isWide;
    this.#keeping(undefined, () => this.#arrange());
    // Turning a phone changes which part of the board is shown.
    if (!wasFitted || wasWide !== this.#isWide) this.reveal(this.cursor);
    // Paint at once: resizing clears the canvas to black, which would be visible until the next frame.
    this.paint();
  }

  #moved() {
    const before = this.#origin;
    this.#place();
    if (before.x === this.#origin.x && before.y === this.#origin.y) return;
    this.schedule();
    this.tell("view");
  }

  // Drawing.

  schedule() {
    this.#frame ||= requestAnimationFrame(() => this.paint());
  }

  /** Draw immediately what the next frame would draw. */
  paint() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    const { width, height } = this.#viewport;
    if (!this.hasBoard || !this.#sprites || !width || !height) return;
    const drawnAt = this.#drawnAt;
    const { x, y } = this.#origin;
    if (this.isAllStale || !drawnAt || this.stale.size > MANY) {
      this.#draw({ left: 0, top: 0, width, height });
    } else {
      if (drawnAt.x !== x || drawnAt.y !== y) this.#shift(x - drawnAt.x, y - drawnAt.y);
      for (const index of this.stale) this.#drawCell(index);
      if (this.areLabelsStale) this.#drawLabels();
    }
    this.#drawnAt = { x, y };
    this.settle();
    if (!this.#wave) return;
    if (this.#wave.paint(performance.now(), (index, opacity) => this.#drawCell(index, opacity))) this.schedule();
    else this.#wave = null;
  }

  /**
   * Start a wave of colour that runs over cells, outwards from the cursor; it only tints cells already drawn.
   * @param cells - if omitted, all visible ones, for a game that is won
   */
  ripple(milliseconds: number, cells?: ArrayLike<number>) {
    const [look, mark] = cells ? [COVERED, NEAR] : [0, TARGET];
    const { ground } = styleOf(this.theme, look, mark);
    this.#wave = new Wave(this.shape, this.shape.cell(this.cursor), () => cells ?? this.#visible, milliseconds, ground);
    this.schedule();
  }

  get #visible() {
    const { width, height } = this.#viewport;
    const { x, y } = this.#origin;
    const [rows, columns] = [this.#arrangement.rows(-y, height - y), this.#arrangement.columns(-x, width - x)];
    const found = [];
    for (let row = 1; row < rows.length; row += 3) {
      const end = this.#arrangement.rowEnd(rows[row]);
      for (let at = 0; at < columns.length && columns[at] < end; at += 3) found.push(rows[row] + columns[at + 1]);
    }
    return found;
  }

  /** Move the content already drawn, and draw the exposed part. */
  #shift(across: number, down: number) {
    const { width, height, canvas } = this.#viewport;
    if (Math.abs(across) >= width || Math.abs(down) >= height) {
      this.#draw({ left: 0, top: 0, width, height });
      return;
    }
    this.#context.drawImage(canvas, across, down);
    if (down) this.#draw({ left: 0, top: down > 0 ? 0 : height + down, width, height: Math.abs(down) });
    if (across) this.#draw({ left: across > 0 ? 0 : width + across, top: 0, width: Math.abs(across), height });
  }

  get #source() {
    return {
      lookOf: (index: number) => this.lookOf(index),
      marksOf: (index: number) => this.marksOf(index),
      // Without a visible cursor no ruler is lit.
      focus: this.resting === "cursor" ? [] : this.shape.cell(this.focusCell),
      rulers: { names: () => axisNames(this.app, this.shape.dimensions), isWhole: this.isWhole },
    };
  }

  #draw(part: {left: number, top: number, width: number, height: number}) {
    drawPart(this.#context, this.#arrangement, this.sprites, this.#source, this.#origin, part);
  }

  #drawLabels() {
    const { width, height } = this.#viewport;
    const part = { left: 0, top: 0, width, height };
    drawLabels(this.#context, this.#arrangement, this.sprites, this.#source, this.#origin, part);
  }

  /** @param opacity - of the wave over it */
  #drawCell(index: number, opacity = 0) {
    const cell = this.shape.cell(index);
    const place = this.#arrangement.place(cell);
    if (!place) return;
    const x = place[0] + this.#origin.x;
    const y = place[1] + this.#origin.y;
    const size = this.sprites.size;
    if (x + size <= 0 || y + size <= 0 || x >= this.#viewport.width || y >= this.#viewport.height) return;
    this.sprites.draw(this.#context, this.lookOf(index), this.marksOf(index) | oddOf(cell, this.#arrangement.fold), x, y);
    if (!opacity || !this.#wave) return;
    this.#context.globalAlpha = opacity;
    this.#context.fillStyle = this.#wave.colour;
    this.#context.fillRect(x, y, size - this.sprites.gap, size - this.sprites.gap);
    this.#context.globalAlpha = 1;
  }

  /** Release all resources; later calls do nothing. */
  close() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#ends.abort();
    this.#viewport.close();
    this.#sprites?.close();
    this.#sprites = null;
    this.forget();
  }
}
