// @ts-check
// The kernels, in this very thread: what the worker runs, and what tests call. docs/web.md has the module's own functions.
//
// What these classes hold lives in the module's memory until `release` is called; nothing is released by itself.

import { HypersweepError, oneOf, shorten, wholeNumber } from "./errors.js";
import { formatBoardId, parseBoardId } from "./board_id.js";
import { FIRST_OPENS, GRADES, firstOpenPromise, readRules } from "./rules.js";
import { readShape } from "./shape.js";

/** @typedef {import("./errors.js").ErrorKind} ErrorKind */
/** @typedef {import("./rules.js").FirstOpen} FirstOpen */
/** @typedef {import("./rules.js").Grade} Grade */
/** @typedef {import("./rules.js").Rules} Rules */
/** @typedef {import("./shape.js").CellLike} CellLike */
/** @typedef {import("./shape.js").Shape} Shape */

/** @typedef {"ongoing" | "won" | "lost"} Outcome */
/** @typedef {"open" | "flag" | "chord"} MoveKind */
/** @typedef {"safest" | "progress" | "look-ahead"} Policy */
/** @typedef {"uniform" | "repair" | "adaptive"} Method */

/**
 * What an analysis may use: states and bytes of one component, and how often it may ask whether to go on (about ten thousand times
 * a second; 0 for no end). All of it is counted: there is no clock in the module, and the same view gives the same answer.
 * @typedef {{states?: number, bytes?: number, asks?: number}} Budget
 */

/**
 * @typedef {object} Change
 * @property {number} changed - how many cells look different
 * @property {number} opened - safe cells opened; below 0 for those that an undo has covered
 * @property {number} flags - by how many the flags on covered cells have become more
 * @property {Outcome} outcome - how the game stands now
 */

/**
 * @typedef {object} Standing
 * @property {Outcome} outcome
 * @property {number} opened - safe cells that are open
 * @property {number} flags - flags on covered cells
 * @property {boolean} isDecided - whether it is decided where the mines are
 * @property {number} undoable - moves that can be taken back
 * @property {number} redoable - moves that can be made again
 */

/**
 * @typedef {object} BoardValue
 * @property {number} value - 3BV: openings and single cells
 * @property {number} openings
 * @property {number} single - safe cells outside openings and their rims
 * @property {number} islands - groups of those
 * @property {number} openingsOpen - openings of which a zero is open; 0 for a layout
 * @property {number} singleOpen - single cells that are open; 0 for a layout
 */

/**
 * @typedef {object} Analysis
 * @property {Float64Array} chances - of a mine, for every cell: 0 for open cells and safe ones, 1 for mines, in the order of indices
 * @property {Float64Array | null} errors - standard errors, where the chances are estimates; null where they are exact
 * @property {number} states - that it took
 * @property {number} components - of clues that bear on each other
 */

/**
 * @typedef {object} Choice
 * @property {number} cell - its index
 * @property {"safe" | "guess" | "end-game"} kind
 * @property {number} safety - the chance that the cell is safe
 * @property {number} score - what the policy compared
 * @property {[number, number] | null} wins - in the end-game: layouts won by it, of those that are left
 * @property {boolean} isExact - whether the chances behind it are exact
 * @property {{cell: number, score: number}[]} weighed - the cells that were compared, where an analysis was given
 */

/**
 * @typedef {object} Wish
 * @property {number} mines
 * @property {bigint | number} seed
 * @property {CellLike} first - the cell that is opened first
 * @property {FirstOpen} [firstOpen] - "opening" or "safe"
 * @property {Grade | null} [grade] - the hardest thought that may be needed; null for any
 * @property {boolean} [exactly] - whether it must be
 * @property {boolean} [usesMineCount] - whether the player may use the number of mines
 * @property {Method} [method] - layouts as they come, layouts that are changed, or for a while the one and then the other
 * @property {number} [tries] - layouts that are tried at most; nothing else is bounded then
 */

/**
 * @typedef {object} SearchProgress
 * @property {number} tried - layouts so far
 * @property {number} tries - at most
 * @property {number} mostOpened - safe cells that deduction opened on the best of them
 * @property {number} safeCells - how many there are
 */

