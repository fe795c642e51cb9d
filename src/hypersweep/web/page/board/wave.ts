// A wave of colour that runs over cells already drawn, outwards from one: it never delays what a player sees.

import type { Shape } from "../engine/shape.ts";

/** Steps behind the front over which the colour fades. */
const TAIL = 4;
const STRONGEST = 0.6;

export class Wave {
  /** The cells by their distance from the first one, in steps along the axes. */
  #rings: number[][] = [];
  #begin = 0;
  /** The first ring that still has a colour. */
  #last = 0;

  /** @param from - the cell where it begins */
  constructor(shape: Shape, from: readonly number[], cells: ArrayLike<number>, public milliseconds: number, public colour: string) {
    const { sides, wrap } = shape;
    for (let place = 0; place < cells.length; ++place) {
      let steps = 0;
      shape.cell(cells[place]).forEach((at, axis) => {
        const way = Math.abs(at - from[axis]);
        steps += wrap.includes(axis) ? Math.min(way, sides[axis] - way) : way;
      });
      (this.#rings[steps] ??= []).push(cells[place]);
    }
  }

  /**
   * Draw the next frame.
   * @param draw - draws a cell, tinted by the colour with an opacity
   * @returns whether there are more frames
   */
  paint(now: number, draw: (index: number, opacity: number) => void): boolean {
    const rings = this.#rings;
    const front = ((now - (this.#begin ||= now)) / this.milliseconds) * (rings.length + TAIL);
    for (let ring = this.#last; ring < rings.length && ring <= front; ++ring) {
      const opacity = Math.max(0, 1 - (front - ring) / TAIL) * STRONGEST;
      if (!opacity) this.#last = ring + 1;
      for (const index of rings[ring] ?? []) draw(index, opacity);
    }
    return this.#last < rings.length;
  }
}
