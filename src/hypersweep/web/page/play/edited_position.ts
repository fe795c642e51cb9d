// A position edited by hand: changes to its cells, with undo.

import { cellsAround } from "../engine/around.ts";
import { CODES } from "../engine/terms.ts";
import type { Shape } from "../engine/shape.ts";

/** A position; its codes are changed in place. */
export type Drawn = { shape: Shape; mines: number; codes: Int16Array };
/** The state before and after an edit: of cells, or of the whole board if that was replaced. */
type Edit = {cells: [number, number, number][]} | {before: Drawn, after: Drawn};

const MOST_EDITS = 1000;

export class Drawing {
  #done: Edit[] = [];
  #undone: Edit[] = [];

  constructor(public drawn: Drawn) {
  }

  get canUndo() {
    return this.#done.length > 0;
  }

  get canRedo() {
    return this.#undone.length > 0;
  }

  /** The largest clue that a cell can show. */
  mostClue(index: number) {
    return cellsAround(this.drawn.shape, index).length;
  }

  #keep(edit: Edit) {
    this.#done.push(edit);
    if (this.#done.length > MOST_EDITS) this.#done.shift();
    this.#undone = [];
  }

  /**
   * Set the code of some cells.
   * @param code - not checked: a clue must be at most `mostClue`
   * @returns the cells that have changed
   */
  set(cells: readonly number[], code: number): number[] {
    const { codes } = this.drawn;
    const changed = cells.filter((index) => codes[index] !== code);
    if (!changed.length) return [];
    this.#keep({ cells: changed.map((index) => [index, codes[index], code]) });
    for (const index of changed) codes[index] = code;
    return changed;
  }

  /**
   * Cycle to the next code: covered, each clue, a flag.
   * @param step - 1 or -1
   */
  next(index: number, step = 1) {
    const round = [CODES.covered, ...Array.from({ length: this.mostClue(index) + 1 }, (_, clue) => clue), CODES.flagged];
    const place = Math.max(0, round.indexOf(this.drawn.codes[index]));
    return round[(place + step + round.length) % round.length];
  }

  replace(drawn: Drawn) {
    this.#keep({ before: this.drawn, after: drawn });
    this.drawn = drawn;
  }

  /** @returns the changed cells; null for the whole board; undefined if there was nothing to undo */
  undo(): number[] | null | undefined {
    const edit = this.#done.pop();
    if (!edit) return undefined;
    this.#undone.push(edit);
    return this.#apply(edit, true);
  }

  /** @returns as for `undo` */
  redo(): number[] | null | undefined {
    const edit = this.#undone.pop();
    if (!edit) return undefined;
    this.#done.push(edit);
    return this.#apply(edit, false);
  }

  #apply(edit: Edit, isBack: boolean) {
    if ("cells" in edit) {
      for (const [index, before, after] of edit.cells) this.drawn.codes[index] = isBack ? before : after;
      return edit.cells.map(([index]) => index);
    }
    this.drawn = isBack ? edit.before : edit.after;
    return null;
  }
}