export const CODES = Object.freeze({ covered: -1, flagged: -2, mine: -3, exploded: -4, wrongFlag: -5 });
/** @type {readonly Outcome[]} */
export const OUTCOMES = ["ongoing", "won", "lost"];
/** @type {readonly MoveKind[]} */
export const MOVE_KINDS = ["open", "flag", "chord"];
/** @type {readonly Policy[]} */
export const POLICIES = ["safest", "progress", "look-ahead"];
/** What an analysis may use where nothing else is said. */
export const BUDGET = Object.freeze({ states: 1 << 20, bytes: 1 << 28, asks: 0 });
/** @type {readonly Method[]} */
export const METHODS = ["uniform", "repair", "adaptive"];
/** What a set of clues may take on a board that is made: as in Python, so that a seed gives the same board. */
const GENERATOR_BUDGET = Object.freeze({ states: 1 << 14, bytes: 1 << 30 });
/** No end that a search could come to. */
const ENDLESS = 1n << 62n;
/**
 * What a search may take, as in Python (`_EFFORT` in hypersweep.generate.search): layouts at most; how many of these are taken as they
 * come before the others are repaired, and how much work goes into those; changes to one layout; and the work for all. A unit of work
 * is a look at a cell.
 * @type {Readonly<Record<Method, {tries: number, uniform: bigint, uniformWork: bigint, changes: number, work: bigint}>>}
 */
const EFFORT = Object.freeze({
  uniform: { tries: 100_000, uniform: ENDLESS, uniformWork: ENDLESS, changes: 0, work: 1n << 31n },
  repair: { tries: 100_000, uniform: 0n, uniformWork: 0n, changes: 2000, work: 1n << 29n },
  adaptive: { tries: 100_000, uniform: 1000n, uniformWork: 1n << 23n, changes: 2000, work: 1n << 28n },
});
/** Samples of an estimate: at most so many states of each layer, and so many of them. */
const SAMPLE = Object.freeze({ layer: 2000, repeats: 20 });

const DONE = 0;
const CONTRADICTION = 1;
const OVER_BUDGET = 2;
const OUT_OF_MEMORY = 3;
const STOPPED = 4;
const UNDECIDED = 7;
const INTERFACE = 4;
const RULE_BITS = /** @type {const} */ ([
  ["flagProtectsClick", 1],
  ["flagProtectsCascade", 2],
  ["flagsOnOpen", 4],
  ["chord", 8],
]);

/** @typedef {Record<string, (...values: (number | bigint)[]) => number>} Functions */
/** @typedef {Int32Array | Uint32Array | Uint8Array | Float64Array | BigUint64Array} Numbers */
/**
 * @template {Numbers} Own
 * @typedef {{new (buffer: ArrayBufferLike, place: number, length: number): Own, BYTES_PER_ELEMENT: number}} NumbersClass
 */

/**
 * A seed as the kernels take it.
 * @param {bigint | number} seed - 0 to 2**64 - 1; a number only as far as it is exact
 * @returns {bigint}
 */
export function readSeed(seed) {
  if (typeof seed === "number" && Number.isSafeInteger(seed) && seed >= 0) return BigInt(seed);
  if (typeof seed === "bigint" && seed >= 0n && seed < 1n << 64n) return seed;
  throw new HypersweepError("ParameterError", `expected a seed of 0 to 2**64 - 1, got ${shorten(seed)}`, { what: "seed", got: String(seed) });
}

/**
 * A seed that nobody can predict.
 * @returns {bigint}
 */
export function freshSeed() {
  return crypto.getRandomValues(new BigUint64Array(1))[0];
}

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
   * A kernel from the bytes of kernels.wasm.
   * @param {BufferSource} bytes
   * @returns {Promise<Kernel>}
   */
  static async load(bytes) {
    return new Kernel(await WebAssembly.compile(bytes));
  }

  /**
   * The numbers that the latest call told.
   * @param {number} count
   * @returns {Float64Array}
   */
  results(count) {
    return new Float64Array(this.memory.buffer, this.resultsPlace, count);
  }

  /**
   * Puts numbers into the exchange.
   * @param {...Numbers} parts - one after the other
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
   * A copy of the numbers at a place, by default of those in the exchange.
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
   * Raises what a status says, unless it is 0.
   * @param {number} status
   * @param {string} what - was wanted
   * @param {Record<string, unknown>} [detail]
   */
  check(status, what, detail = {}) {
    if (status === DONE) return;
    if (status === OUT_OF_MEMORY) throw new HypersweepError("BoardTooLargeError", `expected memory for ${what}, got none`, { what: "no_memory", ...detail });
    if (status === OVER_BUDGET || status === STOPPED) {
      throw new HypersweepError("BudgetExceededError", `expected ${what} within its budget, but it would take more`, { what: "too_much", ...detail });
    }
    if (status === CONTRADICTION) {
      throw new HypersweepError("InconsistentViewError", `expected a view that some layout fits, got one that none does`, { what: "contradiction", ...detail });
    }
    const message = `expected ${what}, got arguments that the kernel refuses (status ${status})`;
    throw new HypersweepError("ParameterError", message, { what: "own_fault", ...detail });
  }

  /**
   * The handle that a function made.
   * @param {number} handle - or less than 0
   * @param {string} what
   * @returns {number}
   */
  made(handle, what) {
    if (handle < 0) this.check(-handle, what);
    return handle;
  }
}

