// @ts-check
// Which cells are next to each other on a shape, in the page itself: tints and counts can't wait for a worker.

import { cellsAround } from "../engine/around.js";

/** @typedef {import("../engine/shape.js").Shape} Shape */

export class Neighbours {
  /** For cells at no edge: how far the neighbours are from them. @type {Int32Array} */
  #inner;
  /** @type {number[]} */
  #strides = [];

  /** @param {Shape} shape */
  constructor(shape) {
    this.shape = shape;
    let stride = 1;
    for (let axis = shape.dimensions - 1; axis >= 0; axis--) {
      this.#strides[axis] = stride;
      stride *= shape.sides[axis];
    }
    const isMoore = shape.adjacency === "moore";
    /** @type {number[]} */
    const deltas = [];
    // All of them exist only where every axis has three places.
    if (shape.sides.every((side) => side > 2)) {
      if (isMoore) {
        let sums = [0];
        for (const each of this.#strides) sums = sums.flatMap((sum) => [sum - each, sum, sum + each]);
        deltas.push(...sums.filter((sum) => sum !== 0));
      } else {
        for (const each of this.#strides) deltas.push(-each, each);
        deltas.sort((a, b) => a - b);
      }
    }
    this.#inner = Int32Array.from(deltas);
  }

  /**
   * The neighbours of a cell, ascending.
   * @param {number} index
   * @returns {Int32Array}
   */
  of(index) {
    const { sides } = this.shape;
    let rest = index;
    let isInner = this.#inner.length > 0;
    for (let axis = sides.length - 1; axis >= 0 && isInner; axis--) {
      const coordinate = rest % sides[axis];
      rest = (rest - coordinate) / sides[axis];
      isInner = coordinate > 0 && coordinate < sides[axis] - 1;
    }
    return isInner ? this.#inner.map((delta) => index + delta) : Int32Array.from(cellsAround(this.shape, index));
  }
}
