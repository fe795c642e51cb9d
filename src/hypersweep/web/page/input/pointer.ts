// Mouse buttons over a board: the page's version of ui_model/cursor.py; tests/button_sequences.py tests both.

import type { MoveKind } from "../engine/terms.ts";

export const LEFT = 1;
export const MIDDLE = 2;
export const RIGHT = 3;

/**
 * Whether the left button alone chords on an open number: the player's setting, but never if flags can't be toggled.
 * In the rules "windowed", flags can't be removed, and a left click on an open cell does nothing.
 */
export function leftChords(rules: {flagToggles: boolean}, isWanted: boolean) {
  return isWanted && rules.flagToggles;
}

/**
 * Buttons held down over a board, and the move that their release makes.
 *
 * A move is made when a button is released over the cell that was pressed. The left button alone opens, the right
 * button alone flags. The middle button, or left and right together in any order, chord when the first of them is
 * released; the other one then does nothing. The left button alone on an open cell chords too, or does nothing.
 */
export class Pointer {
  held: Set<number> = new Set();
  /** The cell of the move; -1 if there will be none. */
  pressed = -1;
  /** The move; empty if there will be none. */
  action: MoveKind | "" = "";

  /**
   * @param button - LEFT, MIDDLE or RIGHT; others are ignored
   * @param cell - the cell under the mouse
   * @param isOpen - whether that cell is open
   * @param leftChords - whether the left button alone chords on an open cell
   */
  press(button: number, cell: number, isOpen: boolean, leftChords = true) {
    // The button's release was lost, for example outside the window.
    if (this.held.has(button)) this.clear();
    if (button !== LEFT && button !== MIDDLE && button !== RIGHT) return;
    const isFirst = this.held.size === 0;
    this.held.add(button);
    if (button === RIGHT && !this.held.has(LEFT)) {
      // While the middle button is down, the right one does nothing.
      if (isFirst) this.#begin(cell, "flag");
    } else if (button === LEFT && isFirst && !isOpen) {
      this.#begin(cell, "open");
    } else if (button === LEFT && isFirst && !leftChords) {
      this.#begin(cell, "");
    } else {
      this.#begin(cell, "chord");
    }
  }

  #begin(cell: number, action: MoveKind | "") {
    this.pressed = action ? cell : -1;
    this.action = action;
  }

  /**
   * @param cell - the cell under the mouse; -1 for none
   * @returns the move to make
   */
  release(button: number, cell: number): {kind: MoveKind, index: number} | null {
    if (!this.held.delete(button)) return null;
    const { pressed, action } = this;
    this.pressed = -1;
    this.action = "";
    return action && pressed === cell ? { kind: action, index: pressed } : null;
  }

  clear() {
    this.held.clear();
    this.pressed = -1;
    this.action = "";
  }
}