/** What all that lives in the module's memory has in common. */
export class Held {
  /**
   * @param {Kernel} kernel
   * @param {number} handle
   */
  constructor(kernel, handle) {
    this.kernel = kernel;
    this.handle = handle;
  }

  /** Gives the memory back; nothing may be asked of it afterwards. A second call does nothing. */
  release() {
    if (this.handle) this.kernel.call.release(this.handle);
    this.handle = 0;
  }
}

/** A shape that the kernels know. */
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
    if (status !== DONE) this.kernel.check(status, `the neighbours of a cell of ${this.shape}`);
    return this.kernel.take(Uint32Array, this.kernel.results(1)[0]);
  }

  /**
   * The number of mines, if the board holds them whatever cell is opened first.
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

/** Where the mines are. */
export class Layout extends Held {
  /**
   * @param {Grid} grid
   * @param {number} handle
   */
  constructor(grid, handle) {
    super(grid.kernel, handle);
    this.grid = grid;
  }

  /**
   * A layout of a random stream: the same as Python's Layout.random, for the same arguments.
   * @param {Grid} grid
   * @param {number} mines
   * @param {{seed: bigint | number, index?: bigint | number, first?: CellLike | null, firstOpen?: FirstOpen}} options
   * @returns {Layout}
   */
  static random(grid, mines, { seed, index = 0, first = null, firstOpen = "safe" }) {
    const promise = first === null ? "any" : firstOpen;
    const count = grid.checkMines(mines, promise);
    const cell = first === null ? -1 : grid.shape.index(first);
    const handle = grid.kernel.call.layout_random(grid.handle, count, readSeed(seed), readSeed(index), cell, FIRST_OPENS.indexOf(promise));
    return new Layout(grid, grid.kernel.made(handle, `a layout of ${grid.shape}`));
  }

  /**
   * The layout of a bit string: bit i % 8 of byte i / 8 is the cell with index i. Bytes of zeros may be left out at the end.
   * @param {Grid} grid
   * @param {Uint8Array} bits
   * @returns {Layout}
   */
  static fromBits(grid, bits) {
    const size = Math.ceil(grid.shape.cells / 8);
    if (!(bits instanceof Uint8Array) || bits.length > size) {
      const message = `expected at most ${size} bytes of mines for ${grid.shape}, got ${shorten(bits?.length)}`;
      throw new HypersweepError("LayoutError", message, { what: "board_id_damaged" });
    }
    grid.kernel.give(bits);
    const handle = grid.kernel.call.layout_from_bits(grid.handle, bits.length);
    if (handle < 0 && -handle !== OUT_OF_MEMORY) {
      const message = `expected no bits past cell ${grid.shape.cells - 1} of ${grid.shape}`;
      throw new HypersweepError("LayoutError", message, { what: "board_id_damaged" });
    }
    return new Layout(grid, grid.kernel.made(handle, `a layout of ${grid.shape}`));
  }

  /**
   * The layout with mines in the cells given.
   * @param {Grid} grid
   * @param {Iterable<CellLike>} cells
   * @returns {Layout}
   */
  static fromCells(grid, cells) {
    const bits = new Uint8Array(Math.ceil(grid.shape.cells / 8));
    for (const cell of cells) {
      const index = grid.shape.index(cell);
      if ((bits[index >> 3] >> (index & 7)) & 1) {
        const message = `expected each mine once, got ${shorten(grid.shape.cell(index))} twice`;
        throw new HypersweepError("LayoutError", message, { what: "own_fault" });
      }
      bits[index >> 3] |= 1 << (index & 7);
    }
    return Layout.fromBits(grid, bits);
  }

  /**
   * The layout of a board ID, and a grid of its own.
   * @param {Kernel} kernel
   * @param {string} text
   * @returns {Layout}
   */
  static parse(kernel, text) {
    const { shape, bits } = parseBoardId(text);
    const grid = new Grid(kernel, shape);
    try {
      return Layout.fromBits(grid, bits);
    } catch (error) {
      grid.release();
      throw error;
    }
  }

