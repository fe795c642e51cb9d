// @ts-check
// A board on the page: any number of dimensions, any size. It plays nothing: pointers and keys are read by others.

import { Arrangement } from "./arrangement.js";
import { CELL, fitBoard, pageMetrics, scrolled } from "./fitting.js";
import {
  CLUE, COVERED, CURSOR, DONE, FAR, FLAGGED, HIDDEN, HOVER, LATEST, MINE, NEAR, PRESSED, TARGET, WRONG_FLAG,
  chanceLook, finished, tooManyFlags,
} from "./looks.js";
import { Neighbours } from "./neighbours.js";
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
/** Where more cells change, all that is seen is drawn anew. */
const MANY = 3000;
/** Counts around cells are kept where they take long. */
const LONG = 80;

/**
 * A board that is drawn. Listeners of "view" hear that it was scrolled, zoomed, resized or arranged anew; of "drawn" that cells look
 * otherwise now; of "focus" that another cell is looked at.
 */
export class Board extends EventTarget {
  #viewport;
  #context;
  #ends = new AbortController();
  /** @type {Sprites | null} */
  #sprites = null;
  /** @type {Shape | null} */
  #shape = null;
  /** @type {Neighbours | null} */
  #neighbours = null;
  #mines = 0;
  /** @type {Int16Array} */
  #codes = new Int16Array(0);
  /** CSS pixels of a cell at zoom 1. @type {number} */
  #cell = CELL.usual;
  #zoom = 1;
  #isSliced = false;
  #arrangement = new Arrangement([1]);
  #origin = { x: 0, y: 0 };
  #cursor = 0;
  #hover = -1;
  #isLookingAtHover = false;
  /** @type {ReadonlyMap<number, number>} */
  #hints = new Map();
  /** @type {Map<number, number>} */
  #marks = new Map();
  /** @type {Float64Array | null} */
  #chances = null;
  #latest = -1;
  #delta = false;
  #dimFinished = false;
  #tint = true;
  #onlyNear = false;
  #isHidden = false;
  /** @type {Map<number, number>} */
  #around = new Map();
  /** What is to be drawn: cells, or all of it. @type {Set<number>} */
  #stale = new Set();
  #isAllStale = true;
  #areLabelsStale = false;
  #frame = 0;
  /** Where what is on the canvas was drawn; null where all has to be. @type {{x: number, y: number} | null} */
  #drawnAt = null;
  #isFitted = false;

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

  /** What scrolls, and hears pointers. */
  get element() {
    return this.#viewport.element;
  }

  /** What lies over the canvas and doesn't scroll. */
  get layer() {
    return this.#viewport.layer;
  }

