// Fits a board into a viewport: which part is visible, its size and arrangement, and the scroll position. Like Python's
// picture/fitting.py.

import { Arrangement, type Metrics, type Track } from "./arrangement.ts";
import type { Shape } from "../engine/shape.ts";

/**
 * Size of a cell at zoom 1 in CSS pixels: minimum with a mouse, minimum for touch, maximum, and the size used if the
 * board doesn't fit even at the minimum.
 */
export const CELL = Object.freeze({ least: 16, leastTouch: 20, most: 64, usual: 28 });

/**
 * Fold an arrangement with an odd number of dimensions into lines of about the same length that fit a width. Returns
 * `whole` itself if fewer than two items fit side by side.
 * @param whole - the arrangement of the whole board
 * @param width - available width
 */
export function folded(whole: Arrangement, width: number) {
  const { sides, metrics } = whole;
  if (sides.length % 2 === 0) return whole;
  const { pitch, extent } = whole.outermost;
  const most = 1 + Math.floor(Math.max(0, width - extent) / pitch);
  if (most < 2) return whole;
  const side = sides[sides.length - 1];
  // On a board of one dimension, every line begins at a round number.
  const fold = sides.length === 1 ? (most > 10 ? most - (most % 10) : most) : Math.ceil(side / Math.ceil(side / most));
  return new Arrangement(sides, { metrics, fold });
}

/**
 * Tracks that show a slice of a board with five or more dimensions among its neighbours: all of axes 0 to 3, and on
 * each further axis three coordinates (fewer if the axis is shorter), or more if they fit.
 * @param wrap - the axes that wrap around
 * @param focus - a cell of the slice to show
 */
export function sliceTracks(sides: readonly number[], wrap: readonly number[], focus: readonly number[], { width, height, metrics }: {width: number, height: number, metrics: Metrics}): Track[] {
  const counts = sides.map((side, axis) => (axis >= 4 ? Math.min(side, 3) : side));
  const fits = () => {
    const shown = new Arrangement(sides, { tracks: counts.map((count) => run(0, count)), metrics });
    return shown.width <= width && shown.height <= height;
  };
  if (fits()) {
    for (let axis = 4; axis < sides.length; axis++) {
      while (counts[axis] < sides[axis]) {
        counts[axis]++;
        if (!fits()) {
          counts[axis]--;
          break;
        }
      }
    }
  }
  return sides.map((side, axis) => {
    if (axis < 4) return run(0, side);
    const count = counts[axis];
    const first = focus[axis] - Math.floor(count / 2);
    if (wrap.includes(axis) && count < side) return run(first + side, count).map((place) => place % side);
    return run(Math.min(Math.max(first, 0), side - count), count);
  });
}

function run(first: number, count: number) {
  return Array.from({ length: count }, (_, step) => first + step);
}

/**
 * Tracks that show a cell in the middle of its 3**N neighbourhood; places outside the board are empty. A wrapped axis
 * of side 2 shows its other coordinate only once, after the cell's.
 */
export function neighbourTracks(sides: readonly number[], wrap: readonly number[], cell: readonly number[]): Track[] {
  return sides.map((side, axis) => {
    const coordinate = cell[axis];
    if (!wrap.includes(axis)) return [coordinate > 0 ? coordinate - 1 : null, coordinate, coordinate + 1 < side ? coordinate + 1 : null];
    const before = (coordinate + side - 1) % side;
    const next = (coordinate + 1) % side;
    const after = next === coordinate ? null : next;
    return [before === coordinate || before === after ? null : before, coordinate, after];
  });
}

/**
 * The scroll position in one direction that shows a cell and as much of its surroundings as possible.
 * @param spans - extents of the cell, its tile, its group and so on
 * @param margin - minimum visible distance around the cell within its tile
 * @param room - visible length
 * @param scroll - the current scroll position
 */
export function scrolled(spans: readonly [number, number][], margin: number, room: number, scroll: number) {
  const [at, extent] = spans[0];
  const [tileAt, tileExtent] = spans[1];
  const kept = Math.min(margin, Math.floor(Math.max(0, room - extent) / 2));
  let begin = Math.max(at - kept, tileAt);
  let end = Math.min(at + extent + kept, tileAt + tileExtent);
  for (const [outerAt, outerExtent] of spans.slice(1)) {
    if (outerExtent <= room) {
      begin = outerAt;
      end = outerAt + outerExtent;
    }
  }
  const low = end - room;
  const high = begin;
  if (low <= scroll && scroll <= high) return scroll;
  // If the cell is far away, scroll it into the middle.
  if (scroll < low - Math.floor(room / 2) || scroll > high + Math.floor(room / 2)) return Math.max(0, Math.floor((begin + end - room) / 2));
  return Math.max(0, scroll < low ? low : high);
}

