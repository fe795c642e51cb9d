// @ts-check
// Map cells to places in pixels or characters, and back: Python's picture/arrangement.py.
//
// A tile is a table of axis 0 (downwards) and axis 1 (across). Tiles are next to each other along axis 2 and below each other along axis 3,
// which makes a group; groups are next to each other along axis 4, and so on. A board of one dimension is one row. Tiles and groups have
// a line above them for a label.

import { HypersweepError, shorten } from "../engine/errors.js";

/**
 * The sizes from which places are computed, all in one unit.
 * @typedef {object} Metrics
 * @property {readonly [number, number]} cell - from one cell to the next in its tile, across and down
 * @property {readonly number[]} gapsAcross - between neighbouring columns, tiles, groups, and all beyond
 * @property {readonly number[]} gapsDown - between rows, tiles, groups below each other, next to their labels
 * @property {readonly [number, number]} label - a label's character across, and its line down; [0, 0] without labels
 */

/** The coordinates that an axis shows, in their order; null in it leaves a place empty. @typedef {readonly (number | null)[]} Track */

/**
 * The metrics of a screen of characters.
 * @param {number} [width] - of a cell
 * @param {boolean} [hasLabels]
 * @returns {Metrics}
 */
export function characters(width = 2, hasLabels = true) {
  return hasLabels
    ? { cell: [width, 1], gapsAcross: [0, 2, 4, 6], gapsDown: [0, 0, 1, 2], label: [1, 1] }
    : { cell: [width, 1], gapsAcross: [0, 1, 2, 3], gapsDown: [0, 1, 2, 3], label: [0, 0] };
}

/** The metrics of a picture. @type {Metrics} */
export const PIXELS = { cell: [18, 18], gapsAcross: [0, 6, 12, 18], gapsDown: [0, 6, 12, 18], label: [0, 0] };

/**
 * A label on a tile or a group.
 * @typedef {object} Label
 * @property {number} x
 * @property {number} y
 * @property {string} text - such as "1,0" above the tile at 1 on axis 2 and 0 on axis 3
 * @property {number} level - 1 for a tile's, 2 for a group's, and so on
 * @property {Map<number, number>} coordinates - the common coordinates of its cells, by axis
 */

/** Whether a cell is in the labelled tile or group. @param {Label} label @param {readonly number[]} cell */
export function isLabelOf(label, cell) {
  for (const [axis, coordinate] of label.coordinates) if (cell[axis] !== coordinate) return false;
  return true;
}

/** One step of the nesting in one direction: `count` items of `extent`, one each `pitch`. */
class Level {
  /**
   * @param {number | null} axis
   * @param {{track: Track | null, count: number, step?: number}} items - a track, or coordinates from 0 on in steps
   * @param {number} extent
   * @param {number} gap
   * @param {number} lead
   * @param {number} [leastPitch]
   */
  constructor(axis, { track, count, step = 1 }, extent, gap, lead, leastPitch = 0) {
    this.axis = axis;
    this.track = track;
    this.count = count;
    this.step = step;
    this.extent = extent;
    this.lead = lead;
    this.pitch = Math.max(lead + extent + gap, leastPitch);
    this.block = (count - 1) * this.pitch + lead + extent;
  }

  /** @param {number} item @returns {number | null} */
  coordinate(item) {
    return this.track ? this.track[item] : item * this.step;
  }

  /**
   * The items of which some of the first `reach` lie from `begin` to before `end`: the first one, and the one after the last.
   * @param {number} begin @param {number} end @param {number} reach
   */
  span(begin, end, reach) {
    const first = Math.max(0, Math.floor((begin - reach) / this.pitch) + 1);
    return [first, Math.max(first, Math.min(this.count, Math.ceil(end / this.pitch)))];
  }
}

/** The places of a board's cells, from the upper left corner. */
export class Arrangement {
  /** From columns to the outermost groups. @type {Level[]} */
  #across = [];
  /** @type {Level[]} */
  #down = [];
  /** @type {number[]} */
  #strides = [];