  /** The bit string that `fromBits` reads. @returns {Uint8Array} */
  bits() {
    this.kernel.check(this.kernel.call.layout_bits(this.handle), "the bits of a layout");
    return this.kernel.take(Uint8Array, this.kernel.results(1)[0]);
  }

  /** The board ID. @returns {string} */
  format() {
    return formatBoardId(this.grid.shape, this.bits());
  }

  /** The number of mines. @returns {number} */
  get mines() {
    this.kernel.check(this.kernel.call.layout_bits(this.handle), "the mines of a layout");
    return this.kernel.results(2)[1];
  }

  /**
   * @param {CellLike} cell
   * @returns {boolean}
   */
  isMine(cell) {
    this.kernel.check(this.kernel.call.layout_is_mine(this.handle, this.grid.shape.index(cell)), "a layout");
    return this.kernel.results(1)[0] === 1;
  }

  /** What the board is worth. @returns {BoardValue} */
  value() {
    this.kernel.check(this.kernel.call.layout_value(this.handle), "the value of a board");
    const [openings, single, islands] = this.kernel.results(3);
    return { value: openings + single, openings, single, islands, openingsOpen: 0, singleOpen: 0 };
  }

  /**
   * How few clicks clear the board, as a simple rule finds them; with `human`, openings are opened first.
   * @param {boolean} [human]
   * @returns {number}
   */
  zini(human = false) {
    this.kernel.check(this.kernel.call.layout_zini(this.handle, Number(human)), "the ZiNi of a board");
    return this.kernel.results(1)[0];
  }
}

/**
 * A game: the board, its rules, and the moves made on it.
 *
 * The layout is decided by the first open. By rules with guess "never" it takes a search, which is the caller's affair: `play` then
 * raises nothing and gives null, and `openFirst` makes the move with the layout that was found. With guess "punished" later opens and
 * chords may decide it anew, and to take such a move back takes that back as well.
 */
export class Game extends Held {
  /**
   * @param {Grid} grid
   * @param {{mines?: number, seed?: bigint | number, rules?: Rules | string, layout?: Layout | null}} options - with a layout neither
   *   mines nor a seed are needed; the first open is then promised nothing
   */
  constructor(grid, { mines, seed, rules = "classic", layout = null }) {
    const own = readRules(rules);
    if (layout && own.guess === "punished") {
      const message = 'expected no layout with guess "punished", which lays the mines itself';
      throw new HypersweepError("RulesError", message, { what: "layout_punished" });
    }
    const kernel = grid.kernel;
    if (layout && layout.grid.handle !== grid.handle) {
      const detail = { what: "layout_shape", board: String(grid.shape), got: String(layout.grid.shape) };
      throw new HypersweepError("LayoutError", `expected a layout for ${grid.shape}, got one for ${layout.grid.shape}`, detail);
    }
    const count = layout ? layout.mines : grid.checkMines(mines, firstOpenPromise(own));
    let bits = 0;
    for (const [name, bit] of RULE_BITS) if (own[name]) bits |= bit;
    const handle = layout ? kernel.call.game_of_layout(layout.handle, bits) : kernel.call.game_make(grid.handle, bits);
    super(kernel, kernel.made(handle, `a game on ${grid.shape}`));
    this.grid = grid;
    this.rules = own;
    this.mines = count;
    /** What the first open decides the layout by; null where one was given. @type {bigint | null} */
    this.seed = layout ? null : readSeed(seed ?? freshSeed());
    if (own.guess === "punished") kernel.check(kernel.call.game_punish(this.handle, this.seed ?? 0n), `a game on ${grid.shape}`);
  }

