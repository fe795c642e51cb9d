// @ts-check
// Named boards, and how many mines suit other boards; as in Python's hypersweep.boards.

import { BOARDS, OTHER_NAMES } from "../data/boards.js";
import { parseBoardId } from "../engine/board_id.js";
import { HypersweepError, shorten } from "../engine/errors.js";
import { Shape } from "../engine/shape.js";

/** @typedef {import("../engine/rules.js").FirstOpen} FirstOpen */

// The expert board turned by 90 degrees: many programs offer it, but it has no name.
const TURNED = { board: "30x16", mines: 99 };
const ZEROS = 0.25;

/** @param {Shape} shape @param {number} mines @returns {string} name of its preset, or "" */
export function boardName(shape, mines) {
  const text = shape.format();
  return BOARDS.find((each) => each.board === text && each.mines === mines)?.name ?? "";
}

/**
 * The known word that was probably meant; "" if none is similar.
 * @param {string} word
 * @param {readonly string[]} known
 */
export function nearest(word, known) {
  const written = word.slice(0, 40).replace(/^-+/, "").toLowerCase();
  if (written.length < 2) return "";
  const begun = known.filter((name) => name.startsWith(written));
  // "4d" is a prefix of several names, but a whole part before a dash only of some: the first of those is meant.
  const stems = begun.length === 1 ? begun : begun.filter((name) => name.startsWith(`${written}-`));
  if (stems.length) return stems[0];
  let [fewest, found] = [Infinity, ""];
  for (const name of known) {
    const changes = lettersChanged(written, name);
    if (changes < fewest) [fewest, found] = [changes, name];
  }
  return fewest > Math.max(1, Math.floor(Math.max(written.length, found.length) / 3)) ? "" : found;
}

/** A suggestion that names it, worded as in Python. @param {string} meant @returns {string} */
export function didYouMean(meant) {
  return meant && `, did you mean "${meant}"?`;
}

/** @param {string} word @param {string} other */
function lettersChanged(word, other) {
  /** @type {number[]} */
  let before = [];
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
 * @param {string} text - a name in any case, a shape such as "16x30", or a board ID
 * @returns {{shape: Shape, mines: number | null, layout: string | null}} mines and layout if the text contains them
 */
export function findBoard(text) {
  const name = text.toLowerCase();
  const usual = Object.hasOwn(OTHER_NAMES, name) ? /** @type {Record<string, string>} */ (OTHER_NAMES)[name] : name;
  const preset = BOARDS.find((each) => each.name === usual);
  if (preset) return { shape: Shape.parse(preset.board), mines: preset.mines, layout: null };
  if (text.includes(".")) {
    const { shape, bits } = parseBoardId(text);
    let mines = 0;
    for (let byte of bits) for (; byte; byte &= byte - 1) ++mines;
    return { shape, mines, layout: text };
  }
  // Accept the multiplication sign and upper case, which people write; a shape's own text has neither.
  const own = text.replace(/[×X]/g, "x");
  if (!/^[0-9]+($|[x~])/.test(own)) {
    const names = [...BOARDS.map((each) => each.name), ...Object.keys(OTHER_NAMES)];
    const meant = nearest(name, names);
    const message = `expected a board such as 16x30, or a name of the start screen, got ${shorten(text)}${didYouMean(meant)}`;
    throw new HypersweepError("ParseError", message, { what: "board", got: text, meant });
  }
  return { shape: Shape.parse(own), mines: null, layout: null };
}

/**
 * How many cells have each number of neighbours.
 * @param {Shape} shape
 * @returns {Map<number, number>}
 */
function neighbourCounts({ sides, adjacency, wrap }) {
  const isMoore = adjacency === "moore";
  let counts = new Map([[isMoore ? 1 : 0, 1]]);
  for (const [axis, side] of sides.entries()) {
    // Number of coordinates within one step on an axis, including the cell's own. On sides of 1 or 2 all coordinates
    // have the same number.
    const reach = Math.min(side, 3);
    const isEven = side < 3 || wrap.includes(axis);
    const reaches = isEven ? [[reach, side]] : [[2, 2], ...(side > 2 ? [[3, side - 2]] : [])];
    /** @type {Map<number, number>} */
    const combined = new Map();
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

/**
 * The mean clue and the share of zeros (0 to 1), over the safe cells of all layouts.
 * @param {Shape} shape
 * @param {number} mines
 * @param {Map<number, number>} [counts]
 * @returns {{mean: number, zeros: number}}
 */
export function clueFigures(shape, mines, counts = neighbourCounts(shape)) {
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

/** Number of cells that each promise keeps free of mines. @type {Record<FirstOpen, (shape: Shape) => number>} */
const KEPT = { any: () => 0, safe: () => 1, opening: (shape) => shape.maxNeighbours + 1 };

/** @param {Shape} shape @param {number} mines @param {FirstOpen} firstOpen @returns {boolean} whether the board has room for these mines and the promise */
export function hasRoom(shape, mines, firstOpen) {
  return mines <= shape.cells - KEPT[firstOpen](shape);
}

/** Throw an error if the board has no room for the mines. @param {Shape} shape @param {number} mines @param {FirstOpen} firstOpen */
export function checkMines(shape, mines, firstOpen) {
  if (mines < 0) throw new HypersweepError("MineCountError", `expected mines of 0 or more, got ${mines}`, { what: "mines_negative", got: mines });
  if (hasRoom(shape, mines, firstOpen)) return;
  const kept = KEPT[firstOpen](shape);
  const why = kept ? `, as the first open (${firstOpen}) keeps ${kept} free` : "";
  const most = shape.cells - kept;
  const detail = { what: "mines_room", most, board: shape.format(), firstOpen, kept, got: mines };
  throw new HypersweepError("MineCountError", `expected at most ${most} mines on ${shape}${why}, got ${mines}`, detail);
}

/**
 * The default number of mines: the usual one for known boards, otherwise about the density of easy boards.
 * @param {Shape} shape
 * @param {FirstOpen} [firstOpen]
 */
export function standardMines(shape, firstOpen = "any") {
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

/**
 * The default promise for the first open.
 * @param {Shape} shape
 * @param {number} mines
 * @param {string} [guess]
 * @returns {"opening" | "safe"}
 */
export function usualFirstOpen(shape, mines, guess = "allowed") {
  if (guess === "never" || shape.dimensions > 2) return "opening";
  const text = shape.format();
  return [...BOARDS, TURNED].some((each) => each.board === text && each.mines === mines) ? "opening" : "safe";
}

/** Number of cells that have the same neighbours as a given cell, including itself: 1 on most boards. @param {Shape} shape */
export function twins({ sides, adjacency, wrap }) {
  if (adjacency !== "moore") return 1;
  return sides.reduce((product, side, axis) => (side === 2 || (side === 3 && wrap.includes(axis)) ? product * side : product), 1);
}

/** Whether no-guess boards are possible despite twins. @param {Shape} shape @param {number} mines @param {FirstOpen} firstOpen */
export function mayNeedNoGuess(shape, mines, firstOpen) {
  const group = twins(shape);
  return mines % group === 0 || (firstOpen === "safe" && mines % group === group - 1);
}
