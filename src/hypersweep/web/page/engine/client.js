// @ts-check
// The engine as the page sees it: methods return promises, and workers do all the work.
//
// Games live in one worker, whose kernels are small and loaded at once. Games whose rules need the solver live in another
// one, with all kernels, which are loaded when they are first needed; there the search for a board takes long, and
// yields. Analyses, choices and searches without a game run in a third one, which has no lasting state: cancelling
// terminates that worker and starts a new one, which takes a few milliseconds. A cancelled request rejects with the
// reason of its AbortSignal.

import { Analysis } from "./analysis.js";
import { HypersweepError, shorten } from "./errors.js";
import { Lane } from "./lane.js";
import { readRules } from "./rules.js";
import { Shape, readShape } from "./shape.js";
import { freshSeed, readSeed } from "./terms.js";

/** @typedef {import("./lane.js").RequestOptions} RequestOptions */
/** @typedef {import("./lane.js").WorkerLike} WorkerLike */
/** @typedef {import("./terms.js").BoardValue} BoardValue */
/** @typedef {import("./terms.js").Budget} Budget */
/** @typedef {import("./terms.js").Choice} Choice */
/** @typedef {import("./terms.js").MoveKind} MoveKind */
/** @typedef {import("./terms.js").Outcome} Outcome */
/** @typedef {import("./terms.js").Policy} Policy */
/** @typedef {import("./terms.js").Standing} Standing */
/** @typedef {import("./reasons.js").Reason} Reason */
/** @typedef {import("./rules.js").FirstOpen} FirstOpen */
/** @typedef {import("./rules.js").Grade} Grade */
/** @typedef {import("./rules.js").Rules} Rules */
/** @typedef {import("./shape.js").CellLike} CellLike */

/**
 * The effect of a move.
 * @typedef {object} MoveResult
 * @property {number} changed - number of cells that look different; 0 for a move without effect
 * @property {number} opened - safe cells opened; negative for cells that an undo covered again
 * @property {number} flags - change in the number of flags on covered cells
 * @property {Outcome} outcome
 * @property {Uint32Array | null} cells - the changed cells, ascending; null if there are more than requested
 * @property {Int32Array | null} codes - their codes, in the same order
 * @property {Standing} standing - the state of the game after the move
 */

/**
 * A player's view of a board, for `analyse` and `choose`.
 * @typedef {object} Position
 * @property {Shape | string} board
 * @property {number} mines
 * @property {Int32Array} codes - one per cell
 */

/** If a move changes more cells than this, they aren't sent: the page then requests those that it shows. */
const MOST_CELLS = 1 << 16;

/**
 * A game in the worker. Every method is a request, so a game on a server could have the same interface.
 */
export class Game {
  /** @type {Lane} */
  #lane;
  /** @type {number} */
  #number;

  /**
   * @param {Lane} lane
   * @param {{game: number, board: string, mines: number, seed: bigint | null, rules: Rules}} told
   */
  constructor(lane, { game, board, mines, seed, rules }) {
    this.#lane = lane;
    this.#number = game;
    this.board = Shape.parse(board);
    this.mines = mines;
    /** The seed from which the first open draws the layout; null for a given layout. */
    this.seed = seed;
    this.rules = rules;
    /** The state of the game as of the latest answer. @type {Standing} */
    this.standing = { outcome: "ongoing", opened: 0, flags: 0, isDecided: seed === null, undoable: 0, redoable: 0 };
    /** If a move changes more cells than this, they aren't sent with it. */
    this.mostCells = MOST_CELLS;
  }