  /**
   * @param {number} status
   * @returns {Change}
   */
  #change(status) {
    this.kernel.check(status, `a move on ${this.grid.shape}`);
    const [changed, opened, flags, outcome] = this.kernel.results(4);
    return { changed, opened, flags, outcome: OUTCOMES[outcome] };
  }

  /**
   * Makes a move. One that can't do anything changes nothing, and says so.
   * @param {MoveKind} kind
   * @param {CellLike} cell
   * @returns {Change | null} null where a search for the layout has to come first
   */
  play(kind, cell) {
    const number = MOVE_KINDS.indexOf(oneOf(kind, "a move", MOVE_KINDS));
    const index = this.grid.shape.index(cell);
    const status = this.kernel.call.game_play(this.handle, number, index);
    if (status !== UNDECIDED) return this.#change(status);
    if (this.rules.guess === "never") return null;
    const options = { seed: this.seed ?? 0n, first: index, firstOpen: firstOpenPromise(this.rules) };
    const layout = Layout.random(this.grid, this.mines, options);
    try {
      return this.openFirst(index, layout);
    } finally {
      layout.release();
    }
  }

  /**
   * The first open, and where the mines are; an open like any other if that is decided already.
   * @param {CellLike} cell
   * @param {Layout} layout
   * @returns {Change}
   */
  openFirst(cell, layout) {
    const index = this.grid.shape.index(cell);
    return this.#change(this.kernel.call.game_open_first(this.handle, index, layout.handle));
  }

  /** What a search for the layout of this game looks for. @param {CellLike} first @returns {Wish} */
  wish(first) {
    const { firstOpen, grade } = this.rules;
    return { mines: this.mines, seed: this.seed ?? 0n, first, firstOpen, grade, method: "adaptive" };
  }

  /** Takes back the latest move that changed something. @returns {Change} */
  undo() {
    return this.#change(this.kernel.call.game_undo(this.handle));
  }

  /** Makes the move again that was taken back last. @returns {Change} */
  redo() {
    return this.#change(this.kernel.call.game_redo(this.handle));
  }

  /**
   * Makes moves up to the first that changes nothing, as a replay does.
   * @param {readonly (readonly [MoveKind | "undo" | "redo", CellLike?])[]} moves
   * @returns {number} how many it made; as many as there are where all are possible, and fewer before a first open that takes a search
   */
  playAll(moves) {
    const kinds = [...MOVE_KINDS, "undo", "redo"];
    const packed = new Uint32Array(2 * moves.length);
    moves.forEach(([kind, cell], place) => {
      packed[2 * place] = kinds.indexOf(oneOf(kind, "a move", kinds));
      packed[2 * place + 1] = cell === undefined ? 0 : this.grid.shape.index(cell);
    });
    let made = 0;
    while (made < moves.length) {
      this.kernel.give(packed.subarray(2 * made));
      const status = this.kernel.call.game_play_all(this.handle, moves.length - made);
      made += this.kernel.results(1)[0];
      if (status !== UNDECIDED) {
        this.kernel.check(status, `moves on ${this.grid.shape}`);
        return made;
      }
      if (!this.play("open", packed[2 * made + 1])) return made;
      ++made;
    }
    return made;
  }

  /** The cells that the latest move changed, ascending. @returns {Uint32Array} */
  changes() {
    this.kernel.check(this.kernel.call.game_changes(this.handle), "what a move changed");
    return this.kernel.take(Uint32Array, this.kernel.results(1)[0]);
  }

  /**
   * The codes of the cells from `begin` to `end`.
   * @param {number} [begin]
   * @param {number} [end]
   * @param {{reveal?: boolean}} [options] - show every clue and every mine
   * @returns {Int32Array}
   */
  codes(begin = 0, end = this.grid.shape.cells, { reveal = false } = {}) {
    const last = wholeNumber(end, "end", 0, this.grid.shape.cells + 1);
    const first = wholeNumber(begin, "begin", 0, last + 1);
    this.kernel.check(this.kernel.call.game_codes(this.handle, first, last, Number(reveal)), `the codes of ${this.grid.shape}`);
    return this.kernel.take(Int32Array, last - first);
  }

  /**
   * The codes of some cells.
   * @param {Uint32Array} cells - their indices; those that follow each other cost less
   * @param {{reveal?: boolean}} [options]
   * @returns {Int32Array}
   */
  codesAt(cells, { reveal = false } = {}) {
    this.kernel.give(cells);
    const status = this.kernel.call.game_codes_at(this.handle, cells.length, Number(reveal));
    if (status !== DONE && status !== OUT_OF_MEMORY) {
      throw new HypersweepError("CellError", `expected indices of 0 to ${this.grid.shape.cells - 1}, got one that is higher`, { what: "own_fault" });
    }
    this.kernel.check(status, "the codes of cells");
    return this.kernel.take(Int32Array, cells.length);
  }

  /** How the game stands. @returns {Standing} */
  standing() {
    this.kernel.check(this.kernel.call.game_standing(this.handle), "how a game stands");
    const [outcome, opened, flags, decided, undoable, redoable] = this.kernel.results(6);
    return { outcome: OUTCOMES[outcome], opened, flags, isDecided: decided === 1, undoable, redoable };
  }

  /** The moves that changed something and have not been taken back. @returns {[MoveKind, number][]} */
  moves() {
    this.kernel.check(this.kernel.call.game_moves(this.handle), "the moves of a game");
    const count = this.kernel.results(1)[0];
    const packed = this.kernel.take(Uint32Array, 2 * count);
    return Array.from({ length: count }, (_, place) => [MOVE_KINDS[packed[2 * place]], packed[2 * place + 1]]);
  }

  /** Where the mines are, to be released by the caller; null before the first open. @returns {Layout | null} */
  layout() {
    const handle = this.kernel.call.game_layout(this.handle);
    return handle === -UNDECIDED ? null : new Layout(this.grid, this.kernel.made(handle, "the layout of a game"));
  }

  /** What the board is worth, and how much of it is done; null before the first open. @returns {BoardValue | null} */
  value() {
    const status = this.kernel.call.game_value(this.handle);
    if (status === UNDECIDED) return null;
    this.kernel.check(status, "the value of a board");
    const [openings, single, islands, openingsOpen, singleOpen] = this.kernel.results(5);
    return { value: openings + single, openings, single, islands, openingsOpen, singleOpen };
  }
}

