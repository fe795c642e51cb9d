// Mouse, pen and touch input on a board: highlights pressed cells, and reports the requested moves.

import { cellsAround } from "../engine/around.ts";
import { latestPress } from "./keys.ts";
import { Mouse } from "./mouse.ts";
import { Touch } from "./touch.ts";
import type { Board } from "../board/board.ts";
import type { MoveKind } from "../engine/terms.ts";

type Device = "mouse" | "touch";

/** The parts of a board that input handlers use. */
type BoardLike = Pick<Board, "element" | "shape" | "cellAt" | "setCursor" | "setHover" | "setMarks" | "zoom" | "setZoom">;

interface InputOptions {
  isOpen: (index: number) => boolean;
  /** whether the left button alone chords on an open cell; true by default */ leftChords?: (() => boolean) | undefined;
  /** called to make a move */ act: (kind: MoveKind, index: number, device: Device) => void;
  settings: {get(name: "long_press" | "swap_touch"): any};
  /** whether a tap, or the left button, places flags */ isFlagMode?: (() => boolean) | undefined;
  /** called with the cells to draw as pressed; empty when none is pressed */
  press?: ((cells: number[]) => void) | undefined;
  /** whether to ignore input because another screen is loading */ isAway?: (() => boolean) | undefined;
}

// Maximum milliseconds, and maximum pixels in each direction, between the two presses of a double click.
const DOUBLE = 500;
const NEAR = 6;

/** Handles mouse and touch input on a board until `close`. */
export class BoardInput {
  signal;
  mouse;
  touch;
  #stop = new AbortController();
  // If the first click of a double click led to this screen, ignore the second.
  #before = latestPress();

  constructor(public board: BoardLike, public options: InputOptions) {
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

  /** The cell at a point of the window; -1 outside the cells, and on the scrollbars. */
  cellUnder({ clientX, clientY }: {clientX: number, clientY: number}) {
    const { element } = this.board;
    const box = element.getBoundingClientRect();
    const x = clientX - box.left - element.clientLeft;
    const y = clientY - box.top - element.clientTop;
    if (x < 0 || y < 0 || x >= element.clientWidth || y >= element.clientHeight) return -1;
    return this.board.cellAt(clientX, clientY);
  }

  /** Whether a press is meant for this screen. */
  isMeant(event: PointerEvent) {
    if (this.options.isAway?.()) return false;
    const before = this.#before;
    this.#before = null;
    if (!before || event.timeStamp - before.time > DOUBLE) return true;
    return Math.abs(event.clientX - before.x) > NEAR || Math.abs(event.clientY - before.y) > NEAR;
  }

  /**
   * Draw cells as pressed.
   * @param index - -1 for none
   * @param isChord - whether the cells around it are pressed too
   */
  show(index: number, isChord = false) {
    const cells = index < 0 ? [] : isChord ? [index, ...cellsAround(this.board.shape, index)] : [index];
    this.options.press?.(cells);
  }

  act(kind: MoveKind, index: number, device: Device) {
    if (!this.options.isAway?.()) this.options.act(kind, index, device);
  }

  /** Cancel all presses, without a move. */
  clear() {
    this.mouse.clear();
    this.touch.clear();
  }

  close() {
    this.clear();
    this.#stop.abort();
  }
}