  /**
   * @param {readonly number[]} sides
   * @param {{tracks?: readonly Track[] | null, metrics?: Metrics, fold?: number | null}} [options] - no tracks: the whole board; `fold`:
   *   how many of the outermost things stand side by side before the next ones follow below, on boards of one, three, five ... dimensions
   */
  constructor(sides, { tracks = null, metrics = characters(), fold = null } = {}) {
    const last = sides.length - 1;
    this.sides = sides;
    this.metrics = metrics;
    this.tracks = tracks;
    this.fold = fold !== null && tracks === null && last % 2 === 0 && fold < sides[last] ? fold : null;
    let stride = 1;
    for (let axis = last; axis >= 0; axis--) {
      this.#strides[axis] = stride;
      stride *= sides[axis];
    }
    this.#nest();
    this.width = this.#across[this.#across.length - 1].block;
    this.height = this.#down[this.#down.length - 1].block;
    /** Number of visible cells. */
    this.cells = tracks
      ? tracks.reduce((product, track) => product * track.filter((place) => place !== null).length, 1)
      : stride;
  }

  /** Whether the same cells of such a board have the same places. @param {Arrangement} other */
  isLike(other) {
    if (other === this) return true;
    return this.fold === other.fold && JSON.stringify([this.metrics, this.tracks]) === JSON.stringify([other.metrics, other.tracks]);
  }