/** The solver of one grid: it sees what a view shows, and nothing else. It keeps its memory for the next position. */
export class Solver extends Held {
  /** @param {Grid} grid */
  constructor(grid) {
    super(grid.kernel, grid.kernel.made(grid.kernel.call.solver_make(grid.handle), `an analysis on ${grid.shape}`));
    this.grid = grid;
  }

  /**
   * @param {Int32Array} codes
   * @param {number} mines
   */
  #give(codes, mines) {
    const { cells } = this.grid.shape;
    if (!(codes instanceof Int32Array) || codes.length !== cells) {
      throw new HypersweepError("ParameterError", `expected ${cells} codes for ${this.grid.shape}, got ${shorten(codes?.length)}`, { what: "own_fault" });
    }
    if (codes.some((code) => code < CODES.wrongFlag || code > this.grid.shape.maxNeighbours)) {
      throw new HypersweepError("ParameterError", `expected codes of ${CODES.wrongFlag} to ${this.grid.shape.maxNeighbours}`, { what: "own_fault" });
    }
    this.grid.checkMines(mines, "any");
    this.kernel.give(codes);
  }

  /**
   * What the kernel says; where no layout fits, with the clues that it came upon, if there were any in particular.
   * @param {number} status
   * @param {string} what
   */
  #check(status, what) {
    const [states, , , component, clue] = this.kernel.results(5);
    /** @type {number[]} */
    let clues = clue >= 0 ? [clue] : [];
    if (status === CONTRADICTION && clue < 0 && component >= 0) {
      if (this.kernel.call.solver_component(this.handle, component) === DONE) {
        clues = [...this.kernel.take(Uint32Array, this.kernel.results(1)[0])];
      }
    }
    this.kernel.check(status, what, status === CONTRADICTION ? { clues } : { states });
  }

  /**
   * The chance of a mine for every cell, every layout that fits being equally likely.
   * @param {Int32Array} codes - of the view
   * @param {number} mines
   * @param {{trustFlags?: boolean, budget?: Budget, estimate?: boolean}} [options] - with `estimate`, chances are estimated where the
   *   budget is too small, instead of an error
   * @returns {Analysis}
   */
  analyse(codes, mines, { trustFlags = false, budget = {}, estimate = false } = {}) {
    const { states, bytes, asks } = { ...BUDGET, ...budget };
    this.#give(codes, mines);
    const [layer, repeats] = estimate ? [SAMPLE.layer, SAMPLE.repeats] : [0, 0];
    const status = this.kernel.call.solver_analyse(this.handle, mines, Number(trustFlags), layer, repeats, 0n, states, bytes, asks);
    this.#check(status, `an analysis on ${this.grid.shape}`);
    const [used, exact, components] = this.kernel.results(3);
    const { cells } = this.grid.shape;
    return {
      chances: this.kernel.take(Float64Array, cells, this.kernel.call.solver_chances(this.handle)),
      errors: exact ? null : this.kernel.take(Float64Array, cells, this.kernel.call.solver_errors(this.handle)),
      states: used,
      components,
    };
  }

  /**
   * The chance that a covered cell is safe and shows clue 0, 1, ..., by the latest analysis, which must have been exact.
   * @param {CellLike} cell
   * @param {Budget} [budget]
   * @returns {Float64Array} as many as the most neighbours that a cell has, and one more
   */
  clueChances(cell, budget = {}) {
    const { states, bytes, asks } = { ...BUDGET, ...budget };
    const status = this.kernel.call.solver_clues(this.handle, this.grid.shape.index(cell), states, bytes, asks);
    this.kernel.check(status, "a covered cell and an exact analysis");
    return this.kernel.take(Float64Array, this.kernel.results(1)[0]);
  }

  /** By the latest analysis, how many covered cells beside clues may be mines or not, and how many others. @returns {number[]} */
  doubtful() {
    this.kernel.check(this.kernel.call.solver_doubtful(this.handle), "cells in doubt after an analysis");
    return [...this.kernel.results(2)];
  }

  /**
   * What the number of layouts is made of, by the latest analysis, which must have been exact; null where a component has too many ways.
   * @returns {{parts: {low: number, ways: bigint[]}[], unseen: number, minesLeft: number} | null} for each part its fewest mines and its
   *   ways for each number from there on; the covered cells beside no clue; and the mines that are left for all of these
   */
  tally() {
    /** @type {{low: number, ways: bigint[]}[]} */
    const parts = [];
    for (let first = 0; ; ) {
      this.kernel.check(this.kernel.call.solver_tally(this.handle, first), "an exact analysis");
      const [next, low, count, unseen, minesLeft, components] = this.kernel.results(6);
      if (first < components && next === first) return null;
      if (count) parts.push({ low, ways: [...this.kernel.take(BigUint64Array, count)] });
      if (next >= components) return { parts, unseen, minesLeft };
      first = next;
    }
  }

  /** @returns {Choice | null} */
  #choice() {
    const [cell, certain, safety, score, wins, layouts, exact, estimated, count] = this.kernel.results(9);
    if (cell < 0) return null;
    const weighed = this.kernel.take(Float64Array, 2 * count);
    return {
      cell,
      kind: certain ? "safe" : exact ? "end-game" : "guess",
      safety,
      score,
      wins: exact ? [wins, layouts] : null,
      isExact: !estimated,
      weighed: Array.from({ length: count }, (_, place) => ({ cell: weighed[2 * place], score: weighed[2 * place + 1] })),
    };
  }

  /**
   * The cell to open next; null where nothing is left but certain mines.
   * @param {Int32Array} codes - of the view
   * @param {number} mines
   * @param {{policy?: Policy, trustFlags?: boolean, budget?: Budget}} [options]
   * @returns {Choice | null}
   */
  choose(codes, mines, { policy = "look-ahead", trustFlags = false, budget = {} } = {}) {
    const { states, bytes, asks } = { ...BUDGET, ...budget };
    const number = POLICIES.indexOf(oneOf(policy, "a policy", POLICIES));
    this.#give(codes, mines);
    const status = this.kernel.call.solver_choose(this.handle, mines, Number(trustFlags), number, states, bytes, asks);
    this.kernel.check(status, `a choice on ${this.grid.shape}`);
    return this.#choice();
  }

  /**
   * The same by the latest analysis, with the cells that were compared.
   * @param {{policy?: Policy, budget?: Budget}} [options]
   * @returns {Choice | null}
   */
  chooseNext({ policy = "look-ahead", budget = {} } = {}) {
    const { states, bytes, asks } = { ...BUDGET, ...budget };
    const number = POLICIES.indexOf(oneOf(policy, "a policy", POLICIES));
    this.kernel.check(this.kernel.call.solver_choose_next(this.handle, number, states, bytes, asks), "a choice after an analysis");
    return this.#choice();
  }
}

