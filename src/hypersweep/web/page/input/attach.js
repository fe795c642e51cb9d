// @ts-check
// Mouse, pen and touch input on a board: highlights pressed cells, and reports the requested moves.

import { cellsAround } from "../engine/around.js";
import { latestPress } from "./keys.js";
import { Mouse } from "./mouse.js";
import { Touch } from "./touch.js";

/** @typedef {import("./pointer.js").MoveKind} MoveKind */
/** @typedef {"mouse" | "touch"} Device */

/**
 * The parts of a board that input handlers use.
 * @typedef {object} BoardLike
 * @property {HTMLElement} element
 * @property {import("../engine/shape.js").Shape} shape
 * @property {(x: number, y: number) => number} cellAt
 * @property {(index: number, options?: {reveal?: boolean}) => void} setCursor
 * @property {(index: number) => void} setHover
 * @property {(marks: Map<number, number>) => void} setMarks
 * @property {number} zoom
 * @property {(value: number, around?: {x: number, y: number}) => void} setZoom
 */

/**
 * @typedef {object} Wishes
 * @property {(index: number) => boolean} isOpen
 * @property {(() => boolean) | undefined} [leftChords] - whether the left button alone chords on an open cell; true by default
 * @property {(kind: MoveKind, index: number, device: Device) => void} act - called to make a move
 * @property {{get(name: "long_press" | "swap_touch"): any}} settings
 * @property {(() => boolean) | undefined} [isFlagMode] - whether a tap, or the left button, places flags
 * @property {((cells: number[]) => void) | undefined} [press] - called with the cells to draw as pressed; empty when
 * none is pressed
 * @property {(() => boolean) | undefined} [isAway] - whether to ignore input because another screen is loading
 */

// Maximum milliseconds between two presses of a double click, at about the same place.
const DOUBLE = 500;
const NEAR = 6;

/** Handles mouse and touch input on a board until `close`. */
export class Hands {
  #stop = new AbortController();
  // If the first click of a double click led to this screen, ignore the second.
  #before = latestPress();

  /** @param {BoardLike} board @param {Wishes} wishes */
  constructor(board, wishes) {
    this.board = board;
    this.wishes = wishes;
    this.signal = this.#stop.signal;
    this.mouse = new Mouse(this);
    this.touch = new Touch(this);
    const { element } = board;
    // Only on the board: elsewhere the browser's own context menu is useful.
    element.addEventListener("contextmenu", (event) => event.preventDefault(), { signal: this.signal });
    const clear = () => this.clear();
    addEventListener("blur", clear, { signal: this.signal });
    document.addEventListener("visibilitychange", clear, { signal: this.signal });
  }

  /**
   * The cell at a point of the window; -1 outside the cells, and on the scrollbars.
   * @param {{clientX: number, clientY: number}} event
   */
  cellUnder({ clientX, clientY }) {
    const { element } = this.board;
    const box = element.getBoundingClientRect();
    const x = clientX - box.left - element.clientLeft;
    const y = clientY - box.top - element.clientTop;
    if (x < 0 || y < 0 || x >= element.clientWidth || y >= element.clientHeight) return -1;
    return this.board.cellAt(clientX, clientY);
  }

  /** Whether a press is meant for this screen. @param {PointerEvent} event */
  isMeant(event) {
    if (this.wishes.isAway?.()) return false;
    const before = this.#before;
    this.#before = null;
    if (!before || event.timeStamp - before.time > DOUBLE) return true;
    return Math.abs(event.clientX - before.x) > NEAR || Math.abs(event.clientY - before.y) > NEAR;
  }

  /**
   * Draw cells as pressed.
   * @param {number} index - -1 for none
   * @param {boolean} [isChord] - whether the cells around it are pressed too
   */
  show(index, isChord = false) {
    const cells = index < 0 ? [] : isChord ? [index, ...cellsAround(this.board.shape, index)] : [index];
    this.wishes.press?.(cells);
  }

  /** @param {MoveKind} kind @param {number} index @param {Device} device */
  act(kind, index, device) {
    if (!this.wishes.isAway?.()) this.wishes.act(kind, index, device);
  }

  /** Cancel all presses, without a move. */
  clear() {
    this.mouse.clear();
    this.touch.clear();
  }

  /** Stop showing cells as pressed: the result is about to be drawn. */
  letGo() {
    this.mouse.letGo();
  }

  /** A key has moved the cursor: ignore the mouse until it moves. */
  lookAway() {
    this.mouse.lookAway();
  }

  close() {
    this.clear();
    this.#stop.abort();
  }
}

/**
 * Handle mouse, pen and touch input on a board.
 * @param {BoardLike} board
 * @param {Wishes} wishes
 * @returns {Hands}
 */
export function attach(board, wishes) {
  return new Hands(board, wishes);
}
