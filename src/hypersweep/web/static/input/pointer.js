// @ts-check
// What the buttons of a mouse do to cells.

export const LEFT = 1;
export const MIDDLE = 2;
export const RIGHT = 3;

/** @typedef {"open" | "flag" | "chord"} MoveKind */

/**
 * Buttons held down over a board, and what is done when they are released.
 *
 * Everything happens with a release over the cell that was pressed: of the left button alone it opens, of the right one alone it flags.
 * The middle one, the left one on a number, and left and right together, whichever comes first, chord when the first of them is
 * released; what is still held then does nothing more.
 */
export class Pointer {
  /** The buttons that are down. @type {Set<number>} */
  held = new Set();
  /** The cell that something will happen to; -1 if nothing will. */
  pressed = -1;
  /** What will happen. @type {MoveKind | ""} */
  action = "";

  /**
   * @param {number} button - LEFT, MIDDLE or RIGHT; others do nothing
   * @param {number} cell - the one under the mouse
   * @param {boolean} isOpen - whether it is open
   */
  press(button, cell, isOpen) {
    // Its release got lost.
    if (this.held.has(button)) this.clear();
    if (button !== LEFT && button !== MIDDLE && button !== RIGHT) return;
    const isFirst = this.held.size === 0;
    this.held.add(button);
    if (button === RIGHT && !this.held.has(LEFT)) {
      // Beside a middle button it changes nothing.
      if (isFirst) this.#begin(cell, "flag");
      return;
    }
    this.#begin(cell, button === LEFT && isFirst && !isOpen ? "open" : "chord");
  }

  /** @param {number} cell @param {MoveKind} action */
  #begin(cell, action) {
    this.pressed = cell;
    this.action = action;
  }

  /**
   * @param {number} button
   * @param {number} cell - the one under the mouse, -1 for none
   * @returns {{kind: MoveKind, index: number} | null} what is to be done
   */
  release(button, cell) {
    if (!this.held.delete(button)) return null;
    const { pressed, action } = this;
    this.pressed = -1;
    this.action = "";
    return action && pressed === cell ? { kind: action, index: pressed } : null;
  }

  /** Forgets all buttons. */
  clear() {
    this.held.clear();
    this.pressed = -1;
    this.action = "";
  }
}
