// The kernels in this thread: the module with its memory, and grids in it. docs/web.md describes the module's
// functions.
//
// Objects of these classes occupy the module's memory until `release` is called; nothing is released automatically.

import { HypersweepError, ownFault, type Detail } from "./errors.ts";
import { readShape, type CellLike, type Shape } from "./shape.ts";

type Functions = Record<string, (...values: (number | bigint)[]) => number>;
type Numbers = Int32Array | Uint32Array | Uint8Array | Float64Array | BigUint64Array;
interface NumbersClass<Own extends Numbers> {
  new (buffer: ArrayBufferLike, place: number, length: number): Own;
  BYTES_PER_ELEMENT: number;
}

/** Status codes of the module's functions. */
export const STATUS = Object.freeze({ done: 0, contradiction: 1, overBudget: 2, outOfMemory: 3, stopped: 4, undecided: 7 });
const INTERFACE = 5;

/** A module with its memory. */
export class Kernel {
  /** The module's functions. */
  call;
  memory;
  resultsPlace;

  /** @param module - compiled from kernels.wasm or game.wasm */
  constructor(module: WebAssembly.Module) {
    const instance = new WebAssembly.Instance(module, {});
    this.call = instance.exports as unknown as Functions;
    this.memory = instance.exports.memory as WebAssembly.Memory;
    this.call._initialize();
    if (this.call.interface_version() !== INTERFACE) {
      throw new HypersweepError(
        "UnsupportedError",
        { what: "other_version" },
      );
    }
    this.resultsPlace = this.call.results_place();
  }

  static async load(bytes: BufferSource): Promise<Kernel> {
    return new Kernel(await WebAssembly.compile(bytes));
  }

  /** The numbers that the latest call returned besides its status. */
  results(count: number): Float64Array {
    return new Float64Array(this.memory.buffer, this.resultsPlace, count);
  }

  /**
   * Write numbers into the exchange, the module's memory for arguments.
   * @param parts - written one after another
   */
  give(...parts: Numbers[]) {
    const bytes = parts.reduce((sum, part) => sum + part.byteLength, 0);
    this.check(this.call.exchange(bytes), "room for the numbers of a call");
    let place = this.call.exchange_place();
    for (const part of parts) {
      new Uint8Array(this.memory.buffer, place, part.byteLength).set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength));
      place += part.byteLength;
    }
  }

  /** Copy numbers from the module's memory, by default from the exchange. */
  take<Own extends Numbers>(kind: NumbersClass<Own>, count: number, place: number = this.call.exchange_place()): Own {
    return new kind(this.memory.buffer, count ? place >>> 0 : 0, count).slice() as Own;
  }

  /**
   * Throw the error for a status, unless it is `done`.
   * @param doing - the operation, for the message
   */
  check(status: number, doing: string, detail: Detail = {}) {
    if (status === STATUS.done) return;
    if (status === STATUS.outOfMemory) throw new HypersweepError("BoardTooLargeError", { what: "no_memory", doing, ...detail });
    if (status === STATUS.overBudget || status === STATUS.stopped) {
      throw new HypersweepError("BudgetExceededError", { what: "too_much", doing, ...detail });
    }
    if (status === STATUS.contradiction) {
      throw new HypersweepError("InconsistentViewError", { what: "contradiction", ...detail });
    }
    throw ownFault(doing, status);
  }

  /**
   * Check the handle returned by a constructor, and return it.
   * @param handle - a handle, or a negative status
   */
  made(handle: number, doing: string): number {
    if (handle < 0) this.check(-handle, doing);
    return handle;
  }
}

/** Base class of everything that lives in the module's memory. */
export class Held {
  constructor(public kernel: Kernel, public handle: number) {
  }

  /** Release the memory; the object must not be used afterwards. Calling it again does nothing. */
  release() {
    if (this.handle) this.kernel.call.release(this.handle);
    this.handle = 0;
  }
}

/** A board shape in the module's memory. */
export class Grid extends Held {
  shape;

  constructor(kernel: Kernel, shape: Shape | string) {
    const own = readShape(shape);
    kernel.give(Uint32Array.from(own.sides), Uint32Array.from(own.sides, (_, axis) => Number(own.wrap.includes(axis))));
    const handle = kernel.call.grid_make(own.sides.length, Number(own.adjacency === "moore"));
    super(kernel, kernel.made(handle, `a board of ${own}`));
    this.shape = own;
  }

  /** The neighbours of a cell, ascending. */
  neighbours(cell: CellLike): Uint32Array {
    const status = this.kernel.call.grid_neighbours(this.handle, this.shape.index(cell));
    if (status !== STATUS.done) this.kernel.check(status, `the neighbours of a cell of ${this.shape}`);
    return this.kernel.take(Uint32Array, this.kernel.results(1)[0]);
  }
}