  get shape() {
    return /** @type {Shape} */ (this.#shape);
  }

  get codes() {
    return this.#codes;
  }

  get mines() {
    return this.#mines;
  }

  get arrangement() {
    return this.#arrangement;
  }

  /** Whether only a slice and its neighbours are shown. */
  get isSliced() {
    return this.#isSliced;
  }

  /** What draws single cells, in the theme and size of now. @returns {Sprites} */
  get sprites() {
    return /** @type {Sprites} */ (this.#sprites);
  }

  get neighbours() {
    return /** @type {Neighbours} */ (this.#neighbours);
  }

  /**
   * Shows a board, all of it anew. Where the shape is that of before, what is seen of it stays in place.
   * @param {{shape: Shape, mines: number, codes: Int16Array}} source - the codes are kept by reference
   */
  show({ shape, mines, codes }) {
    const isSame = this.#shape !== null && String(this.#shape) === String(shape);
    this.#shape = shape;
    this.#mines = mines;
    this.#codes = codes;
    this.#around.clear();
    this.#hints = new Map();
    this.#chances = null;
    this.#latest = -1;
    if (!isSame) {
      this.#neighbours = new Neighbours(shape);
      this.#cursor = shape.index(shape.sides.map((side) => Math.floor(side / 2)));
      this.#hover = -1;
      this.#isLookingAtHover = false;
      this.#isFitted = false;
    }
    this.#sprites?.close();
    this.#sprites = null;
    if (!isSame) this.fit();
    else this.#dress();
    this.#remark();
  }

  /** The largest clue that there can be. */
  get largest() {
    return Math.max(1, Math.min(this.shape.maxNeighbours, this.#mines));
  }

  /**
   * Draws cells that have changed.
   * @param {Uint32Array | readonly number[]} [cells] - none: all of them
   */
  redraw(cells) {
    if (!this.#shape) return;
    if (!cells || cells.length > MANY || ((this.#delta || this.#dimFinished) && cells.length * this.shape.maxNeighbours > 1 << 18)) {
      this.#around.clear();
      this.#redrawAll();
      return;
    }
    for (const index of cells) this.#stale.add(index);
    if (this.#delta || this.#dimFinished) {
      for (const index of cells) {
        for (const other of this.neighbours.of(index)) {
          this.#around.delete(other);
          if (this.#codes[other] > 0) this.#stale.add(other);
        }
      }
    }
    this.#schedule();
    this.#tell("drawn", cells);
  }

  #redrawAll() {
    this.#isAllStale = true;
    this.#schedule();
    this.#tell("drawn", null);
  }

  /** @param {string} name @param {any} [detail] */
  #tell(name, detail = null) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  // Looks.

  /**
   * How a cell looks now: a code, or one of the looks of looks.js.
   * @param {number} index
   * @returns {number}
   */
  lookOf(index) {
    if (this.#isHidden) return HIDDEN;
    const code = this.#codes[index];
    if (this.#chances && (code === COVERED || code === FLAGGED)) {
      const chance = this.#chances[index];
      if (chance >= 0) return chanceLook(chance, code === FLAGGED);
    }
    if (code <= 0 || !(this.#delta || this.#dimFinished)) return code;
    const around = this.#countsAround(index);
    const covered = around >> 15;
    const flags = around & 0x7fff;
    let shown = code;
    if (this.#delta) shown = code > flags ? code - flags : code === flags ? DONE : tooManyFlags(flags - code);
    const isFinished = this.#dimFinished && covered === 0 && (flags === 0 || flags === code);
    return isFinished ? finished(shown) : shown;
  }

  /** How many cells around one are covered, and how many flagged. @param {number} index */
  #countsAround(index) {
    const isLong = this.shape.maxNeighbours >= LONG;
    const known = isLong ? this.#around.get(index) : undefined;
    if (known !== undefined) return known;
    let covered = 0;
    let flags = 0;
    const codes = this.#codes;
    for (const other of this.neighbours.of(index)) {
      const code = codes[other];
      if (code === COVERED || code === MINE) covered++;
      else if (code === FLAGGED || code === WRONG_FLAG) flags++;
    }
    const counts = (covered << 15) | flags;
    if (isLong) this.#around.set(index, counts);
    return counts;
  }

  /** The bits that a cell carries beside its look. @param {number} index */
  marksOf(index) {
    return this.#marks.get(index) ?? this.#otherMarks;
  }

  /** The parity of a cell on its tile. @param {number} index */
  oddOf(index) {
    return oddOf(this.shape.cell(index), this.#arrangement.fold);
  }

  get #otherMarks() {
    return this.#onlyNear && !this.#isHidden ? FAR : 0;
  }

  /** Marks the cells anew, and draws those whose marks differ. */
  #remark() {
    if (!this.#shape) return;
    const before = this.#marks;
    /** @type {Map<number, number>} */
    const marks = new Map();
    if (!this.#isHidden) {
      const add = (/** @type {number} */ index, /** @type {number} */ bits) => marks.set(index, (marks.get(index) ?? 0) | bits);
      for (const [index, bits] of this.#hints) add(index, bits);
      const focus = this.focusCell;
      if (this.#tint || this.#onlyNear) for (const index of this.neighbours.of(focus)) add(index, this.#tint ? NEAR : 0);
      if (this.#onlyNear) add(focus, 0);
      if (this.#hover >= 0) add(this.#hover, HOVER);
      if (this.#latest >= 0) add(this.#latest, LATEST);
      add(this.#cursor, CURSOR);
    }
    this.#marks = marks;
    const changed = [];
    for (const [index, bits] of before) if (marks.get(index) !== bits) changed.push(index);
    for (const index of marks.keys()) if (!before.has(index)) changed.push(index);
    for (const index of changed) this.#stale.add(index);
    if (changed.length) {
      this.#schedule();
      this.#tell("drawn", changed);
    }
  }

  /** @param {Map<number, number>} marks - bits of `CLUE`, `TARGET` and `PRESSED` by index */
  setMarks(marks) {
    const known = CLUE | TARGET | PRESSED;
    this.#hints = new Map([...marks].map(([index, bits]) => [index, bits & known]));
    this.#remark();
  }

  /** @param {Float64Array | null} chances - by index; below 0 or NaN where none is to be shown */
  setChances(chances) {
    this.#chances = chances;
    this.#redrawAll();
  }

  /** The cell of the latest move, or -1. */
  get latest() {
    return this.#latest;
  }

  set latest(index) {
    this.#latest = index;
    this.#remark();
  }

  get delta() {
    return this.#delta;
  }

  set delta(value) {
    this.#delta = value;
    this.redraw();
  }

  get dimFinished() {
    return this.#dimFinished;
  }

  set dimFinished(value) {
    this.#dimFinished = value;
    this.redraw();
  }

  get tint() {
    return this.#tint;
  }

  set tint(value) {
    this.#tint = value;
    this.#remark();
  }

  get onlyNear() {
    return this.#onlyNear;
  }

  set onlyNear(value) {
    if (value === this.#onlyNear) return;
    this.#onlyNear = value;
    this.#remark();
    this.#redrawAll();
  }

  get isHidden() {
    return this.#isHidden;
  }

  set isHidden(value) {
    this.#isHidden = value;
    this.#remark();
    this.#redrawAll();
  }

  /** The theme that is shown; setting it to "system" takes what the browser is told. @returns {string} */
  get theme() {
    return themeOf(this.#theme).name;
  }

  set theme(name) {
    this.#theme = name;
    this.#dress();
  }

  /** Begins new sprites: another theme, another size, other clues. */
  #dress() {
    this.#sprites?.close();
    this.#sprites = null;
    if (!this.#shape) return;
    this.#sprites = new Sprites(themeOf(this.#theme), this.#arrangement.metrics.cell[0], this.largest);
    this.#redrawAll();
  }

  // The cursor.

  get cursor() {
    return this.#cursor;
  }

  /**
   * Puts the cursor on a cell; its neighbourhood is tinted then.
   * @param {number} index
   * @param {{reveal?: boolean}} [options] - whether to scroll to it
   */
  setCursor(index, { reveal = true } = {}) {
    const cell = this.shape.cell(index);
    this.#cursor = index;
    this.#isLookingAtHover = index === this.#hover;
    if (this.#isSliced && !this.#arrangement.place(cell)) this.#arrange();
    else if (this.#isSliced && this.#arrangement.tracks?.some((track, axis) => axis >= 4 && track.length < this.shape.sides[axis])) this.#arrange();
    this.#look();
    if (reveal) this.reveal(index);
  }

  get hover() {
    return this.#hover;
  }

  /** @param {number} index - the cell under the mouse, whose neighbourhood is tinted then; -1 for none */
  setHover(index) {
    if (index === this.#hover) return;
    this.#hover = index < 0 ? -1 : this.shape.index(index);
    this.#isLookingAtHover = this.#hover >= 0;
    this.#look();
  }

  /** The cell looked at: that under the mouse until the cursor is moved. */
  get focusCell() {
    return this.#isLookingAtHover && this.#hover >= 0 ? this.#hover : this.#cursor;
  }

  #look() {
    this.#remark();
    this.#areLabelsStale = true;
    this.#schedule();
    this.#tell("focus");
  }

  /** Moves the cursor to another slice. @param {readonly number[]} higher - the coordinates on axes 4 and beyond */
  focusSlice(higher) {
    this.setCursor(this.shape.index([...this.shape.cell(this.#cursor).slice(0, 4), ...higher]));
  }

  /** Scrolls so that a cell is seen, and of what it belongs to as much as there is room for. @param {number} index */
  reveal(index) {
    const surroundings = this.#arrangement.surroundings(this.shape.cell(index));
    const { width, height } = this.#viewport;
    if (!surroundings || !width || !height) return;
    const scroll = this.#viewport.scroll;
    const margin = this.#margin;
    const size = this.#arrangement.metrics.cell[0];
    const shifted = surroundings.map((spans) => spans.map(([at, extent]) => /** @type {[number, number]} */ ([at + margin, extent])));
    // What belongs to the edge is seen with the margin around it.
    const to = [width, height].map((room, way) => {
      const next = scrolled(shifted[way], 2 * size, room, way ? scroll.y : scroll.x);
      return next <= margin ? 0 : next;
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
   * The cell at a point; -1 where there is none.
   * @param {number} clientX @param {number} clientY
   */
  cellAt(clientX, clientY) {
    const box = this.#viewport.canvas.getBoundingClientRect();
    const { ratio, width, height } = this.#viewport;
    const x = (clientX - box.left) * ratio;
    const y = (clientY - box.top) * ratio;
    if (!this.#shape || x < 0 || y < 0 || x >= width || y >= height) return -1;
    const cell = this.#arrangement.cellAt(x - this.#origin.x, y - this.#origin.y);
    return cell ? this.#shape.index(cell) : -1;
  }

  /**
   * Where a cell is, in the client's pixels; null where it isn't among those shown, as in another slice.
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
    if (zoom === this.#zoom || !this.#shape) return;
    this.#keeping(point, () => {
      this.#zoom = zoom;
      this.#size();
    });
  }

  /** Makes the board as large as suits the viewport, at zoom 1. */
  fit() {
    if (!this.#shape) return;
    this.#zoom = 1;
    this.#arrange();
    this.reveal(this.#cursor);
  }

  /** Chooses cells and arrangement for the room there is. */
  #arrange() {
    const { width, height } = this.#viewport.outer;
    const { ratio } = this.#viewport;
    if (width === 0 || height === 0) {
      this.#isFitted = false;
      this.#arrangement = new Arrangement(this.shape.sides, { metrics: pageMetrics(Math.round(this.#cell * ratio), this.shape.dimensions) });
      this.#size();
      return;
    }
    const isTouch = matchMedia("(pointer: coarse)").matches;
    const fit = fitBoard(this.shape, this.shape.cell(this.#cursor), {
      width: Math.floor((width - 2 * MARGIN) * ratio),
      height: Math.floor((height - 2 * MARGIN) * ratio),
      least: Math.ceil((isTouch ? CELL.leastTouch : CELL.least) * ratio),
      most: Math.round(CELL.most * ratio),
      usual: Math.round(CELL.usual * ratio),
      scrollbar: Math.ceil(SCROLLBAR * ratio),
    });
    this.#cell = fit.cell / ratio;
    this.#isSliced = fit.isSliced;
    this.#arrangement = fit.arrangement;
    this.#isFitted = true;
    this.#size();
  }

  /** Gives the cells the size that the zoom asks for. */
  #size() {
    const size = Math.max(4, Math.round(this.#cell * this.#zoom * this.#viewport.ratio));
    const { tracks, fold } = this.#arrangement;
    this.#arrangement = new Arrangement(this.shape.sides, { tracks, fold, metrics: pageMetrics(size, this.shape.dimensions) });
    const margin = 2 * this.#margin;
    this.#viewport.setContent(this.#arrangement.width + margin, this.#arrangement.height + margin);
    this.#place();
    if (this.#sprites?.size !== size) this.#dress();
    this.#redrawAll();
    this.#tell("view");
  }

  /**
   * Does something to the sizes such that a point stays over the same cell.
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
    if (!this.#shape) return;
    const { width, height } = this.#viewport.outer;
    if (!width || !height) return;
    const wasFitted = this.#isFitted;
    this.#keeping(undefined, () => this.#arrange());
    if (!wasFitted) this.reveal(this.#cursor);
  }

  #moved() {
    const before = this.#origin;
    this.#place();
    if (before.x === this.#origin.x && before.y === this.#origin.y) return;
    this.#schedule();
    this.#tell("view");
  }

  // Drawing.

  #schedule() {
    this.#frame ||= requestAnimationFrame(() => this.paint());
  }

  /** Draws now what is to be drawn with the next frame. */
  paint() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    const { width, height } = this.#viewport;
    if (!this.#shape || !this.#sprites || !width || !height) return;
    const drawnAt = this.#drawnAt;
    const { x, y } = this.#origin;
    if (this.#isAllStale || !drawnAt || this.#stale.size > MANY) {
      this.#draw({ left: 0, top: 0, width, height });
    } else {
      if (drawnAt.x !== x || drawnAt.y !== y) this.#shift(x - drawnAt.x, y - drawnAt.y);
      for (const index of this.#stale) this.#drawCell(index);
      if (this.#areLabelsStale) this.#drawLabels();
    }
    this.#drawnAt = { x, y };
    this.#isAllStale = this.#areLabelsStale = false;
    this.#stale.clear();
  }

  /** Moves what is drawn, and draws what has come in. @param {number} across @param {number} down */
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
    drawLabels(this.#context, this.#arrangement, this.sprites, this.shape.cell(this.focusCell), this.#origin, { left: 0, top: 0, width, height });
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

  /** Frees what it holds; nothing of it acts afterwards. */
  close() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#ends.abort();
    this.#viewport.close();
    this.#sprites?.close();
    this.#sprites = null;
    this.#shape = null;
    this.#codes = new Int16Array(0);
    this.#chances = null;
    this.#marks.clear();
    this.#around.clear();
  }
}
