// How a board's cells look, and which cells have to be redrawn.

import { cellsAround, startCell } from "../engine/around.ts";
import { countAround } from "./labels.ts";
import {
  CLUE, COVERED, CURSOR, DONE, FAR, FLAGGED, GHOST, HIDDEN, HOVER, LATEST, MARK_BITS, NEAR, PRESSED, REMOTE, TARGET,
  chanceLook, finished, numberOf, shownInstead, tooManyFlags,
} from "./cell_appearance.ts";
import type { Shape } from "../engine/shape.ts";

/** With more changed cells than this, all visible cells are redrawn. */
export const MANY = 3000;
/** Counts around cells are cached on boards with at least this many neighbours per cell. */
const LONG = 80;

/** Holds codes, chances, marks and the cursor. The subclass draws them when `schedule` requests a frame. */
export class CellLooks extends EventTarget {
  #shape: Shape | null = null;
  #mines = 0;
  #codes: Int16Array = new Int16Array(0);
  #cursor = 0;
  #hover = -1;
  #isLookingAtHover = false;
  #hints: ReadonlyMap<number, number> = new Map();
  #marks: Map<number, number> = new Map();
  /** Looks of covered cells with the player's marks. */
  markLooks: ReadonlyMap<number, number> = new Map();
  #chances: Float64Array | null = null;
  #latest = -1;
  #delta = false;
  #dimFinished = false;
  #tint = true;
  #onlyNear = false;
  #outcome = "ongoing";
  /** The codes to show in place of others after `#outcome`. */
  #instead = shownInstead(this.#outcome);
  #isHidden = false;
  /** Which marks are hidden until the cursor or the mouse moves: those around the cursor, or the cursor too. */
  #resting: "nothing" | "surroundings" | "cursor" = "nothing";
  /** Number of tiles: a cell's tile is its index modulo this. */
  #tiles = 1;
  /**
   * The focus cell's tile, and the tiles that don't fade: it and those with neighbours of the cell. -1 and null if none
   * fades.
   */
  #tile = -1;
  #nearTiles: Set<number> | null = null;
  #around: Map<number, number> = new Map();
  /** Cells to redraw, unless `isAllStale`. */
  stale: Set<number> = new Set();
  isAllStale = true;
  areLabelsStale = false;

  get hasBoard() {
    return this.#shape !== null;
  }

  get shape() {
    return this.#shape as Shape;
  }

  get codes() {
    return this.#codes;
  }

  get mines() {
    return this.#mines;
  }

  /** Request a frame. */
  schedule() {}

  /**
   * Show another board, without marks.
   * @returns whether the shape is the same, so that cursor and mouse position stay
   */
  take({ shape, mines, codes }: {shape: Shape, mines: number, codes: Int16Array}): boolean {
    const isSame = this.#shape !== null && String(this.#shape) === String(shape);
    this.#shape = shape;
    this.#tiles = shape.sides.slice(2).reduce((product, side) => product * side, 1);
    this.#tile = -1;
    this.#mines = mines;
    this.#codes = codes;
    this.#around.clear();
    this.#hints = new Map();
    this.markLooks = new Map();
    this.#chances = null;
    this.#latest = -1;
    this.#outcome = "ongoing";
    this.#resting = "nothing";
    this.#instead = shownInstead(this.#outcome);
    if (!isSame) {
      this.#cursor = shape.index(startCell(shape));
      this.#hover = -1;
      this.#isLookingAtHover = false;
    }
    return isSame;
  }

  /** Mark everything as drawn. */
  settle() {
    this.isAllStale = this.areLabelsStale = false;
    this.stale.clear();
  }

  /** Release the board. */
  forget() {
    this.#shape = null;
    this.#codes = new Int16Array(0);
    this.#chances = null;
    this.#marks.clear();
    this.#around.clear();
  }

