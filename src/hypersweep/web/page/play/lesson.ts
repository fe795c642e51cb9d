// The lesson "See in four dimensions": its small boards, the sweep over the neighbours of a cell, and what an answer shows.

import { cellsAround } from "../engine/around.ts";
import { Shape } from "../engine/shape.ts";

/** A board of the lesson, and the question about it. */
export interface Step {
  /** its name in message keys */ name: string;
  shape: Shape;
  /** the cell that the question is about */ marked: readonly number[];
  /** the axes along which the cell asked for must be one step away; on the others it may be */ wanted: readonly number[];
}

export const STEPS: readonly Step[] = [
  { name: "line", shape: Shape.parse("5"), marked: [1], wanted: [0] },
  { name: "square", shape: Shape.parse("5x5"), marked: [1, 3], wanted: [0, 1] },
  { name: "layers", shape: Shape.parse("3x3x3"), marked: [0, 0, 0], wanted: [2] },
  { name: "tables", shape: Shape.parse("3x3x3x3"), marked: [2, 1, 0, 0], wanted: [2, 3] },
];

/** The neighbours of a cell that one more axis adds, in the order in which they light up. */
export interface Wave {
  axis: number;
  cells: number[];
}

export function middleOf(shape: Shape) {
  return shape.index(shape.sides.map((side) => Math.floor(side / 2)));
}

/** The last axis whose value meets a condition; -1 for none. */
function lastAxis(values: readonly number[], isMet: (value: number, axis: number) => boolean) {
  return values.reduce((found, value, axis) => (isMet(value, axis) ? axis : found), -1);
}

/** The neighbours of a cell, axis by axis: those that differ from it along that axis, and maybe along earlier ones. */
export function wavesAround(shape: Shape, index: number): Wave[] {
  const own = shape.cell(index);
  const waves: Wave[] = shape.sides.map((_, axis) => ({ axis, cells: [] }));
  for (const each of cellsAround(shape, index)) {
    const cell = shape.cell(each);
    waves[lastAxis(cell, (place, axis) => place !== own[axis])].cells.push(each);
  }
  // Light them up tile by tile, as the eye moves.
  const tiles = shape.sides.slice(2).reduce((product, side) => product * side, 1);
  for (const { cells } of waves) cells.sort((one, other) => (one % tiles) - (other % tiles) || one - other);
  return waves;
}

/** Milliseconds in which the cells of a wave light up, and between two waves. */
const WAVE = 800;
const REST = 450;

/**
 * What a sweep shows at a moment.
 * @param milliseconds - since its start; `Infinity` for its end
 * @returns `count` cells are lit, in the order of the waves; `axis` is the one being swept
 */
export function sweepAt(waves: readonly Wave[], milliseconds: number): { count: number; axis: number; isOver: boolean } {
  let count = 0;
  for (const [number, { axis, cells }] of waves.entries()) {
    const since = milliseconds - number * (WAVE + REST);
    if (since < WAVE) return { count: count + Math.max(0, Math.floor((since / WAVE) * cells.length)), axis, isOver: false };
    count += cells.length;
    if (since < WAVE + REST && number < waves.length - 1) return { count, axis, isOver: false };
  }
  return { count, axis: waves.length - 1, isOver: true };
}

/** How the chosen cell relates to the one that the question is about. */
export type Answer = { kind: "right" | "same" | "far" | "near"; axis: number; by: number };

/**
 * Judge an answer.
 * @returns "far": it is `by` steps away along `axis`, so it doesn't touch; "near": it touches, but isn't a step away
 * along `axis`
 */
export function judgeAnswer({ shape, marked, wanted }: Step, index: number): Answer {
  const steps = shape.cell(index).map((place, axis) => Math.abs(place - marked[axis]));
  if (steps.every((by) => by === 0)) return { kind: "same", axis: 0, by: 0 };
  const far = lastAxis(steps, (by) => by > 1);
  if (far >= 0) return { kind: "far", axis: far, by: steps[far] };
  const missing = wanted.find((axis) => steps[axis] === 0);
  return { kind: missing === undefined ? "right" : "near", axis: missing ?? 0, by: 0 };
}
