// @ts-check
// The kernels in this thread: the module with its memory, and grids in it. docs/web.md describes the module's
// functions.
//
// Objects of these classes occupy the module's memory until `release` is called; nothing is released automatically.

import { HypersweepError, oneOf, shorten } from "./errors.js";
import { FIRST_OPENS } from "./rules.js";
import { readShape } from "./shape.js";

/** @typedef {import("./rules.js").FirstOpen} FirstOpen */
/** @typedef {import("./shape.js").CellLike} CellLike */
/** @typedef {import("./shape.js").Shape} Shape */

/** @typedef {Record<string, (...values: (number | bigint)[]) => number>} Functions */
/** @typedef {Int32Array | Uint32Array | Uint8Array | Float64Array | BigUint64Array} Numbers */
/**
 * @template {Numbers} Own
 * @typedef {{new (buffer: ArrayBufferLike, place: number, length: number): Own, BYTES_PER_ELEMENT: number}} NumbersClass
 */


/** Status codes of the module's functions. */
export const STATUS = Object.freeze({ done: 0, contradiction: 1, overBudget: 2, outOfMemory: 3, stopped: 4, undecided: 7 });
const INTERFACE = 4;

/** A module with its memory. */
export class Kernel {
  /** @param {WebAssembly.Module} module - compiled from kernels.wasm */
  constructor(module) {
    const instance = new WebAssembly.Instance(module, {});
    /** The module's functions. */
    this.call = /** @type {Functions} */ (/** @type {unknown} */ (instance.exports));
    this.memory = /** @type {WebAssembly.Memory} */ (instance.exports.memory);
    this.call._initialize();
    if (this.call.interface_version() !== INTERFACE) {
      throw new HypersweepError(
        "UnsupportedError",
        `expected kernels of interface ${INTERFACE}, got ${this.call.interface_version()}; reload the page`,
        { what: "other_version" },
      );
    }
    this.resultsPlace = this.call.results_place();
  }

  /**
   * Compile a kernel from the bytes of kernels.wasm.
   * @param {BufferSource} bytes
   * @returns {Promise<Kernel>}
   */
  static async load(bytes) {
    return new Kernel(await WebAssembly.compile(bytes));
  }

  /**
   * The numbers that the latest call returned besides its status.
   * @param {number} count
   * @returns {Float64Array}
   */
  results(count) {
    return new Float64Array(this.memory.buffer, this.resultsPlace, count);
  }

  /**
   * Write numbers into the exchange, the module's memory for arguments.
   * @param {...Numbers} parts - written one after another
   */
  give(...parts) {
    const bytes = parts.reduce((sum, part) => sum + part.byteLength, 0);
    this.check(this.call.exchange(bytes), "room for the numbers of a call");
    let place = this.call.exchange_place();
    for (const part of parts) {
      new Uint8Array(this.memory.buffer, place, part.byteLength).set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength));
      place += part.byteLength;
    }
  }

  /**
   * Copy numbers from the module's memory, by default from the exchange.
   * @template {Numbers} Own
   * @param {NumbersClass<Own>} kind
   * @param {number} count
   * @param {number} [place]
   * @returns {Own}
   */
  take(kind, count, place = this.call.exchange_place()) {
    return /** @type {Own} */ (new kind(this.memory.buffer, count ? place >>> 0 : 0, count).slice());
  }

  /**
   * Throw the error for a status, unless it is `done`.
   * @param {number} status
   * @param {string} what - the operation, for the message
   * @param {Record<string, unknown>} [detail]
   */
  check(status, what, detail = {}) {
    if (status === STATUS.done) return;
    if (status === STATUS.outOfMemory) throw new HypersweepError("BoardTooLargeError", `expected memory for ${what}, got none`, { what: "no_memory", ...detail });
    if (status === STATUS.overBudget || status === STATUS.stopped) {
      throw new HypersweepError("BudgetExceededError", `expected ${what} within its budget, but it would take more`, { what: "too_much", ...detail });
    }
    if (status === STATUS.contradiction) {
      throw new HypersweepError("InconsistentViewError", `expected a view that some layout fits, got one that none does`, { what: "contradiction", ...detail });
    }
    const message = `expected ${what}, got arguments that the kernel refuses (status ${status})`;
    throw new HypersweepError("ParameterError", message, { what: "own_fault", ...detail });
  }

  /**
   * Check the handle returned by a constructor, and return it.
   * @param {number} handle - or a negative status
   * @param {string} what
   * @returns {number}
   */
  made(handle, what) {
    if (handle < 0) this.check(-handle, what);
    return handle;
  }
}

/** Base class of everything that lives in the module's memory. */
export class Held {
  /**
   * @param {Kernel} kernel
   * @param {number} handle
   */
  constructor(kernel, handle) {
    this.kernel = kernel;
    this.handle = handle;
  }

  /** Release the memory; the object must not be used afterwards. Calling it again does nothing. */
  release() {
    if (this.handle) this.kernel.call.release(this.handle);
    this.handle = 0;
  }
}

/** A board shape in the module's memory. */
export class Grid extends Held {
  /**
   * @param {Kernel} kernel
   * @param {Shape | string} shape
   */
  constructor(kernel, shape) {
    const own = readShape(shape);
    kernel.give(Uint32Array.from(own.sides), Uint32Array.from(own.sides, (_, axis) => Number(own.wrap.includes(axis))));
    const handle = kernel.call.grid_make(own.sides.length, Number(own.adjacency === "moore"));
    super(kernel, kernel.made(handle, `a board of ${own}`));
    this.shape = own;
  }

  /**
   * The neighbours of a cell, ascending.
   * @param {CellLike} cell
   * @returns {Uint32Array}
   */
  neighbours(cell) {
    const status = this.kernel.call.grid_neighbours(this.handle, this.shape.index(cell));
    if (status !== STATUS.done) this.kernel.check(status, `the neighbours of a cell of ${this.shape}`);
    return this.kernel.take(Uint32Array, this.kernel.results(1)[0]);
  }

  /**
   * Check that the board has room for the mines whatever cell is opened first, and return their number.
   * @param {unknown} mines
   * @param {FirstOpen} firstOpen
   * @returns {number}
   */
  checkMines(mines, firstOpen) {
    const kept = { any: 0, safe: 1, opening: this.shape.maxNeighbours + 1 }[oneOf(firstOpen, "a first open", FIRST_OPENS, "RulesError")];
    const most = this.shape.cells - kept;
    if (typeof mines !== "number" || !Number.isInteger(mines) || mines < 0 || mines > most) {
      const why = kept ? `, as the first open (${firstOpen}) keeps ${kept} free` : "";
      const detail = { what: "mines_room", most, board: String(this.shape), firstOpen, kept, got: mines };
      throw new HypersweepError("MineCountError", `expected at most ${most} mines on ${this.shape}${why}, got ${shorten(mines)}`, detail);
    }
    return mines;
  }
}
