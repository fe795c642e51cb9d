// Named boards, and how many mines suit other boards; as in Python's hypersweep.boards.

import { BOARDS, OTHER_NAMES, TURNED, ZEROS } from "../data/boards.ts";
import { countBits, parseBoardId } from "../engine/board_id.ts";
import { HypersweepError } from "../engine/errors.ts";
import { hasRoom } from "../engine/mine_counts.ts";
import { Shape } from "../engine/shape.ts";
import type { FirstOpen } from "../engine/rules.ts";

/** @returns name of its preset, or "" */
export function boardName(shape: Shape, mines: number): string {
  const text = shape.format();
  return BOARDS.find((each) => each.board === text && each.mines === mines)?.name ?? "";
}

/** The known word that was probably meant; "" if none is similar. */
export function nearest(word: string, known: readonly string[]) {
  const written = word.slice(0, 40).replace(/^-+/, "").toLowerCase();
  if (written.length < 2) return "";
  const begun = known.filter((name) => name.startsWith(written));
  // Several names may begin with "4d": take the first one in which it is the whole part before a dash.
  const stems = begun.length === 1 ? begun : begun.filter((name) => name.startsWith(`${written}-`));
  if (stems.length) return stems[0];
  let [fewest, found] = [Infinity, ""];
  for (const name of known) {
    const changes = lettersChanged(written, name);
    if (changes < fewest) [fewest, found] = [changes, name];
  }
  return fewest > Math.max(1, Math.floor(Math.max(written.length, found.length) / 3)) ? "" : found;
}

function lettersChanged(word: string, other: string) {
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, place) => place);
  for (let place = 1; place <= word.length; ++place) {
    const last = before;
    before = row;
    row = [place];
    for (let at = 1; at <= other.length; ++at) {
      let least = Math.min(before[at] + 1, row[at - 1] + 1, before[at - 1] + Number(word[place - 1] !== other[at - 1]));
      // Two adjacent letters were swapped.
      const isSwapped = place > 1 && at > 1 && word[place - 1] === other[at - 2] && word[place - 2] === other[at - 1];
      if (isSwapped) least = Math.min(least, last[at - 2] + 1);
      row.push(least);
    }
  }
  return row[other.length];
}

/**
 * The board that a player means.
 * @param text - a name in any case, a shape such as "16x30", or a board ID
 * @returns mines and layout if the text contains them
 */
export function findBoard(text: string): {shape: Shape, mines: number | null, layout: string | null} {
  const name = text.toLowerCase();
  const usual = Object.hasOwn(OTHER_NAMES, name) ? (OTHER_NAMES as Record<string, string>)[name] : name;
  const preset = BOARDS.find((each) => each.name === usual);
  if (preset) return { shape: Shape.parse(preset.board), mines: preset.mines, layout: null };
  if (text.includes(".")) {
    const { shape, bits } = parseBoardId(text);
    return { shape, mines: countBits(bits), layout: text };
  }
  // Accept the multiplication sign and upper case, which people write; a shape's own text has neither.
  const own = text.replace(/[×X]/g, "x");
  if (!/^[0-9]+($|[x~])/.test(own)) {
    const names = [...BOARDS.map((each) => each.name), ...Object.keys(OTHER_NAMES)];
    const meant = nearest(name, names);
    throw new HypersweepError("ParseError", { what: "board", got: text, meant });
  }
  return { shape: Shape.parse(own), mines: null, layout: null };
}

/** How many cells have each number of neighbours. */
function neighbourCounts({ sides, adjacency, wrap }: Shape): Map<number, number> {
  const isMoore = adjacency === "moore";
  let counts = new Map([[isMoore ? 1 : 0, 1]]);
  for (const [axis, side] of sides.entries()) {
    // Number of coordinates within one step on an axis, including the cell's own. On sides of 1 or 2 all coordinates
    // have the same number.
    const reach = Math.min(side, 3);
    const isEven = side < 3 || wrap.includes(axis);
    const reaches = isEven ? [[reach, side]] : [[2, 2], ...(side > 2 ? [[3, side - 2]] : [])];
    const combined: Map<number, number> = new Map();
    for (const [count, cells] of counts) {
      for (const [own, places] of reaches) {
        const key = isMoore ? count * own : count + own - 1;
        combined.set(key, (combined.get(key) ?? 0) + cells * places);
      }
    }
    counts = combined;
  }
  return new Map([...counts].map(([count, cells]) => [count - Number(isMoore), cells]));
}

/** The mean clue and the share of zeros (0 to 1), over the safe cells of all layouts. */
export function clueFigures(shape: Shape, mines: number, counts: Map<number, number> = neighbourCounts(shape)): {mean: number, zeros: number} {
  const others = shape.cells - 1;
  if (!mines || !others) return { mean: 0, zeros: 1 };
  let [mean, zeros] = [0, 0];
  for (const [count, cells] of counts) {
    mean += count * cells;
    if (count > others - mines) continue;
    let none = 1;
    for (let place = 0; place < count && none > 0; ++place) none *= (others - mines - place) / (others - place);
    zeros += cells * none;
  }
  return { mean: (mean / shape.cells) * (mines / others), zeros: zeros / shape.cells };
}

/** The default number of mines: the usual one for known boards, otherwise about the density of easy boards. */
export function standardMines(shape: Shape, firstOpen: FirstOpen = "any") {
  const text = shape.format();
  const standard = [...BOARDS, TURNED].find((each) => each.board === text);
  if (standard) return standard.mines;
  const counts = neighbourCounts(shape);
  let low = Math.min(1, shape.cells - 1);
  let high = Math.min(Math.max(1, Math.floor((shape.cells * 3) / 20)), shape.cells - 1);
  while (low < high) {
    const middle = Math.floor((low + high + 1) / 2);
    if (clueFigures(shape, middle, counts).zeros >= ZEROS) low = middle;
    else high = middle - 1;
  }
  while (low && !hasRoom(shape, low, firstOpen)) low = Math.floor(low / 2);
  return low;
}

/** The default promise for the first open. */
export function usualFirstOpen(shape: Shape, mines: number, guess = "allowed"): "opening" | "safe" {
  if (guess === "never" || shape.dimensions > 2) return "opening";
  const text = shape.format();
  return [...BOARDS, TURNED].some((each) => each.board === text && each.mines === mines) ? "opening" : "safe";
}