/** How far deduction goes on layouts of one grid. */
export class Generator extends Held {
  /** @param {Grid} grid */
  constructor(grid) {
    super(grid.kernel, grid.kernel.made(grid.kernel.call.generator_make(grid.handle), `playing ${grid.shape} by deduction`));
    this.grid = grid;
  }

  /**
   * How far a board can be played by deduction alone, and the hardest thought that it takes.
   * @param {Layout} layout
   * @param {CellLike} first - the cell that is opened first; no mine
   * @param {{usesMineCount?: boolean, budget?: Budget}} [options]
   * @returns {{grade: Grade | null, opened: number}} grade null where a guess is needed
   */
  deduce(layout, first, { usesMineCount = true, budget = {} } = {}) {
    const { states, bytes, asks } = { ...BUDGET, ...budget };
    const index = this.grid.shape.index(first);
    if (layout.isMine(index)) {
      const cell = this.grid.shape.cell(index);
      throw new HypersweepError("CellError", `expected a first cell without a mine, got ${shorten(cell)}`, { what: "first_is_mine", cell });
    }
    const hardest = GRADES.indexOf(usesMineCount ? "count" : "set");
    const status = this.kernel.call.generator_deduce(this.handle, layout.handle, index, hardest, states, bytes, asks);
    this.kernel.check(status, `playing ${this.grid.shape} by deduction`);
    const [finished, effort, opened] = this.kernel.results(3);
    return { grade: finished ? GRADES[effort] : null, opened };
  }
}

