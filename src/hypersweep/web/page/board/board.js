// @ts-check
// A board on the page: any number of dimensions, any size. It doesn't play: other modules handle pointers and keys. The look of cells is
// in cell_looks.js; this module places cells and draws them on the canvas.

import { Arrangement } from "./arrangement.js";
import { CellLooks, MANY } from "./cell_looks.js";
import { CELL, fitBoard, pageMetrics, scrolled } from "./fitting.js";
import { drawLabels, drawPart, oddOf } from "./painter.js";
import { Sprites } from "./sprites.js";
import { themeOf } from "./themes.js";
import { Viewport } from "./viewport.js";

export { CLUE, PRESSED, TARGET } from "./looks.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../engine/shape.js").Shape} Shape */

/** CSS pixels around a board. */
const MARGIN = 10;
/** CSS pixels that a scrollbar may take. */
const SCROLLBAR = 16;
const LEAST_ZOOM = 0.5;
const MOST_ZOOM = 4;

/**
 * A board on a canvas. Events: "view" (scrolled, zoomed, resized or rearranged), "zoom" (the player has
 * zoomed), "drawn" (cells look different), "focus" (another cell has the cursor).
 */
export class Board extends CellLooks {
  #viewport;
  #context;
  #ends = new AbortController();
  /** @type {Sprites | null} */
  #sprites = null;
  /** CSS pixels of a cell at zoom 1. @type {number} */
  #cell = CELL.usual;
  #zoom = 1;
  #isSliced = false;
  #arrangement = new Arrangement([1]);
  #origin = { x: 0, y: 0 };
  #frame = 0;
  /** The scroll position of the canvas's content; null if everything must be drawn. @type {{x: number, y: number} | null} */
  #drawnAt = null;
  #isFitted = false;
  #isWide = false;