  /** The largest clue that this board can have. */
  get largest() {
    return Math.max(1, Math.min(this.shape.maxNeighbours, this.#mines));
  }

  /**
   * Redraw changed cells.
   * @param cells - all cells if omitted
   */
  redraw(cells?: Uint32Array | readonly number[]) {
    if (!this.#shape) return;
    if (!cells || cells.length > MANY || ((this.#delta || this.#dimFinished) && cells.length * this.shape.maxNeighbours > 1 << 18)) {
      this.#around.clear();
      this.redrawAll();
      return;
    }
    for (const index of cells) this.stale.add(index);
    if (this.#delta || this.#dimFinished) {
      for (const index of cells) {
        for (const other of cellsAround(this.shape, index)) {
          this.#around.delete(other);
          if (this.#codes[other] > 0) this.stale.add(other);
        }
      }
    }
    this.schedule();
    this.tell("drawn", cells);
  }

  redrawAll() {
    this.isAllStale = true;
    this.schedule();
    this.tell("drawn", null);
  }

  tell(name: string, detail: any = null) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  // Appearance.

  /** The current look of a cell: a code, or one of the values in cell_appearance.ts. */
  lookOf(index: number): number {
    if (this.#isHidden) return HIDDEN;
    const own = this.#codes[index];
    const code = this.#instead?.[own] ?? own;
    if (this.#chances && (code === COVERED || code === FLAGGED)) {
      const chance = this.#chances[index];
      if (chance >= 0) return chanceLook(chance, code === FLAGGED);
    }
    if (code === COVERED) return this.markLooks.get(index) ?? code;
    if (code <= 0 || !(this.#delta || this.#isDimming)) return code;
    const around = this.#countsAround(index);
    const covered = around >> 15;
    const flags = around & 0x7fff;
    let shown = code;
    if (this.#delta) shown = code > flags ? code - flags : code === flags ? DONE : tooManyFlags(flags - code);
    const isFinished = this.#isDimming && covered === 0 && (flags === 0 || flags === code);
    return isFinished ? finished(shown) : shown;
  }

  /** The number of flags and of other covered cells around a cell. */
  #countsAround(index: number) {
    const isLong = this.shape.maxNeighbours >= LONG;
    const known = isLong ? this.#around.get(index) : undefined;
    if (known !== undefined) return known;
    const { covered, flags } = countAround(this, index);
    const counts = (covered << 15) | flags;
    if (isLong) this.#around.set(index, counts);
    return counts;
  }

  /** The mark bits of a cell. */
  marksOf(index: number) {
    return this.#marks.get(index) ?? this.#otherMarks(index);
  }

  #otherMarks(index: number) {
    if (this.#onlyNear && !this.#isHidden) return FAR;
    return this.#nearTiles && !this.#nearTiles.has(index % this.#tiles) ? REMOTE : 0;
  }

  /** The number that a hint has written on a cell; 0 for none. */
  hintNumber(index: number) {
    return numberOf(this.#hints.get(index) ?? 0);
  }

  /** Fade the tiles that hold no neighbours of a cell. */
  #fade(focus: number, around: readonly number[]) {
    const isFading = this.#tint && this.#tiles > 1 && !this.#isHidden && this.#outcome === "ongoing";
    const tile = isFading ? focus % this.#tiles : -1;
    if (tile === this.#tile) return;
    this.#tile = tile;
    this.#nearTiles = isFading ? new Set([focus, ...around].map((index) => index % this.#tiles)) : null;
    // Cheap even on large boards, because only visible cells are drawn.
    this.isAllStale = true;
    this.schedule();
  }

  /** Update the marks, and redraw the cells whose marks differ. */
  remark() {
    if (!this.#shape) return;
    const before = this.#marks;
    const marks: Map<number, number> = new Map();
    const focus = this.focusCell;
    const isResting = this.#resting !== "nothing" && !this.#onlyNear;
    const around = (this.#tint && !isResting) || this.#onlyNear ? cellsAround(this.shape, focus) : [];
    this.#fade(focus, around);
    if (!this.#isHidden) {
      const add = (index: number, bits: number) => marks.set(index, (marks.get(index) ?? 0) | bits);
      for (const [index, bits] of this.#hints) add(index, bits);
      const place = Math.floor(focus / this.#tiles);
      const near = (index: number) => (Math.floor(index / this.#tiles) === place ? NEAR | GHOST : NEAR);
      for (const index of around) add(index, this.#tint ? near(index) : 0);
      if (this.#onlyNear) add(focus, 0);
      if (this.#hover >= 0 && !isResting) add(this.#hover, HOVER);
      if (this.#latest >= 0) add(this.#latest, LATEST);
      if (this.#resting !== "cursor") add(this.#cursor, CURSOR);
    }
    this.#marks = marks;
    const changed = [];
    for (const [index, bits] of before) if (marks.get(index) !== bits) changed.push(index);
    for (const index of marks.keys()) if (!before.has(index)) changed.push(index);
    for (const index of changed) this.stale.add(index);
    if (changed.length) {
      this.schedule();
      this.tell("drawn", changed);
    }
  }

  /**
   * Show question marks and draft flags.
   * @returns the cells that look different
   */
  showMarks(looks: ReadonlyMap<number, number>) {
    const before = this.markLooks;
    this.markLooks = looks;
    const changed = [...new Set([...before.keys(), ...looks.keys()])].filter((index) => before.get(index) !== looks.get(index));
    if (changed.length) this.redraw(changed);
    return changed;
  }

  /** @param marks - bits of `CLUE`, `TARGET`, `NEAR` and `PRESSED` and a hint's number, by cell index */
  setMarks(marks: ReadonlyMap<number, number>) {
    const known = CLUE | TARGET | NEAR | PRESSED | (-1 << MARK_BITS);
    this.#hints = new Map([...marks].map(([index, bits]) => [index, bits & known]));
    this.remark();
  }

  /** @param chances - by cell index; negative or NaN for cells that show none */
  setChances(chances: Float64Array | null) {
    this.#chances = chances;
    this.redrawAll();
  }

  /** The cell of the latest move, or -1. */
  get latest() {
    return this.#latest;
  }

  set latest(index) {
    this.#latest = index;
    this.remark();
  }

  get delta() {
    return this.#delta;
  }

  set delta(value) {
    if (value === this.#delta) return;
    this.#delta = value;
    this.redraw();
  }

  get dimFinished() {
    return this.#dimFinished;
  }

  set dimFinished(value) {
    if (value === this.#dimFinished) return;
    this.#dimFinished = value;
    this.redraw();
  }

  get tint() {
    return this.#tint;
  }

  set tint(value) {
    this.#tint = value;
    this.remark();
  }

  /** The outcome of the game. After the end no clue is dimmed as done. */
  get outcome(): string {
    return this.#outcome;
  }

  set outcome(value) {
    if (value === this.#outcome) return;
    this.#outcome = value;
    this.#resting = "nothing";
    this.#instead = shownInstead(value);
    this.remark();
    this.redraw();
  }

  get #isDimming() {
    return this.#dimFinished && this.#outcome === "ongoing";
  }

  get onlyNear() {
    return this.#onlyNear;
  }

  set onlyNear(value) {
    if (value === this.#onlyNear) return;
    this.#onlyNear = value;
    this.remark();
    this.redrawAll();
  }

  get isHidden() {
    return this.#isHidden;
  }

  set isHidden(value) {
    this.#isHidden = value;
    this.remark();
    this.redrawAll();
  }

  // The cell under the cursor.

  get cursor() {
    return this.#cursor;
  }

  /** Move the cursor without redrawing; `look` does that. */
  putCursor(index: number) {
    this.#cursor = this.shape.index(index);
    this.#resting = "nothing";
    this.#isLookingAtHover = index === this.#hover;
  }

  get hover() {
    return this.#hover;
  }

  /** @param index - the cell under the mouse, whose neighbourhood is tinted; -1 for none */
  setHover(index: number) {
    if (index === this.#hover) return;
    this.#hover = index < 0 ? -1 : this.shape.index(index);
    this.#isLookingAtHover = this.#hover >= 0;
    // If the mouse leaves the board, hidden marks stay hidden.
    if (this.#hover >= 0) this.#resting = "nothing";
    this.look();
  }

  /**
   * After the end of a game, hide marks until the cursor or the mouse moves.
   * @param hasCursor - whether the cursor stays visible, as keyboard players need
   */
  rest(hasCursor: boolean) {
    this.#resting = hasCursor ? "surroundings" : "cursor";
    this.look();
  }

  /** Which marks are hidden: none, those around the cursor, or the cursor too. */
  get resting() {
    return this.#resting;
  }

  /** The cell that tints and panels follow: the one under the mouse, until the cursor moves. */
  get focusCell() {
    return this.#isLookingAtHover && this.#hover >= 0 ? this.#hover : this.#cursor;
  }

  look() {
    this.remark();
    this.areLabelsStale = true;
    this.schedule();
    this.tell("focus");
  }
}