  /**
   * @param {MoveKind | "undo" | "redo"} kind
   * @param {number} index
   * @param {RequestOptions} [options]
   * @returns {Promise<MoveResult>}
   */
  async #play(kind, index, options) {
    const result = await this.#lane.request("play", [this.#number, kind, index, this.mostCells], options);
    this.standing = result.standing;
    return result;
  }

  /**
   * Open a cell. With guess "never" the first open searches for a board: it reports progress and can be cancelled.
   * @param {CellLike} cell
   * @param {RequestOptions} [options]
   */
  async open(cell, options) {
    return this.#play("open", this.board.index(cell), options);
  }

  /** Flag a covered cell, or remove its flag. @param {CellLike} cell */
  async flag(cell) {
    return this.#play("flag", this.board.index(cell));
  }

  /** Open the other neighbours of a number that has as many flags around it. @param {CellLike} cell */
  async chord(cell) {
    return this.#play("chord", this.board.index(cell));
  }

  /** Undo the latest move with an effect, even one that ended the game. */
  async undo() {
    return this.#play("undo", 0);
  }

  /** Redo the move that was undone most recently. */
  async redo() {
    return this.#play("redo", 0);
  }

  /**
   * Make several moves, stopping at the first without effect; used for replays.
   * @param {(readonly [MoveKind | "undo" | "redo", CellLike?])[]} moves
   * @param {RequestOptions} [options] - as for `open`
   * @returns {Promise<number>} number of moves made
   */
  async playAll(moves, options) {
    const plain = moves.map(([kind, cell]) => (cell === undefined ? [kind] : [kind, this.board.index(cell)]));
    const { made, standing } = await this.#lane.request("playAll", [this.#number, plain], options);
    this.standing = standing;
    return made;
  }

  /**
   * Replay the moves of a record, stopping at the first whose effect differs from the recorded one.
   * @param {Uint32Array} rows - for each its kind (0 open, 1 flag, 2 chord, 3 undo, 4 redo), its index, the number of
   * cells to change (2^32 - for each move its kind (0 open, 1 flag, 2 chord, 3 undo, 4 redo), its cell index, the
   * expected number of changed cells (2^32 - 1 for any), and the outcome after it (0 ongoing, 1 won, 2 lost)
   * @param {RequestOptions} [options] - as for `open`
   * @returns {Promise<{made: number, changed: number, outcome: Outcome, cells: Uint32Array | null, codes: Int32Array |
   * null, standing: Standing}>} number of moves made, the last effect, and the changed cells if there are few
   */
  async playRecorded(rows, options) {
    const told = await this.#lane.request("playRecorded", [this.#number, rows, this.mostCells], options);
    this.standing = told.standing;
    return told;
  }

  /**
   * The codes of cells `begin` up to, but not including, `end`; for boards that are shown in part.
   * @param {number} [begin]
   * @param {number} [end]
   * @param {{reveal?: boolean}} [options] - `reveal`: show every clue and every mine
   * @returns {Promise<Int32Array>}
   */
  async codes(begin = 0, end = this.board.cells, { reveal = false } = {}) {
    return this.#lane.request("codes", [this.#number, begin, end, reveal]);
  }

  /**
   * The codes of some cells, such as the visible ones.
   * @param {Uint32Array} cells - indices; runs of consecutive ones are faster
   * @param {{reveal?: boolean}} [options]
   * @returns {Promise<Int32Array>}
   */
  async codesAt(cells, { reveal = false } = {}) {
    return this.#lane.request("codesAt", [this.#number, cells, reveal]);
  }

  /** The player's current view. @returns {Promise<Position>} */
  async position() {
    return { board: this.board, mines: this.mines, codes: await this.codes() };
  }

  /** The moves that changed something and weren't undone. @returns {Promise<[MoveKind, number][]>} */
  async moves() {
    return this.#lane.request("moves", [this.#number]);
  }

  /** The board ID; null before the first open decides the layout. @returns {Promise<string | null>} */
  async boardId() {
    return this.#lane.request("boardId", [this.#number]);
  }

  /** The 3BV figures of the board, and how much of them is done; null before the first open. @returns {Promise<BoardValue | null>} */
  async value() {
    return this.#lane.request("gameValue", [this.#number]);
  }

  /** Release the game's memory. */
  async close() {
    await this.#lane.request("closeGame", [this.#number]);
  }
}

/** @param {string | URL} kernels @returns {Promise<WebAssembly.Module>} */
async function compile(kernels) {
  const why = "expected a browser that knows WebAssembly with SIMD; a newer one does";
  // Some browsers disable WebAssembly in their high-security mode.
  if (!("WebAssembly" in globalThis)) throw new HypersweepError("UnsupportedError", why, { what: "old_browser" });
  // Without a connection there is no status.
  const response = await fetch(kernels).catch(() => ({ ok: /** @type {const} */ (false), status: 0 }));
  if (!response.ok) {
    const { status } = response;
    throw new HypersweepError("UnsupportedError", `expected the kernels at ${kernels}, got status ${status}`, { what: "no_kernels", status });
  }
  // Streaming compilation needs the right media type, which some hosts don't send.
  const isKnown = response.headers.get("Content-Type")?.startsWith("application/wasm");
  try {
    return isKnown && "compileStreaming" in WebAssembly ? await WebAssembly.compileStreaming(response) : await WebAssembly.compile(await response.arrayBuffer());
  } catch (error) {
    if (!(error instanceof WebAssembly.CompileError)) throw error;
    throw new HypersweepError("UnsupportedError", why, { what: "old_browser" });
  }
}