  /**
   * @param {HTMLElement} host - is filled
   * @param {App} app
   */
  constructor(host, app) {
    super();
    this.app = app;
    this.#viewport = new Viewport(host);
    this.#context = /** @type {CanvasRenderingContext2D} */ (this.#viewport.canvas.getContext("2d", { alpha: false }));
    const { signal } = this.#ends;
    this.#theme = String(app.settings.get("theme"));
    app.settings.addEventListener(
      "change",
      (event) => {
        if (/** @type {CustomEvent} */ (event).detail === "theme") this.theme = String(app.settings.get("theme"));
      },
      { signal },
    );
    for (const query of ["(prefers-color-scheme: dark)", "(prefers-contrast: more)"]) {
      matchMedia(query).addEventListener("change", () => this.#dress(), { signal });
    }
    this.#viewport.addEventListener("scroll", () => this.#moved(), { signal });
    this.#viewport.addEventListener("resize", () => this.#resize(), { signal });
  }

  #theme = "system";

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

  /** Draws single cells, in the current theme and size. @returns {Sprites} */
  get sprites() {
    return /** @type {Sprites} */ (this.#sprites);
  }

  /**
   * Show a board. If the shape is the same as before, the view stays in place.
   * @param {{shape: Shape, mines: number, codes: Int16Array}} source - the codes are used by reference
   */
  show(source) {
    const isSame = this.take(source);
    if (!isSame) this.#isFitted = false;
    this.#sprites?.close();
    this.#sprites = null;
    if (!isSame) this.fit();
    else this.#dress();
    this.remark();
  }

  /** The parity of a cell on its tile. @param {number} index */
  oddOf(index) {
    return oddOf(this.shape.cell(index), this.#arrangement.fold);
  }

  /** The current theme; setting it to "system" uses the browser's preference. @returns {string} */
  get theme() {
    return themeOf(this.#theme).name;
  }

  set theme(name) {
    this.#theme = name;
    this.#dress();
  }

  /** Start new sprites: for another theme, another size, other clues. */
  #dress() {
    this.#sprites?.close();
    this.#sprites = null;
    if (!this.hasBoard) return;
    this.#sprites = new Sprites(themeOf(this.#theme), this.#arrangement.metrics.cell[0], this.largest);
    this.redrawAll();
  }

  // The cursor.

  /**
   * Move the cursor to a cell, and tint its neighbourhood.
   * @param {number} index
   * @param {{reveal?: boolean}} [options] - whether to scroll to it
   */
  setCursor(index, { reveal = true } = {}) {
    this.putCursor(index);
    if (this.#isSliced && this.#arrangement.cells < this.shape.cells) this.#arrange();
    this.look();
    if (reveal) this.reveal(index);
  }

  /** Move the cursor to another slice. @param {readonly number[]} higher - the coordinates on axes 4 and beyond */
  focusSlice(higher) {
    this.setCursor(this.shape.index([...this.shape.cell(this.cursor).slice(0, 4), ...higher]));
  }

  /** Scroll so that a cell is visible, with as much of its surroundings as possible. @param {number} index */
  reveal(index) {
    const surroundings = this.#arrangement.surroundings(this.shape.cell(index));
    const { width, height } = this.#viewport;
    if (!surroundings || !width || !height) return;
    const scroll = this.#viewport.scroll;
    const margin = this.#margin;
    const size = this.#arrangement.metrics.cell[0];
    const shifted = surroundings.map((spans) => spans.map(([at, extent]) => /** @type {[number, number]} */ ([at + margin, extent])));
    // Show cells at an edge together with the margin.
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

  // Where things are.

  get #margin() {
    return Math.round(MARGIN * this.#viewport.ratio);
  }

  #place() {
    const { width, height, scroll } = this.#viewport;
    const margin = this.#margin;
    const at = (/** @type {number} */ room, /** @type {number} */ content, /** @type {number} */ scrolledBy) =>
      content + 2 * margin <= room ? Math.floor((room - content) / 2) : margin - scrolledBy;
    this.#origin = { x: at(width, this.#arrangement.width, scroll.x), y: at(height, this.#arrangement.height, scroll.y) };
  }

  /**
   * The cell at a point; -1 if there is none.
   * @param {number} clientX @param {number} clientY
   */
  cellAt(clientX, clientY) {
    const box = this.#viewport.canvas.getBoundingClientRect();
    const { ratio, width, height } = this.#viewport;
    const x = (clientX - box.left) * ratio;
    const y = (clientY - box.top) * ratio;
    if (!this.hasBoard || x < 0 || y < 0 || x >= width || y >= height) return -1;
    const cell = this.#arrangement.cellAt(x - this.#origin.x, y - this.#origin.y);
    return cell ? this.shape.index(cell) : -1;
  }

  /**
   * The place of a cell, in client pixels; null if it isn't shown, as in another slice.
   * @param {number} index
   * @returns {{left: number, top: number, width: number, height: number} | null}
   */
  boxOf(index) {
    const place = this.#arrangement.place(this.shape.cell(index));
    if (!place) return null;
    const box = this.#viewport.canvas.getBoundingClientRect();
    const { ratio } = this.#viewport;
    const [width, height] = this.#arrangement.metrics.cell;
    return {
      left: box.left + (place[0] + this.#origin.x) / ratio,
      top: box.top + (place[1] + this.#origin.y) / ratio,
      width: width / ratio,
      height: height / ratio,
    };
  }

  get zoom() {
    return this.#zoom;
  }

  /**
   * @param {number} value - 0.5 to 4; anything beyond is taken as the nearer end
   * @param {{x: number, y: number}} [point] - in the client's pixels, which stays over the same cell; the middle if it isn't given
   */
  setZoom(value, point) {
    if (!Number.isFinite(value)) return;
    const zoom = Math.min(MOST_ZOOM, Math.max(LEAST_ZOOM, value));
    if (zoom === this.#zoom || !this.hasBoard) return;
    this.#keeping(point, () => {
      this.#zoom = zoom;
      this.#size();
    });
    this.tell("zoom");
  }

  /** Fit the board to the viewport. @param {number} [zoom] - how much larger than that, within the limits */
  fit(zoom = 1) {
    if (!this.hasBoard) return;
    this.#zoom = Math.min(MOST_ZOOM, Math.max(LEAST_ZOOM, zoom));
    this.#arrange();
    this.reveal(this.cursor);
  }

  /** Choose the size of cells and the arrangement for the available space. */
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

  /** The part of the board that suits a viewport, at zoom 1. @param {number} width - CSS pixels @param {number} height */
  #fitted(width, height) {
    const { ratio } = this.#viewport;
    const isTouch = matchMedia("(pointer: coarse)").matches;
    return fitBoard(this.shape, this.shape.cell(this.cursor), {
      width: Math.floor((width - 2 * MARGIN) * ratio),
      height: Math.floor((height - 2 * MARGIN) * ratio),
      least: Math.ceil((isTouch ? CELL.leastTouch : CELL.least) * ratio),
      most: Math.round(CELL.most * ratio),
      usual: Math.round(CELL.usual * ratio),
      scrollbar: Math.ceil(SCROLLBAR * ratio),
    });
  }

  /**
   * The view of the board in a viewport of another size.
   * @param {number} width - CSS pixels @param {number} height @param {number} zoom
   * @returns {{isSliced: boolean, isWhole: boolean, cell: number}} whether all of it is seen; CSS pixels of a cell
   */
  preview(width, height, zoom) {
    const { ratio } = this.#viewport;
    const { cell, isSliced, arrangement } = this.#fitted(width, height);
    const shown = this.#sized(arrangement, cell * zoom);
    const isWhole = !isSliced && shown.width + 2 * this.#margin <= width * ratio && shown.height + 2 * this.#margin <= height * ratio;
    return { isSliced, isWhole, cell: (cell * zoom) / ratio };
  }

  /** The same arrangement with cells of another size. @param {Arrangement} arrangement @param {number} pixels - device pixels of a cell */
  #sized({ tracks, fold }, pixels) {
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

  /**
   * Change the sizes so that a point stays over the same cell.
   * @param {{x: number, y: number} | undefined} point @param {() => void} act
   */
  #keeping(point, act) {
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
    // A phone that was turned shows another part of the board.
    if (!wasFitted || wasWide !== this.#isWide) this.reveal(this.cursor);
    // A resized canvas is black, and a frame asked for now would be painted after the one in which that is seen.
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

  /** Draw at once what the next frame would draw. */
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
  }

  /** Move the drawn content, and draw the exposed part. @param {number} across @param {number} down */
  #shift(across, down) {
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
      lookOf: (/** @type {number} */ index) => this.lookOf(index),
      marksOf: (/** @type {number} */ index) => this.marksOf(index),
      focus: this.shape.cell(this.focusCell),
    };
  }

  /** @param {{left: number, top: number, width: number, height: number}} part */
  #draw(part) {
    drawPart(this.#context, this.#arrangement, this.sprites, this.#source, this.#origin, part);
  }

  #drawLabels() {
    const { width, height } = this.#viewport;
    const part = { left: 0, top: 0, width, height };
    drawLabels(this.#context, this.#arrangement, this.sprites, this.shape.cell(this.focusCell), this.#origin, part);
  }

  /** @param {number} index */
  #drawCell(index) {
    const cell = this.shape.cell(index);
    const place = this.#arrangement.place(cell);
    if (!place) return;
    const x = place[0] + this.#origin.x;
    const y = place[1] + this.#origin.y;
    const size = this.sprites.size;
    if (x + size <= 0 || y + size <= 0 || x >= this.#viewport.width || y >= this.#viewport.height) return;
    this.sprites.draw(this.#context, this.lookOf(index), this.marksOf(index) | oddOf(cell, this.#arrangement.fold), x, y);
  }

  /** Release its resources; it does nothing afterwards. */
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