/**
 * The search for a board that needs no guess, to be taken on part by part: the same boards as Python's `no_guess`. How it is parted
 * makes no difference to what it finds.
 */
export class Search extends Held {
  #tried = 0;
  #mostOpened = 0;

  /**
   * @param {Grid} grid
   * @param {Wish} wish
   */
  constructor(grid, wish) {
    const { grade = null, exactly = false, usesMineCount = true, firstOpen = "opening", method = "uniform" } = wish;
    const { kernel, shape } = grid;
    const known = usesMineCount ? GRADES.length - 1 : GRADES.indexOf("set");
    const wanted = grade === null ? known : GRADES.indexOf(oneOf(grade, "a grade", GRADES));
    const effort = EFFORT[oneOf(method, "a method", METHODS)];
    oneOf(firstOpen, "a first open", /** @type {const} */ (["opening", "safe"]));
    if (exactly && (grade === null || wanted > known)) {
      const message = `expected a grade that the board can be made to need, got ${shorten(grade)}`;
      throw new HypersweepError("ParameterError", message, { what: "own_fault" });
    }
    const first = shape.index(wish.first);
    const kept = firstOpen === "safe" ? 1 : grid.neighbours(first).length + 1;
    if (!Number.isInteger(wish.mines) || wish.mines < 0 || wish.mines > shape.cells - kept) {
      throw new HypersweepError(
        "MineCountError",
        `expected at most ${shape.cells - kept} mines on ${shape} with ${kept} cells kept free, got ${shorten(wish.mines)}`,
        { what: "mines_room", most: shape.cells - kept, board: String(shape), firstOpen, kept, got: wish.mines },
      );
    }
    if (exactly && wanted && (!wish.mines || wish.mines === shape.cells - kept)) {
      throw new HypersweepError(
        "ParameterError",
        `expected a board that may need grade ${grade}, got ${shape} with ${wish.mines} mines, whose single clues say everything`,
        { what: "own_fault" },
      );
    }
    const { tries, uniform, uniformWork, changes, work } = effort;
    const ownTries = wish.tries === undefined ? tries : wholeNumber(wish.tries, "tries", 1, 2 ** 52);
    const handle = kernel.call.search_make(
      grid.handle,
      wish.mines,
      readSeed(wish.seed),
      first,
      FIRST_OPENS.indexOf(firstOpen),
      Math.min(wanted, known),
      Number(exactly),
      BigInt(ownTries),
      uniform,
      uniformWork,
      changes,
      wish.tries === undefined ? work : ENDLESS,
    );
    super(kernel, kernel.made(handle, `a search on ${shape}`));
    this.grid = grid;
    this.mines = wish.mines;
    this.tries = ownTries;
  }

  /** How far it has come. @returns {SearchProgress} */
  get progress() {
    const safeCells = this.grid.shape.cells - this.mines;
    return { tried: this.#tried, tries: this.tries, mostOpened: this.#mostOpened, safeCells };
  }

  /**
   * Goes on until that much work more is done.
   * @param {number} part - in looks at a cell, of which a machine does some ten to a hundred million a second
   * @returns {Layout | null} what it found; null means: not yet
   */
  goOn(part) {
    const { kernel, grid, handle } = this;
    const { states, bytes } = GENERATOR_BUDGET;
    kernel.check(kernel.call.search_go_on(handle, wholeNumber(part, "work", 1, 2 ** 32), states, bytes), `a board of ${grid.shape}`);
    const [found, mayGoOn, , tried, tooLarge, mostOpened] = kernel.results(6);
    this.#tried = tried;
    this.#mostOpened = mostOpened;
    if (found) return new Layout(grid, found);
    if (mayGoOn) return null;
    throw new HypersweepError(
      "GenerationError",
      `expected a board of ${grid.shape} with ${this.mines} mines that needs no guess, found none in ${tried} tries`,
      { what: "no_board", board: String(grid.shape), mines: this.mines, tried, mostOpened, tooLarge },
    );
  }
}
