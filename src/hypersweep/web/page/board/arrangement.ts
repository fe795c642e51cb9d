// Maps cells to positions in pixels or characters, and back. The same as Python's picture/arrangement.py.
//
// A tile is a table of axis 0 (downwards) and axis 1 (across). Tiles along axis 2 are side by side, and along axis 3
// one below another; together they are a group. Groups along axis 4 are side by side, and so on. A board of one
// dimension is one row. Tiles and groups have a line above them for a label.

/** The sizes from which positions are computed, all in one unit. */
export interface Metrics {
  /** distance from one cell to the next in its tile, across and down */ cell: readonly [number, number];
  /** gaps between neighbouring columns, tiles, groups, and all higher levels */ gapsAcross: readonly number[];
  /** gaps between rows, tiles, groups one below another, without their labels */ gapsDown: readonly number[];
  /** width of a label's character, and height of its line; [0, 0] without labels */ label: readonly [number, number];
}

/** The coordinates that an axis shows, in order; null leaves a place empty. */
export type Track = readonly (number | null)[];

/** A label on a tile or a group. */
export interface Label {
  x: number;
  y: number;
  /** such as "1,0" above the tile at 1 on axis 2 and 0 on axis 3 */ text: string;
  /** 1 for a tile, 2 for a group, and so on */ level: number;
  /** a cell in it; all its cells share the coordinates from axis 2 * `level` on */ cell: number[];
  /** whether it is the leftmost in its group */ isLeft: boolean;
  /** whether it is the topmost in its group */ isTop: boolean;
  /** size of the labelled tile or group */ width: number;
  height: number;
}

/** Whether a cell is in the labelled tile or group. */
export function isLabelOf(label: Pick<Label, "level" | "cell">, cell: readonly number[]) {
  return label.cell.every((coordinate, axis) => axis < 2 * label.level || cell[axis] === coordinate);
}

/** One level of nesting in one direction: `count` items of `extent`, placed every `pitch`. */
class Level {
  track;
  count;
  step;
  pitch;
  block;

  /** @param items - a track, or coordinates 0, `step`, 2 `step`, ... */
  constructor(public axis: number | null, { track, count, step = 1 }: {track: Track | null, count: number, step?: number}, public extent: number, gap: number, public lead: number, leastPitch = 0) {
    this.track = track;
    this.count = count;
    this.step = step;
    this.pitch = Math.max(lead + extent + gap, leastPitch);
    this.block = (count - 1) * this.pitch + lead + extent;
  }

  coordinate(item: number): number | null {
    return this.track ? this.track[item] : item * this.step;
  }

  /**
   * The range of items whose first `reach` units overlap [begin, end): index of the first one, and of the one after the
   * last.
   */
  span(begin: number, end: number, reach: number) {
    const first = Math.max(0, Math.floor((begin - reach) / this.pitch) + 1);
    return [first, Math.max(first, Math.min(this.count, Math.ceil(end / this.pitch)))];
  }
}

/** The positions of a board's cells, measured from the upper left corner. */
export class Arrangement {
  metrics;
  tracks;
  fold;
  width;
  height;
  /** Number of visible cells. */
  cells;
  /** Levels from columns to the outermost groups. */
  #across: Level[] = [];
  #down: Level[] = [];
  #strides: number[] = [];

  /**
   * @param options - without tracks, the whole board is shown; `fold`: number of outermost items in a line, on boards
   * with an odd number of dimensions
   */
  constructor(public sides: readonly number[], { metrics, tracks = null, fold = null }: {metrics: Metrics, tracks?: readonly Track[] | null, fold?: number | null}) {
    const last = sides.length - 1;
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
    this.cells = tracks
      ? tracks.reduce((product, track) => product * track.filter((place) => place !== null).length, 1)
      : stride;
  }

  /** Whether another arrangement of the same board puts every cell in the same place. */
  isLike(other: Arrangement) {
    if (other === this) return true;
    return this.fold === other.fold && JSON.stringify([this.metrics, this.tracks]) === JSON.stringify([other.metrics, other.tracks]);
  }

  #nest() {
    const { sides, tracks, fold } = this;
    const { cell, gapsAcross, gapsDown, label } = this.metrics;
    const [width, height] = cell;
    const [letter, line] = label;
    const last = sides.length - 1;
    const items = (axis: number) => {
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

  /** The index of a level's item that contains a cell; -1 if the cell isn't shown. */
  #item(level: Level, cell: readonly number[]) {
    if (level.axis === null) return 0;
    const coordinate = cell[level.axis];
    if (this.fold !== null && level.axis === this.sides.length - 1) {
      return level === this.#down[this.#down.length - 1] ? Math.floor(coordinate / this.fold) : coordinate % this.fold;
    }
    return level.track ? level.track.indexOf(coordinate) : coordinate;
  }