/** The engine: the page's access to the kernels. */
export class Engine {
  #games;
  /** Games whose rules need the solver. */
  #solvedGames;
  #thoughts;
  #analyses = 0;
  #load;
  /** @type {Promise<WebAssembly.Module> | null} */
  #whole = null;

  /**
   * @param {WebAssembly.Module} module - kernels for games without the solver
   * @param {() => WorkerLike} spawn - starts a worker that runs worker.js
   * @param {() => Promise<WebAssembly.Module>} [load] - loads all kernels; if `module` has them, it isn't needed
   */
  constructor(module, spawn, load = async () => module) {
    this.#load = load;
    this.#games = new Lane(async () => module, spawn, false);
    this.#solvedGames = new Lane(() => this.loadAll(), spawn, false);
    this.#thoughts = new Lane(() => this.loadAll(), spawn, true);
  }

  /** Load all kernels, unless they are. Call it before they are needed, so that the player needn't wait. */
  loadAll() {
    this.#whole ??= this.#load().catch((error) => {
      this.#whole = null;
      throw error;
    });
    return this.#whole;
  }

  /** Set a function to call whenever a worker has been silent for too long; it may still answer. @param {() => void} act */
  onSilence(act) {
    this.#games.onSilence = this.#solvedGames.onSilence = this.#thoughts.onSilence = act;
  }

  /**
   * Start an engine with the kernels next to this file.
   * @param {{game?: string | URL, kernels?: string | URL, worker?: string | URL}} [places] - addresses of game.wasm,
   * kernels.wasm and worker.js
   * @returns {Promise<Engine>}
   */
  static async start({
    game = new URL("./game.wasm", import.meta.url),
    kernels = new URL("./kernels.wasm", import.meta.url),
    worker = new URL("./worker.js", import.meta.url),
  } = {}) {
    const make = () => new Worker(worker, { type: "module", name: "hypersweep" });
    // Start a worker now, so that its scripts load together with the kernels.
    const first = make();
    let early = /** @type {Worker | null} */ (first);
    first.onerror = () => (early = null);
    const spawn = () => {
      const taken = early ?? make();
      early = null;
      return taken;
    };
    try {
      return new Engine(await compile(game), spawn, () => compile(kernels));
    } catch (error) {
      first.terminate();
      throw error;
    }
  }

  /** Whether games are lost because their worker has failed: a new engine is then needed. */
  get hasFailed() {
    return this.#games.failed !== null || this.#solvedGames.failed !== null;
  }

  /**
   * Start a game.
   * @param {{board: Shape | string, mines: number, seed?: bigint | number, rules?: Rules | string}
   *   | {layout: string, rules?: Rules | string}} options - a board and its mines, or a board ID
   * @returns {Promise<Game>}
   */
  async newGame(options) {
    const rules = readRules(options.rules ?? "classic");
    const values =
      "layout" in options
        ? { layout: options.layout, rules }
        : {
            board: readShape(options.board).format(),
            mines: options.mines,
            seed: options.seed === undefined ? freshSeed() : readSeed(options.seed),
            rules,
          };
    // A layout that is given needn't be searched for.
    const lane = rules.guess === "allowed" || "layout" in options ? this.#games : this.#solvedGames;
    return new Game(lane, await lane.request("newGame", [values]));
  }

  /**
   * @param {Position} position
   * @returns {{board: Shape, mines: number, codes: Int32Array}}
   */
  #read({ board, mines, codes }) {
    const shape = readShape(board);
    if (!(codes instanceof Int32Array) || codes.length !== shape.cells) {
      throw new HypersweepError("ParameterError", `expected ${shape.cells} codes for ${shape}, got ${shorten(codes?.length)}`, { what: "own_fault" });
    }
    return { board: shape, mines, codes };
  }

  /**
   * The chance of a mine for every cell, given that all consistent layouts are equally likely.
   * @param {Position} position
   * @param {{trustFlags?: boolean, budget?: Budget, estimate?: boolean} & RequestOptions} [options]
   * @returns {Promise<Analysis>}
   */
  async analyse(position, { signal, trustFlags = false, budget = {}, estimate = false } = {}) {
    const { board, mines, codes } = this.#read(position);
    const number = ++this.#analyses;
    const asked = { number, board: board.format(), mines, codes, options: { trustFlags, budget, estimate } };
    const found = this.#thoughts.request("analyse", [asked], { signal });
    const told = await found;
    return new Analysis(this.#thoughts, board, asked, told);
  }

  /**
   * The cell to open next; quicker than an analysis if a safe cell is found without counting.
   * @param {Position} position
   * @param {{policy?: Policy, trustFlags?: boolean, budget?: Budget} & RequestOptions} [options]
   * @returns {Promise<Choice | null>}
   */
  async choose(position, { signal, policy = "look-ahead", trustFlags = false, budget = {} } = {}) {
    const { board, mines, codes } = this.#read(position);
    return this.#thoughts.request("choose", [board.format(), codes, mines, { policy, trustFlags, budget }], { signal });
  }

  /**
   * The steps to the simplest safe cell, or the reasons for the best guess: the last one is the conclusion, the earlier
   * ones are its premises. Empty if no safe cell is left.
   * @param {Position} position
   * @param {{cell?: CellLike | null, policy?: Policy, trustFlags?: boolean, budget?: Budget} & RequestOptions}
   * [options] - `cell`: a covered cell to explain instead: why it is safe or a mine, or its chance
   * @returns {Promise<Reason[]>}
   */
  async explain(position, { signal, cell = null, policy = "look-ahead", trustFlags = false, budget = {} } = {}) {
    const { board, mines, codes } = this.#read(position);
    const asked = { number: 0, board: board.format(), mines, codes, options: { trustFlags, budget } };
    const cells = [cell === null ? null : board.index(cell)];
    return (await this.#thoughts.request("explain", [asked, cells, policy, false], { signal }))[0];
  }

  /**
   * Advice for a player who is stuck: wrong flags, then a safe cell, then the best guess. Flags count as the player's
   * opinion, not as facts.
   * @param {Position} position - of a running game
   * @param {{budget?: Budget} & RequestOptions} [options] - `budget` is for each step
   * @returns {Promise<import("./advice.js").Advice>}
   */
  async advise(position, { signal, budget = {} } = {}) {
    const { board, mines, codes } = this.#read(position);
    const asked = { number: 0, board: board.format(), mines, codes, options: { trustFlags: false, budget } };
    return this.#thoughts.request("advise", [asked], { signal });
  }

  /**
   * How far deduction alone solves a board.
   * @param {string} layout - board ID
   * @param {CellLike} first
   * @param {{usesMineCount?: boolean, budget?: Budget} & RequestOptions} [options]
   * @returns {Promise<{grade: Grade | null, opened: number}>} `grade` is null if a guess is needed
   */
  async grade(layout, first, { signal, usesMineCount = true, budget = {} } = {}) {
    return this.#thoughts.request("grade", [layout, first, { usesMineCount, budget }], { signal });
  }

  /**
   * Generate a board that needs no guess: the same one as Python's `no_guess` for the same arguments.
   * @param {Shape | string} board
   * @param {{mines: number, first: CellLike, seed?: bigint | number, firstOpen?: "opening" | "safe", grade?: Grade | null,
   *   exactly?: boolean, usesMineCount?: boolean, method?: import("./terms.js").Method, tries?: number}} wish
   * @param {RequestOptions} [options]
   * @returns {Promise<string>} board ID
   */
  async generate(board, wish, options) {
    const shape = readShape(board);
    const seed = wish.seed === undefined ? freshSeed() : readSeed(wish.seed);
    return this.#thoughts.request("generate", [shape.format(), { ...wish, seed, first: shape.index(wish.first) }], options);
  }

  /**
   * The 3BV and ZiNi figures of a board.
   * @param {string} layout - its board ID
   * @param {RequestOptions} [options]
   * @returns {Promise<BoardValue & {mines: number, zini: number, humanZini: number}>}
   */
  async boardFigures(layout, options) {
    return this.#thoughts.request("boardFigures", [layout], options);
  }

  /** Terminate the workers; games and pending answers are lost. */
  close() {
    this.#games.end();
    this.#solvedGames.end();
    this.#thoughts.end();
  }
}
