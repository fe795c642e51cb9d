// Sizes of the lens and the mini-map, computed before they are drawn so that the board leaves space for them.

import { Arrangement } from "./arrangement.ts";
import { neighbourTracks, pageMetrics } from "./fitting.ts";
import type { Shape } from "../engine/shape.ts";

/** Minimum and maximum size of a cell in the lens, in CSS pixels. */
const LEAST = 13;
const MOST = 30;
/** Maximum width of the lens in CSS pixels: with up to four dimensions, and with more. */
const WIDTHS = [270, 460];
/** Width and height of an entry of the map, in CSS pixels. */
const ENTRY = [58, 22];
const HEAD = 18;

/**
 * The layout of the lens for a cell; its size is the same for every cell.
 * @returns all in device pixels; `size` is that of a cell
 */
export function lensLayout(shape: Shape, cell: readonly number[]): {size: number, arrangement: Arrangement, width: number, height: number} {
  const ratio = devicePixelRatio;
  const tracks = neighbourTracks(shape.sides, shape.wrap, cell);
  const arranged = (size: number) => {
    const metrics = pageMetrics(size, shape.dimensions, shape.dimensions <= 4);
    return new Arrangement(shape.sides, { tracks, metrics });
  };
  // The lens is next to the board, or below it in portrait orientation.
  const isBelow = innerHeight >= innerWidth;
  const width = Math.min(WIDTHS[shape.dimensions > 4 ? 1 : 0], innerWidth * (isBelow ? 0.9 : 0.3)) * ratio;
  const height = innerHeight * (isBelow ? 0.22 : 0.7) * ratio;
  let size = Math.round(MOST * ratio);
  let arrangement = arranged(size);
  while (size > LEAST * ratio && (arrangement.width > width || arrangement.height > height)) arrangement = arranged(--size);
  return { size, arrangement, width: arrangement.width, height: arrangement.height };
}

/** The position of a slice in the map's order of axes; the function is its own inverse. */
export function mapEntry(higher: readonly number[]) {
  return higher.length < 2 ? [...higher] : [higher[1], higher[0], ...higher.slice(2)];
}

/**
 * The layout of the map for a board with five or more dimensions.
 * @returns in device pixels; entries begin at `left` and `top`
 */
export function mapLayout(shape: Shape): {arrangement: Arrangement, left: number, top: number, width: number, height: number} {
  const ratio = devicePixelRatio;
  const higher = shape.sides.slice(4);
  const gap = Math.round(6 * ratio);
  const top = Math.round(HEAD * ratio);
  const metrics = {
    cell: ENTRY.map((each) => Math.round(each * ratio)) as [number, number],
    gapsAcross: [0, gap, 2 * gap],
    gapsDown: [0, gap, 2 * gap],
    label: (higher.length > 2 ? [Math.round(7 * ratio), top] : [0, 0]) as [number, number],
  };
  const arrangement = new Arrangement(mapEntry(higher), { metrics });
  const left = higher.length > 1 ? top : 0;
  return { arrangement, left, top, width: left + arrangement.width, height: top + arrangement.height };
}
