// The name and content of a cell in words, for screen readers and for answers to commands.
//
// Coordinates start at 0, as in commands, records and the status line.

import { cellsAround } from "../engine/around.ts";
import { CODES } from "../engine/terms.ts";
import { COVERED, DRAFT, QUESTION, shownCode, shownInstead } from "./cell_appearance.ts";
import type { App } from "../app.ts";
import type { Shape } from "../engine/shape.ts";

/** A player's view of a board. */
type Seen = {
  shape: Shape;
  codes: ArrayLike<number>;
  outcome?: string;
  hintNumber?: (index: number) => number;
  /** looks of covered cells with the player's marks */ markLooks?: ReadonlyMap<number, number>;
};

const WORDS: Record<number, string> = {
  [CODES.covered]: "page.cell_covered",
  [CODES.flagged]: "page.cell_flagged",
  [CODES.mine]: "page.cell_mine",
  [CODES.exploded]: "page.cell_exploded",
  [CODES.wrongFlag]: "page.cell_wrong_flag",
  [QUESTION]: "page.cell_question",
  [DRAFT]: "page.cell_draft",
  0: "page.cell_empty",
};

/** Number of axes with names of their own, as in Python's `axis_name`. */
const NAMED = 6;

/** The name of an axis: row or column within a tile, or the axis along which tiles are arranged. */
export function axisName(app: App, dimensions: number, axis: number) {
  if (dimensions === 1) return app.text("page.axis_cell");
  return axis < NAMED ? app.text(`page.axis_${axis}`) : app.text("page.axis_further", { axis });
}

/** The names of all axes of a board. */
export function axisNames(app: App, dimensions: number) {
  return Array.from({ length: dimensions }, (_, axis) => axisName(app, dimensions, axis));
}

/** The name of a tile, given the coordinates of one of its cells: "layer 1 of 4"; "" if there is only one tile. */
export function tileText(app: App, shape: Shape, cell: readonly number[]) {
  const parts = [];
  for (let axis = 2; axis < shape.dimensions; axis++) {
    const name = axisName(app, shape.dimensions, axis);
    parts.push(app.text("page.axis_place_of", { name, place: cell[axis], side: shape.sides[axis] }));
  }
  return parts.join(", ");
}

/** Maximum number of cached position texts; a page has elements for fewer cells. */
const MOST_PLACES = 4096;
/** Cache of the positions in words on the latest board, because a label is rewritten whenever its cell changes. */
let places = { shape: null as Shape | null, language: "", texts: new Map<number, string>() };

/** The position of a cell in words: "row 2 column 5, layer 1 of 4". */
export function placeText(app: App, shape: Shape, index: number) {
  const { language } = app.messages;
  if (places.shape !== shape || places.language !== language || places.texts.size >= MOST_PLACES) {
    places = { shape, language, texts: new Map() };
  }
  const known = places.texts.get(index);
  if (known !== undefined) return known;
  const cell = shape.cell(index);
  const within = cell.slice(0, 2).map((place, axis) => {
    return app.text("page.axis_place", { name: axisName(app, shape.dimensions, axis), place });
  });
  const tile = tileText(app, shape, cell);
  const text = within.join(" ") + (tile && `, ${tile}`);
  places.texts.set(index, text);
  return text;
}

/** The content of a cell in words: "3", "covered". */
export function codeText(app: App, code: number) {
  return code > 0 ? app.messages.numbers.format(code) : app.text(WORDS[code]);
}

/** The number of flags, and of covered cells without a flag, around a clue. */
export function countAround(seen: Seen, index: number) {
  let flags = 0;
  let covered = 0;
  const { codes, outcome } = seen;
  const instead = shownInstead(outcome);
  for (const each of cellsAround(seen.shape, index)) {
    const code = instead?.[codes[each]] ?? codes[each];
    if (code === CODES.flagged || code === CODES.wrongFlag) flags += 1;
    else if (code === CODES.covered || code === CODES.mine) covered += 1;
  }
  return { flags, covered };
}

/** The screen reader text of a cell: "3, row 2 column 5, layer 1 of 4, 2 remaining". */
export function cellLabel(app: App, seen: Seen, index: number) {
  const own = shownCode(seen, index);
  const code = own === COVERED ? (seen.markLooks?.get(index) ?? own) : own;
  const parts = [codeText(app, code), placeText(app, seen.shape, index)];
  if (code > 0) {
    const { flags, covered } = countAround(seen, index);
    if (flags > code) parts.push(app.text("page.cell_excess", { count: flags - code }));
    else if (covered === 0) parts.push(app.text("page.cell_finished"));
    else if (flags > 0) parts.push(app.text("page.cell_remaining", { count: code - flags }));
  }
  const number = seen.hintNumber?.(index);
  if (number) parts.push(app.text("page.cell_hint", { number }));
  return parts.join(", ");
}