  #nest() {
    const { sides, tracks, fold } = this;
    const { cell, gapsAcross, gapsDown, label } = this.metrics;
    const [width, height] = cell;
    const [letter, line] = label;
    const last = sides.length - 1;
    const items = (/** @type {number} */ axis) => {
      if (tracks) return { track: tracks[axis], count: tracks[axis].length };
      return { track: null, count: axis === last && fold !== null ? fold : sides[axis] };
    };
    // A folded axis has a part in each direction: where its line begins, and how far on in the line.
    const isFolded = fold !== null;
    const linesAxis = isFolded ? last : null;
    const lines = isFolded ? { track: null, count: Math.ceil(sides[last] / fold), step: fold } : { track: null, count: 1 };
    const across = [new Level(sides.length === 1 ? 0 : 1, items(sides.length === 1 ? 0 : 1), width, 0, 0)];
    const down = [sides.length === 1 ? new Level(linesAxis, lines, height, height, 0) : new Level(0, items(0), height, 0, 0)];
    for (let axis = 2; axis < sides.length; axis += 2) {
      const level = axis / 2;
      const inner = across[across.length - 1];
      // A label may reach into the gap. Only one on a tile of a single column may be longer than that.
      const length = letter * labelLength(sides, level);
      const between = gapsAcross[Math.min(level, gapsAcross.length - 1)];
      const outer = new Level(axis, items(axis), inner.block, between, 0, length + letter);
      outer.block = Math.max(outer.block, (outer.count - 1) * outer.pitch + length);
      across.push(outer);
      const isPaired = axis < last;
      const gap = gapsDown[Math.min(level, gapsDown.length - 1)];
      down.push(new Level(isPaired ? axis + 1 : linesAxis, isPaired ? items(axis + 1) : lines, down[down.length - 1].block, gap, line));
    }
    this.#across = across;
    this.#down = down;
  }

  get hasLabels() {
    return this.metrics.label[0] !== 0 || this.metrics.label[1] !== 0;
  }

  /** Of the things side by side at the outermost level: from one to the next, and how wide one is. */
  get outermost() {
    const { pitch, extent } = this.#across[this.#across.length - 1];
    return { pitch, extent };
  }

  /**
   * The place of the first cell, and the pitch of each axis: a cell's place is the first cell's plus each coordinate times its
   * axis's pitch.
   * @returns {{origin: [number, number], pitches: [number, number][]}}
   */
  pitches() {
    if (this.fold !== null || this.tracks) {
      const what = `${shorten(this.sides)} folded or in part`;
      throw new HypersweepError("ParameterError", `expected a board shown whole and without folds, got ${what}`, { what: "own_fault" });
    }
    /** @type {[number, number][]} */
    const pitches = this.sides.map(() => [0, 0]);
    for (const { axis, pitch } of this.#down) if (axis !== null) pitches[axis] = [0, pitch];
    for (const { axis, pitch } of this.#across) if (axis !== null) pitches[axis] = [pitch, 0];
    return { origin: [sumOfLeads(this.#across), sumOfLeads(this.#down)], pitches };
  }

  /**
   * The index of the item of a level that contains a cell; -1 if it isn't shown.
   * @param {Level} level @param {readonly number[]} cell
   */
  #item(level, cell) {
    if (level.axis === null) return 0;
    const coordinate = cell[level.axis];
    if (this.fold !== null && level.axis === this.sides.length - 1) {
      return level === this.#down[this.#down.length - 1] ? Math.floor(coordinate / this.fold) : coordinate % this.fold;
    }
    return level.track ? level.track.indexOf(coordinate) : coordinate;
  }

  /**
   * The start of a cell across and down; null if it isn't shown.
   * @param {readonly number[]} cell
   * @returns {[number, number] | null}
   */
  place(cell) {
    /** @type {[number, number]} */
    const places = [0, 0];
    for (const [way, levels] of [this.#across, this.#down].entries()) {
      for (const level of levels) {
        const item = this.#item(level, cell);
        if (item < 0) return null;
        places[way] += level.lead + item * level.pitch;
      }
    }
    return places;
  }

  /**
   * The start and extent of a cell, its tile, its group and so on, across and down.
   * @param {readonly number[]} cell
   * @returns {[[number, number][], [number, number][]] | null}
   */
  surroundings(cell) {
    const place = this.place(cell);
    if (!place) return null;
    const spans = [this.#across, this.#down].map((levels, way) => {
      let start = place[way];
      /** @type {[number, number][]} */
      const found = levels.map((level) => {
        /** @type {[number, number]} */
        const span = [start - level.lead, level.extent + level.lead];
        start -= level.lead + this.#item(level, cell) * level.pitch;
        return span;
      });
      found.push([start, levels[levels.length - 1].block]);
      return found;
    });
    return [spans[0], spans[1]];
  }

  /**
   * The cell at a point; null for gaps, labels and the surroundings.
   * @param {number} x @param {number} y
   * @returns {number[] | null}
   */
  cellAt(x, y) {
    const cell = new Array(this.sides.length).fill(0);
    for (const levels of [this.#across, this.#down]) {
      let left = levels === this.#across ? x : y;
      for (let number = levels.length - 1; number >= 0; number--) {
        const level = levels[number];
        const item = Math.floor(left / level.pitch);
        left -= item * level.pitch + level.lead;
        if (!(item >= 0 && item < level.count && left >= 0 && left < level.extent)) return null;
        if (level.axis !== null) {
          const coordinate = level.coordinate(item);
          if (coordinate === null) return null;
          cell[level.axis] += coordinate;
        }
      }
    }
    return cell[cell.length - 1] < this.sides[cell.length - 1] ? cell : null;
  }

  /**
   * The columns of cells that reach between two places, from left to right: flat triples of where one begins, the sum of its cells'
   * indices along the axes that run across, and its number in its tile.
   * @param {number} begin @param {number} end
   * @returns {number[]}
   */
  columns(begin, end) {
    /** @type {number[]} */
    const found = [];
    this.#gather(this.#across, this.#across.length - 1, 0, 0, begin, end, found);
    return found;
  }

  /**
   * The rows of cells likewise, from the top. The index of a cell is its row's sum and its column's.
   * @param {number} begin @param {number} end
   * @returns {number[]}
   */
  rows(begin, end) {
    /** @type {number[]} */
    const found = [];
    this.#gather(this.#down, this.#down.length - 1, 0, 0, begin, end, found);
    return found;
  }

  /**
   * Where the cells of a row end: before `width` in the last line of a folded board.
   * @param {number} base - the row's sum of indices
   */
  rowEnd(base) {
    if (this.fold === null) return this.width;
    const begins = base % this.sides[this.sides.length - 1];
    const left = Math.min(this.fold, this.sides[this.sides.length - 1] - begins);
    const { pitch, extent } = this.outermost;
    return (left - 1) * pitch + extent;
  }

  /**
   * @param {Level[]} levels @param {number} number @param {number} at @param {number} offset
   * @param {number} begin @param {number} end @param {number[]} found
   */
  #gather(levels, number, at, offset, begin, end, found) {
    const level = levels[number];
    const [first, after] = level.span(begin - at, end - at, level.lead + level.extent);
    const stride = level.axis === null ? 0 : this.#strides[level.axis];
    for (let item = first; item < after; item++) {
      const coordinate = level.coordinate(item);
      if (coordinate === null) continue;
      const next = at + item * level.pitch + level.lead;
      if (number) this.#gather(levels, number - 1, next, offset + coordinate * stride, begin, end, found);
      else found.push(next, offset + coordinate * stride, item);
    }
  }

  /**
   * The labels that reach into a rectangle; the outermost first.
   * @param {number} left @param {number} top @param {number} right @param {number} bottom
   * @returns {Label[]}
   */
  labels(left, top, right, bottom) {
    /** @type {Label[]} */
    const found = [];
    if (!this.hasLabels) return found;
    const outermost = this.#down.length - 1;
    /** @type {{at: number, coordinates: Map<number, number>}[]} */
    let rows = [{ at: 0, coordinates: new Map() }];
    for (let number = outermost; number > 0; number--) {
      const down = this.#down[number];
      rows = rows.flatMap(({ at, coordinates }) =>
        itemsOf(down, top - at, bottom - at, down.pitch).map(({ item, coordinate }) => ({
          at: at + item * down.pitch,
          coordinates: down.axis === null ? coordinates : new Map(coordinates).set(down.axis, coordinate),
        })),
      );
      for (const row of rows) {
        if (row.at < bottom && row.at + down.lead > top) this.#labelsOf(number, row.at, row.coordinates, left, right, found);
      }
      rows = rows.map(({ at, coordinates }) => ({ at: at + down.lead, coordinates }));
    }
    return found;
  }

  /**
   * @param {number} number @param {number} y @param {Map<number, number>} below
   * @param {number} left @param {number} right @param {Label[]} found
   */
  #labelsOf(number, y, below, left, right, found) {
    let starts = [{ x: 0, coordinates: below }];
    for (let outer = this.#across.length - 1; outer >= number; outer--) {
      const level = this.#across[outer];
      const axis = /** @type {number} */ (level.axis);
      starts = starts.flatMap(({ x, coordinates }) =>
        itemsOf(level, left - x, right - x, level.pitch)
          .map(({ item, coordinate }) => ({ x: x + item * level.pitch, coordinate: coordinate + (coordinates.get(axis) ?? 0) }))
          .filter(({ coordinate }) => coordinate < this.sides[axis])
          .map((start) => ({ x: start.x, coordinates: new Map(coordinates).set(axis, start.coordinate) })),
      );
    }
    for (const { x, coordinates } of starts) {
      const text = [2 * number, 2 * number + 1].filter((axis) => coordinates.has(axis)).map((axis) => coordinates.get(axis)).join(",");
      found.push({ x, y, text, level: number, coordinates });
    }
  }
}

/** The characters of the longest label. @param {readonly number[]} sides @param {number} level */
function labelLength(sides, level) {
  const digits = sides.slice(2 * level, 2 * level + 2).map((side) => String(side - 1).length);
  return digits.reduce((sum, each) => sum + each, digits.length - 1);
}

/** @param {Level[]} levels */
function sumOfLeads(levels) {
  return levels.reduce((sum, { lead }) => sum + lead, 0);
}

/** @param {Level} level @param {number} begin @param {number} end @param {number} reach */
function itemsOf(level, begin, end, reach) {
  const [first, after] = level.span(begin, end, reach);
  const items = [];
  for (let item = first; item < after; item++) {
    const coordinate = level.coordinate(item);
    if (coordinate !== null) items.push({ item, coordinate });
  }
  return items;
}
