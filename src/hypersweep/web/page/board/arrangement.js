// @ts-check
// Maps cells to positions in pixels or characters, and back. The same as Python's picture/arrangement.py.
//
// A tile is a table of axis 0 (downwards) and axis 1 (across). Tiles along axis 2 are side by side, and along axis 3
// one below another; together they are a group. Groups along axis 4 are side by side, and so on. A board of one
// dimension is one row. Tiles and groups have a line above them for a label.

import { HypersweepError, shorten } from "../engine/errors.js";

/**
 * The sizes from which positions are computed, all in one unit.
 * @typedef {object} Metrics
 * @property {readonly [number, number]} cell - distance from one cell to the next in its tile, across and down
 * @property {readonly number[]} gapsAcross - gaps between neighbouring columns, tiles, groups, and all higher levels
 * @property {readonly number[]} gapsDown - gaps between rows, tiles, groups one below another, without their labels
 * @property {readonly [number, number]} label - width of a label's character, and height of its line; [0, 0] without
 * labels
 */

/** The coordinates that an axis shows, in order; null leaves a place empty. @typedef {readonly (number | null)[]} Track */

/**
 * Metrics for a text screen.
 * @param {number} [width] - characters per cell
 * @param {boolean} [hasLabels]
 * @returns {Metrics}
 */
export function characters(width = 2, hasLabels = true) {
  return hasLabels
    ? { cell: [width, 1], gapsAcross: [0, 2, 4, 6], gapsDown: [0, 0, 1, 2], label: [1, 1] }
    : { cell: [width, 1], gapsAcross: [0, 1, 2, 3], gapsDown: [0, 1, 2, 3], label: [0, 0] };
}

/** Metrics for a picture. @type {Metrics} */
export const PIXELS = { cell: [18, 18], gapsAcross: [0, 6, 12, 18], gapsDown: [0, 6, 12, 18], label: [0, 0] };

/**
 * A label on a tile or a group.
 * @typedef {object} Label
 * @property {number} x
 * @property {number} y
 * @property {string} text - such as "1,0" above the tile at 1 on axis 2 and 0 on axis 3
 * @property {number} level - 1 for a tile, 2 for a group, and so on
 * @property {Map<number, number>} coordinates - the coordinates that all of its cells share, by axis
 */

/** Whether a cell is in the labelled tile or group. @param {Label} label @param {readonly number[]} cell */
export function isLabelOf(label, cell) {
  for (const [axis, coordinate] of label.coordinates) if (cell[axis] !== coordinate) return false;
  return true;
}

/** One level of nesting in one direction: `count` items of `extent`, placed every `pitch`. */
class Level {
  /**
   * @param {number | null} axis
   * @param {{track: Track | null, count: number, step?: number}} items - a track, or coordinates 0, `step`, 2 `step`,
   * ...
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
   * The range of items whose first `reach` overlaps [begin, end): index of the first one, and of the one after the
   * last.
   * @param {number} begin @param {number} end @param {number} reach
   */
  span(begin, end, reach) {
    const first = Math.max(0, Math.floor((begin - reach) / this.pitch) + 1);
    return [first, Math.max(first, Math.min(this.count, Math.ceil(end / this.pitch)))];
  }
}

/** The positions of a board's cells, measured from the upper left corner. */
export class Arrangement {
  /** Levels from columns to the outermost groups. @type {Level[]} */
  #across = [];
  /** @type {Level[]} */
  #down = [];
  /** @type {number[]} */
  #strides = [];

  /**
   * @param {readonly number[]} sides
   * @param {{tracks?: readonly Track[] | null, metrics?: Metrics, fold?: number | null}} [options] - without tracks,
   * the whole board is shown; `fold`: how many of the outermost items stand side by side before the next line begins,
   * on boards with an odd number of dimensions
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

  /** Whether cells of such a board have the same positions in both arrangements. @param {Arrangement} other */
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
    // A folded axis has a level in each direction: which line, and which place in the line.
    const isFolded = fold !== null;
    const linesAxis = isFolded ? last : null;
    const lines = isFolded ? { track: null, count: Math.ceil(sides[last] / fold), step: fold } : { track: null, count: 1 };
    const across = [new Level(sides.length === 1 ? 0 : 1, items(sides.length === 1 ? 0 : 1), width, 0, 0)];
    const down = [sides.length === 1 ? new Level(linesAxis, lines, height, height, 0) : new Level(0, items(0), height, 0, 0)];
    for (let axis = 2; axis < sides.length; axis += 2) {
      const level = axis / 2;
      const inner = across[across.length - 1];
      // A label may extend into the gap. Only a label above a tile of a single column may be longer than that.
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

  /** For the items side by side at the outermost level: the distance from one to the next, and the width of one. */
  get outermost() {
    const { pitch, extent } = this.#across[this.#across.length - 1];
    return { pitch, extent };
  }

  /**
   * The position of the first cell, and the pitch of each axis: a cell's position is the first cell's plus each
   * coordinate times the axis's pitch.
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
   * The index of a level's item that contains a cell; -1 if the cell isn't shown.
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
   * The position of a cell across and down; null if it isn't shown.
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
   * The start and extent of a cell, its tile, its group and so on, in both directions.
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
   * The cell at a point; null in gaps, labels and outside.
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
   * The columns of cells that overlap a range across, from left to right, as flat triples: position, the sum of its
   * cells' index contributions along the horizontal axes, and its number within the tile.
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
   * The rows of cells, in the same form, from the top. A cell's index is the sum for its row plus the sum for its
   * column.
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
   * The end of a row of cells; in the last line of a folded board it is less than `width`.
   * @param {number} base - the row's sum of index contributions
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
   * The labels that overlap a rectangle, outermost first.
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

/** The number of characters of the longest label. @param {readonly number[]} sides @param {number} level */
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