/**
 * The metrics for a board on the page.
 * @param cell - pixels of a cell
 */
export function pageMetrics(cell: number, dimensions: number, hasLabels = true): Metrics {
  if (dimensions < 3) return { cell: [cell, cell], gapsAcross: [0], gapsDown: [0], label: [0, 0] };
  const part = (share: number) => Math.max(1, Math.round(cell * share));
  const line = part(0.62);
  return {
    cell: [cell, cell],
    gapsAcross: [0, part(0.4), part(1), part(1.6), part(2.4)],
    gapsDown: hasLabels ? [0, part(0.1), part(0.5), part(1), part(1.6)] : [0, part(0.4), part(1), part(1.6), part(2.4)],
    label: !hasLabels ? [0, 0] : [Math.max(1, Math.ceil(line * 0.5)), line],
  };
}

/** Cells may shrink by this factor if that makes another tile visible. */
const SLIGHTLY = 0.85;

/** Number of completely visible tiles side by side; 0 if no tile is completely visible, or the board's whole width. */
function tilesAcross({ sides, width, outermost: { pitch, extent } }: Arrangement, room: number) {
  return sides.length < 3 || width <= room ? 0 : Math.max(0, 1 + Math.floor((room - extent) / pitch));
}

/** How to show a board: cell size at zoom 1, and arrangement. */
type Fit = { cell: number; isSliced: boolean; arrangement: Arrangement };

/**
 * Choose the largest cells with which the whole board is visible. If those would be too small, use cells of the usual
 * size, and fold the board to the width, or show a slice of a board with five or more dimensions.
 * @param focus - a cell that must be visible
 * @param room - all in the same unit of pixels; `scrollbar` is the width of a scrollbar
 */
export function fitBoard(shape: Shape, focus: readonly number[], room: {width: number, height: number, least?: number, most?: number, usual?: number, scrollbar?: number, mode?: "auto" | "whole" | "slice"}): Fit {
  const { width, height, least = CELL.least, most = CELL.most, usual = CELL.usual, scrollbar = 0, mode = "auto" } = room;
  const { sides, wrap, dimensions } = shape;
  const isHigh = dimensions > 4;
  const arranged = (cell: number, room: number) => {
    const whole = new Arrangement(sides, { metrics: pageMetrics(cell, dimensions) });
    return whole.width > room ? folded(whole, room) : whole;
  };
  if (!isHigh || mode !== "slice") {
    for (let cell = most; cell >= least; cell--) {
      const arrangement = arranged(cell, width);
      if (arrangement.width <= width && arrangement.height <= height) return { cell, isSliced: false, arrangement };
    }
    if (!isHigh || mode === "whole") {
      const room = width - scrollbar;
      let cell = Math.max(usual, least);
      // Prefer a size that needs scrolling in only one direction.
      for (let next = cell; next >= least; next--) {
        const arrangement = arranged(next, room);
        if (arrangement.width > room && arrangement.height > height - scrollbar) continue;
        cell = next;
        break;
      }
      // If slightly smaller cells show one more tile completely, use them instead of cutting the tile off.
      const smallest = Math.max(least, Math.ceil(SLIGHTLY * cell));
      const most = tilesAcross(arranged(smallest, room), room);
      while (cell > smallest && tilesAcross(arranged(cell, room), room) < most) cell--;
      return { cell, isSliced: false, arrangement: arranged(cell, room) };
    }
  }
  let found: Fit | null = null;
  for (let cell = Math.max(usual, least); cell >= least; cell--) {
    const metrics = pageMetrics(cell, dimensions);
    const tracks = sliceTracks(sides, wrap, focus, { width, height, metrics });
    const arrangement = new Arrangement(sides, { tracks, metrics });
    found = { cell, isSliced: true, arrangement };
    const one = new Arrangement(sides, { tracks: tracks.map((track, axis) => (axis < 4 ? track : [focus[axis]])), metrics });
    if (one.width <= width - scrollbar && one.height <= height - scrollbar) return found;
  }
  return found as Fit;
}