  /** The position of a cell across and down; null if it isn't shown. */
  place(cell: readonly number[]): [number, number] | null {
    const places: [number, number] = [0, 0];
    for (const [way, levels] of [this.#across, this.#down].entries()) {
      for (const level of levels) {
        const item = this.#item(level, cell);
        if (item < 0) return null;
        places[way] += level.lead + item * level.pitch;
      }
    }
    return places;
  }

  /** The start and extent of a cell, its tile, its group and so on, in both directions. */
  surroundings(cell: readonly number[]): [[number, number][], [number, number][]] | null {
    const place = this.place(cell);
    if (!place) return null;
    const spans = [this.#across, this.#down].map((levels, way) => {
      let start = place[way];
      const found: [number, number][] = levels.map((level) => {
        const span: [number, number] = [start - level.lead, level.extent + level.lead];
        start -= level.lead + this.#item(level, cell) * level.pitch;
        return span;
      });
      found.push([start, levels[levels.length - 1].block]);
      return found;
    });
    return [spans[0], spans[1]];
  }

  /** The cell at a point; null in gaps, labels and outside. */
  cellAt(x: number, y: number): number[] | null {
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
   * The columns of cells that overlap a range across, from left to right, as flat triples: the column's position, the
   * part of its cells' indices that comes from the horizontal axes, and its number within the tile.
   */
  columns(begin: number, end: number): number[] {
    const found: number[] = [];
    this.#gather(this.#across, this.#across.length - 1, 0, 0, begin, end, found);
    return found;
  }

  /**
   * The rows of cells, from the top, in the form that `columns` returns. A cell's index is its row's part plus its
   * column's part.
   */
  rows(begin: number, end: number): number[] {
    const found: number[] = [];
    this.#gather(this.#down, this.#down.length - 1, 0, 0, begin, end, found);
    return found;
  }

  /**
   * The end of a row of cells; in the last line of a folded board it may be less than `width`.
   * @param base - the row's part of the index
   */
  rowEnd(base: number) {
    if (this.fold === null) return this.width;
    const begins = base % this.sides[this.sides.length - 1];
    const left = Math.min(this.fold, this.sides[this.sides.length - 1] - begins);
    const { pitch, extent } = this.outermost;
    return (left - 1) * pitch + extent;
  }

  #gather(levels: Level[], number: number, at: number, offset: number, begin: number, end: number, found: number[]) {
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

  /** The labels that overlap a rectangle, outermost first. */
  labels(left: number, top: number, right: number, bottom: number): Label[] {
    const found: Label[] = [];
    if (!this.hasLabels) return found;
    for (let level = this.#down.length - 1; level > 0; level--) {
      const rows = this.#starts(this.#down.slice(level), this.sides.map(() => 0), top, bottom);
      const [{ extent: width }, { extent: height }] = [this.#across[level], this.#down[level]];
      for (const { at: y, cell: row, isFirst: isTop } of rows) {
        // Only the cells below the label are visible.
        if (y + this.#down[level].lead <= top) continue;
        for (const { at: x, cell, isFirst: isLeft } of this.#starts(this.#across.slice(level), row, left, right)) {
          const text = cell.slice(2 * level, 2 * level + 2).join(",");
          found.push({ x, y, text, level, cell, isLeft, isTop, width, height });
        }
      }
    }
    return found;
  }

  /**
   * The items of the first level that overlap a range: where each starts, and its coordinates.
   * @param levels - a level in one direction, and those around it
   * @param cell - coordinates in the other direction; 0 on the other axes
   */
  #starts(levels: Level[], cell: number[], begin: number, end: number) {
    let starts = [{ at: 0, cell, isFirst: true }];
    let lead = 0;
    for (const level of levels.reverse()) {
      const found: typeof starts = [];
      const least = level.track ? level.track.findIndex((coordinate) => coordinate !== null) : 0;
      for (const outer of starts) {
        const start = outer.at + lead;
        const [first, after] = level.span(begin - start, end - start, level.pitch);
        for (let item = first; item < after; item++) {
          const coordinate = level.coordinate(item);
          if (coordinate === null) continue;
          const own = [...outer.cell];
          if (level.axis !== null) own[level.axis] += coordinate;
          // The last line of a folded axis may have fewer items than the others.
          if (own[own.length - 1] >= this.sides[own.length - 1]) continue;
          found.push({ at: start + item * level.pitch, cell: own, isFirst: item === least });
        }
      }
      starts = found;
      lead = level.lead;
    }
    return starts;
  }
}

/** The number of characters of the longest label. */
function labelLength(sides: readonly number[], level: number) {
  const digits = sides.slice(2 * level, 2 * level + 2).map((side) => String(side - 1).length);
  return digits.reduce((sum, each) => sum + each, digits.length - 1);
}
