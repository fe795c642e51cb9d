// A wave of colour that runs over cells already drawn, outwards from one cell. It never delays what the player sees.

import type { Shape } from "../engine/shape.ts";

/** Steps behind the front over which the colour fades. */
const TAIL = 4;
const STRONGEST = 0.6;

export class Wave {
  /** The cells, grouped by their Manhattan distance from the first one; computed after the first frame. */
  #rings: number[][] | null = null;
  #begin = 0;
  /** The first ring that still has a colour. */
  #last = 0;

  /** @param from - the cell where it begins */
  constructor(public shape: Shape, public from: readonly number[], public cells: () => ArrayLike<number>, public milliseconds: number, public colour: string) {
  }

  #gather() {
    const { shape, from } = this;
    const { sides, wrap } = shape;
    const rings: number[][] = [];
    for (const index of Array.from(this.cells())) {
      let steps = 0;
      shape.cell(index).forEach((at, axis) => {
        const way = Math.abs(at - from[axis]);
        steps += wrap.includes(axis) ? Math.min(way, sides[axis] - way) : way;
      });
      (rings[steps] ??= []).push(index);
    }
    return rings;
  }

  /**
   * Draw the next frame.
   * @param draw - draws a cell, tinted by the colour with an opacity
   * @returns whether there are more frames
   */
  paint(now: number, draw: (index: number, opacity: number) => void): boolean {
    if (!this.#begin) {
      // Don't delay the frame that shows the cells themselves.
      this.#begin = now;
      return true;
    }
    const rings = (this.#rings ??= this.#gather());
    const front = ((now - this.#begin) / this.milliseconds) * (rings.length + TAIL);
    for (let ring = this.#last; ring < rings.length && ring <= front; ++ring) {
      const opacity = Math.max(0, 1 - (front - ring) / TAIL) * STRONGEST;
      if (!opacity) this.#last = ring + 1;
      for (const index of rings[ring] ?? []) draw(index, opacity);
    }
    return this.#last < rings.length;
  }
}
